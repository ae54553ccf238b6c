package io.rpcstress.contract;

import java.util.Collection;
import java.util.stream.Collectors;

/**
 * How a server is set up, and its default port. A tuned server is a process of its own beside the
 * example one, so it has ports of its own: this is the one place that defines which, for both
 * hosts.
 */
public enum ServerVariant implements Labelled {
  /** As in its official example: what a new user gets. */
  EXAMPLE(0),
  /** As its experts would run it; each server's documentation says what that changes. */
  TUNED(100),
  /** Written in Go, by the example of its library there; it answers {@link Greeting} alone. */
  GO(50);

  /** The default offset of a server's usage port above its port. */
  public static final int USAGE_PORT_OFFSET = 1_000;

  private static final int MAX_SHOWN = 77;

  private final int portOffset;

  ServerVariant(int portOffset) {
    this.portOffset = portOffset;
  }

  /** The default port of this variant, given that of the example. */
  public int port(int defaultPort) {
    return defaultPort + portOffset;
  }

  /** The server's name in options and lists: {@code grpc} for the example, {@code grpc@tuned}. */
  public String of(String technology) {
    return this == EXAMPLE ? technology : technology + "@" + label();
  }

  /** Whether it answers an operation of its technology. */
  public boolean answers(String operation) {
    return this != GO || operation.equals(Greeting.OPERATION.name());
  }

  /** One of those that a server's program has. */
  public static ServerVariant parse(String label, Collection<ServerVariant> offered) {
    return Labelled.find(values(), label)
        .filter(offered::contains)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "expected %s, not '%s'"
                        .formatted(
                            offered.stream()
                                .map(Labelled::label)
                                .collect(Collectors.joining(" or ")),
                            PrintableText.of(label, MAX_SHOWN))));
  }
}
