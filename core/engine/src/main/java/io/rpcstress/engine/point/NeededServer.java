package io.rpcstress.engine.point;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.ServiceRole;
import io.rpcstress.contract.Tls;
import io.rpcstress.driver.Address;
import io.rpcstress.usage.JvmKind;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The server that a contender has to call, so that a tuned client never measures the example's
 * server, or the other way round.
 *
 * @param contender who calls, as {@code --protocol} takes it
 * @param technology the server's technology
 * @param variant how the server has to be set up
 * @param service where it is called
 * @param usage where it reports what it is
 * @param first whether the operation spans several services, of which the server is the first
 * @param pack the pack of messages that it has to have, by name and hash; of a mix all of them,
 *     with commas between; empty for none
 * @param tls how it has to encrypt connections
 * @param jvm on what it has to run
 */
public record NeededServer(
    String contender,
    String technology,
    ServerVariant variant,
    Address service,
    Address usage,
    boolean first,
    String pack,
    Tls tls,
    JvmKind jvm)
    implements Needed {

  public NeededServer(
      String contender, String technology, ServerVariant variant, Address service, Address usage) {
    this(contender, technology, variant, service, usage, false, "", Tls.OFF, JvmKind.ANY);
  }

  /** Contenders that share a server have one name; so have all services of an operation. */
  @Override
  public String name() {
    String server = server();
    return first ? ServiceRole.all(server) : server;
  }

  /** What options call it. */
  public String server() {
    return tls.of(variant.of(technology));
  }

  /**
   * One like this at another address, its usage at the port that is its own unless configured
   * otherwise.
   */
  NeededServer at(Address other) {
    return new NeededServer(
        contender, technology, variant, other, usageOf(other), /* first= */ false, pack, tls, jvm);
  }

  /** Where a server reports its usage unless configured otherwise. */
  public static Address usageOf(Address server) {
    int port = server.port() + ServerVariant.USAGE_PORT_OFFSET;
    // a server that high was given its own usage port, and so must we be
    return port > Address.HIGHEST_PORT ? server : server.at(port);
  }

  /** The servers of some points in their order, each once: contenders may share one. */
  public static List<NeededServer> distinct(Collection<PointPlan> plans) {
    Map<String, NeededServer> servers = new LinkedHashMap<>();
    for (PointPlan plan : plans) {
      if (!plan.driver().hasServer()) {
        continue;
      }
      NeededServer server = plan.neededServer();
      servers.putIfAbsent(server.name(), server);
    }
    return List.copyOf(servers.values());
  }

  /**
   * Why the server that reported this is not the one, in one line; null where it is, or where it is
   * too old to report its variant. One without a message pack reports none.
   */
  @Override
  public @Nullable String refusal(ServerUsage reported) {
    if (!reported.technology().equals(technology)) {
      return "%s needs a %s server at %s; the one that reports its usage at %s is of %s"
          .formatted(contender, technology, service, usage, reported.technology());
    }
    String runs = reported.variant();
    if (runs != null && !runs.equals(variant.label())) {
      return "%s needs a server started with --variant %s at %s; the one there runs %s"
          .formatted(contender, variant.label(), service, runs);
    }
    String mode = reported.tls() == null ? Tls.OFF.label() : reported.tls();
    if (!mode.equals(tls.label())) {
      return "%s needs a server started with --tls %s at %s; the one there has --tls %s"
          .formatted(contender, tls.label(), service, mode);
    }
    String has = reported.pack();
    if (!pack.isEmpty() && (has == null || !answers(has))) {
      return "%s needs a server started with --message, of %s, at %s; the one there has %s"
          .formatted(contender, pack, service, has == null ? "no message" : has);
    }
    return null;
  }

  /**
   * Why the server that is there does not run on what is needed, in one line, by its own report;
   * null where it does.
   */
  @Override
  public @Nullable String otherJvm() {
    if (jvm.isAny()) {
      return null;
    }
    try {
      JvmKind its = JvmKind.of(new UsageReader(usage).facts());
      return jvm.takes(its)
          ? null
          : "%s needs a server started with %s at %s; the one there runs with %s"
              .formatted(contender, jvm, service, its);
    } catch (IOException e) {
      return "%s needs a server started with %s at %s; the one there does not report it: %s"
          .formatted(contender, jvm, service, e.getMessage());
    }
  }

  /** Whether a server with these packs does. Where it has several, requests name theirs. */
  private boolean answers(String has) {
    boolean isMix = pack.indexOf(',') >= 0;
    return isMix
        ? List.of(has.split(",", -1)).containsAll(List.of(pack.split(",", -1)))
        : pack.equals(has);
  }

  /**
   * What a server answered.
   *
   * @param reported null where it did not answer
   * @param refusal as {@link #refusal}; of a server null where it did not answer
   */
  public record Answer(@Nullable ServerUsage reported, @Nullable String refusal) {

    static final Answer NONE = new Answer(null, null);
  }

  /**
   * Asks the server what it is. One that does not answer is not refused: who measures its usage
   * says so.
   *
   * @param warnings called where a tuned server is needed and the server does not report its
   *     variant
   */
  public Answer ask(Consumer<String> warnings) {
    ServerUsage reported;
    try {
      reported = new UsageReader(usage).usage();
    } catch (IOException away) {
      return Answer.NONE;
    }
    if (reported.variant() == null && variant != ServerVariant.EXAMPLE) {
      warnings.accept(
          "the server at %s does not report its variant: start it with --variant %s"
              .formatted(service, variant.label()));
    }
    String refusal = refusal(reported);
    return new Answer(reported, refusal == null ? otherJvm() : refusal);
  }
}
