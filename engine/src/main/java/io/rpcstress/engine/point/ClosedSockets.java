package io.rpcstress.engine.point;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.driver.Address;
import io.rpcstress.driver.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Connections to a point's servers that this host's kernel remembers for a minute after their end
 * (TIME-WAIT, RFC 9293, section 3.6.1). Each holds a port, and whoever connects searches for a free
 * one: a load that left thousands of them is part of the next one's latencies, which are of another
 * rate. Known on Linux alone. Confined to one thread.
 */
final class ClosedSockets {
  /** Fewer are left alone: a fourteenth of the ports that Linux has for connections. */
  static final int MOST = 2_000;

  /** Linux remembers one for 60 s. */
  private static final Duration LONGEST = Duration.ofSeconds(65);

  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Pattern ALL = Pattern.compile("\\btw (\\d{1,9})");
  private static final Pattern ONE =
      Pattern.compile("\\s*\\d+: [0-9A-F]+:[0-9A-F]{4} [0-9A-F]+:([0-9A-F]{4}) 06 .*");
  private static final int HEX = 16;

  private final Path net;
  private final Set<Integer> ports;
  private final Duration longest;
  private final Duration look;

  /** Those to a point's servers. */
  ClosedSockets(Target target) {
    this(Path.of("/proc/self/net"), ports(target), LONGEST, LOOK);
  }

  /**
   * Those to some ports.
   *
   * @param net where the kernel says what it remembers
   * @param longest how long they are waited for
   * @param look how long it is until they are counted again
   */
  ClosedSockets(Path net, Set<Integer> ports, Duration longest, Duration look) {
    this.net = net;
    this.ports = Set.copyOf(ports);
    this.longest = longest;
    this.look = look;
  }

  private static Set<Integer> ports(Target target) {
    Set<Integer> ports = new HashSet<>();
    ports.add(target.primary().port());
    target.replicas().stream().map(Address::port).forEach(ports::add);
    return ports;
  }

  /**
   * Waits until few are remembered, at most as long as the kernel remembers one.
   *
   * @param warning is told where it waits, and where too many are left
   */
  void awaitForgotten(Consumer<String> warning) throws InterruptedException {
    int left = remembered();
    if (left <= MOST) {
      return;
    }
    warning.accept(
        "waits until the kernel has forgotten %,d closed connections of the load before, %d s at most"
            .formatted(left, longest.toSeconds()));
    long end = System.nanoTime() + longest.toNanos();
    while (left > MOST && System.nanoTime() - end < 0) {
      Thread.sleep(look.toMillis());
      left = remembered();
    }
    if (left > MOST) {
      warning.accept(
          "%,d closed connections are still remembered: who opens one is slower".formatted(left));
    }
  }

  /** How many are remembered; 0 where that is not known. */
  int remembered() {
    try {
      return all() > MOST ? toServers("tcp") + toServers("tcp6") : 0;
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  /** Of all ports: to know each is dearer. */
  private int all() throws IOException {
    Matcher all = ALL.matcher(Files.readString(net.resolve("sockstat"), UTF_8));
    return all.find() ? Integer.parseInt(all.group(1)) : 0;
  }

  private int toServers(String table) throws IOException {
    Path file = net.resolve(table);
    if (!Files.exists(file)) {
      return 0; // a kernel without IPv6
    }
    try (Stream<String> lines = Files.lines(file, UTF_8)) {
      return (int)
          lines
              .map(ONE::matcher)
              .filter(Matcher::matches)
              .filter(one -> ports.contains(Integer.parseInt(one.group(1), HEX)))
              .count();
    }
  }
}
