package io.rpcstress.server.base;

import io.rpcstress.contract.ServerVariant;
import java.util.List;
import java.util.Set;

/**
 * What a technology's server is. Immutable.
 *
 * @param technology as in options, files and the readiness line: lower-case letters, digits,
 *     hyphens
 * @param defaultPort of its example; {@link ServerVariant#port} gives that of its tuned variant
 * @param parts what it has of that which not every server has
 */
public record Offer(String technology, int defaultPort, Set<Part> parts) {

  /** What not every server has. */
  public enum Part {
    /**
     * A tuned variant that differs from the example. Where it does not, there is no second server:
     * {@code --variant tuned} starts the example, on its port, and the server reports it.
     */
    TUNED,
    /** An operation over several services: it is those of {@link ServerOptions#services()}. */
    ROLES,
    /** Messages, which it answers by {@link ServerOptions#messages()}. */
    MESSAGES,
    /** Encrypted connections, by {@link ServerOptions#tls()}. */
    TLS,
    /** It is written in Go: the only variant of its program. */
    GO
  }

  public Offer {
    parts = Set.copyOf(parts);
  }

  public Offer(String technology, int defaultPort, Part... parts) {
    this(technology, defaultPort, Set.of(parts));
  }

  /** What {@code --variant} may name, its default first. */
  List<ServerVariant> variants() {
    return has(Part.GO)
        ? List.of(ServerVariant.GO)
        : List.of(ServerVariant.EXAMPLE, ServerVariant.TUNED);
  }

  public boolean has(Part part) {
    return parts.contains(part);
  }
}
