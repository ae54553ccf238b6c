package io.rpcstress.client.harness.plan;

import io.rpcstress.client.harness.plan.OptionWords.OptionText;
import io.rpcstress.contract.OwnCall;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.TimedLoad;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How calls are made and where to, whichever load they are. Null stands for the default, or for
 * none of its kind. Immutable.
 *
 * @param ports other than the default ones, by server as the user names it
 * @param usagePorts of the servers' usage counters, likewise
 * @param variant of technologies that are named without one
 * @param payloadBytes the one size of an operation that has one
 * @param timeout how long one technology's whole execution may take
 * @param tolerate share of a run's calls that may fail, 0 to 1
 * @param jvmOptions of the measuring process, one text
 * @param serversAre how long a server lives, for the rows
 * @param line what the line between the hosts is shaped to, as {@link Dimension#LINE} spells it
 * @param arrivals when the calls of an open loop come; null where its load says it
 * @param addresses what the names of hosts stand for in this session; null where it is not looked
 *     for yet
 */
public record Calls(
    String host,
    Map<String, Integer> ports,
    Map<String, Integer> usagePorts,
    String variant,
    String operation,
    @Nullable String payload,
    @Nullable Integer payloadBytes,
    @Nullable String connections,
    boolean virtualThreads,
    @Nullable Duration givenDeadline,
    @Nullable Duration lateAfter,
    Duration timeout,
    double tolerate,
    @Nullable String jvmOptions,
    Freshness serversAre,
    Paths paths,
    Replicas replicas,
    ClientHosts clientHosts,
    @Nullable String line,
    @Nullable PackedMessage message,
    @Nullable OwnService own,
    Transport transport,
    Jvms jvms,
    @Nullable ArrivalTrace arrivals,
    @Nullable Map<String, String> addresses) {

  public static final String SERVERS_ARE = "--servers-are";
  public static final String LINE = "--line";
  public static final String LATE_AFTER = "--late-after";

  /** The variant of a user's own service that is called by TLS. */
  private static final String ENCRYPTED = "tls";

  private static final Duration DEFAULT_DEADLINE = Duration.ofMinutes(1);

  /**
   * What connecting and the first calls of a cold process may need on one small core. A window may
   * be shorter: a call counts for the window that it ends in.
   */
  public static final Duration COLD_CALL = Duration.ofSeconds(5);

  public Calls {
    ports = Collections.unmodifiableMap(new LinkedHashMap<>(ports));
    usagePorts = Collections.unmodifiableMap(new LinkedHashMap<>(usagePorts));
    transport = Objects.requireNonNullElse(transport, Transport.PLAIN); // in plans of before
    jvms = Objects.requireNonNullElse(jvms, Jvms.ANY); // likewise
    addresses = addresses == null ? null : Map.copyOf(addresses);
  }

  /** What is connected to for a host: the address that was found for its name, else the host. */
  public String addressOf(String otherHost) {
    Map<String, String> found = addresses;
    return found == null ? otherHost : found.getOrDefault(otherHost, otherHost);
  }

  public Calls reaching(Map<String, String> found) {
    return with(parts -> parts.addresses = found.isEmpty() ? null : found);
  }

  public Duration deadline() {
    Duration given = givenDeadline;
    return given == null ? DEFAULT_DEADLINE : given;
  }

  public static Duration defaultDeadline(Duration window) {
    Duration most = longestDeadline(window);
    return most.compareTo(DEFAULT_DEADLINE) < 0 ? most : DEFAULT_DEADLINE;
  }

  public static Duration longestDeadline(Duration window) {
    return window.compareTo(COLD_CALL) < 0 ? COLD_CALL : window;
  }

  /**
   * The same calls in a timed loop that serves another measurement: with the deadline that was
   * given where windows of this length allow it, else with the default one; nothing is late there.
   */
  public Calls inWindowsOf(Duration window) {
    Duration given = givenDeadline;
    boolean fits = given != null && longestDeadline(window).compareTo(given) >= 0;
    return (fits ? this : withDeadline(defaultDeadline(window))).withLateAfter(null);
  }

  public Calls arriving(@Nullable ArrivalTrace times) {
    return with(parts -> parts.arrivals = times);
  }

  public Calls withLateAfter(@Nullable Duration limit) {
    return with(parts -> parts.lateAfter = limit);
  }

  void checkLateAfter() {
    Duration limit = lateAfter;
    if (limit != null && limit.compareTo(deadline()) >= 0) {
      throw new Misuse(
          "%s %s: less than --deadline %s expected, since a late answer must come before it"
              .formatted(LATE_AFTER, OptionText.of(limit), OptionText.of(deadline())));
    }
  }

  public Calls carrying(String other) {
    return with(
        parts -> {
          parts.payload = other;
          parts.payloadBytes = null;
        });
  }

  /** The same calls of another operation, with what it carries by default. */
  public Calls ofOperation(String other) {
    return with(
        parts -> {
          parts.operation = other;
          parts.payload = null;
          parts.payloadBytes = null;
        });
  }

  public Calls over(String policy) {
    return with(parts -> parts.connections = policy);
  }

  /**
   * The same calls where each port names its server in full, so that {@code variant} has no say.
   */
  public Calls withServersNamed() {
    ServerPorts servers = ServerPorts.of(this);
    return with(
        parts -> {
          parts.ports = servers.services();
          parts.usagePorts = servers.usages();
          parts.variant = Point.EXAMPLE;
          parts.givenDeadline = deadline();
          parts.replicas = servers.replicas();
        });
  }

  public Calls withDefaultDeadline() {
    return withDeadline(null);
  }

  private Calls withDeadline(@Nullable Duration other) {
    return with(parts -> parts.givenDeadline = other);
  }

  public Calls withTolerated(double share) {
    return with(parts -> parts.tolerate = share);
  }

  public Calls of(Dimensions own) {
    return with(
        parts -> {
          parts.paths = paths.of(own.text(Dimension.PATH));
          parts.message = message == null ? null : message.of(own);
          parts.transport = Transport.of(own);
          parts.jvms = jvms.of(own);
        });
  }

  public Calls inFirstEncoding() {
    PackedMessage packed = message;
    return packed == null
        ? this
        : with(parts -> parts.message = packed.in(packed.encodings().get(0)));
  }

  public Calls of(Freshness servers) {
    return with(parts -> parts.serversAre = servers);
  }

  public Calls directly() {
    return with(parts -> parts.paths = Paths.DIRECT);
  }

  public Calls carriedBy(Transport other) {
    return with(parts -> parts.transport = other);
  }

  public Calls runOn(Jvms others) {
    return with(parts -> parts.jvms = others);
  }

  public Calls fromHere() {
    return from(ClientHosts.NONE);
  }

  public Calls from(ClientHosts others) {
    return with(parts -> parts.clientHosts = others);
  }

  public Calls to(OwnService service, String itsHost, int port) {
    return with(
        parts -> {
          parts.host = itsHost;
          parts.ports = Map.of(service.technology(), port);
          parts.variant = service.encrypts() ? ENCRYPTED : Point.EXAMPLE;
          parts.operation = OwnCall.OPERATION.name();
          parts.own = service;
        });
  }

  public Calls at(String otherHost) {
    return with(parts -> parts.host = otherHost);
  }

  private Calls with(Consumer<Parts> change) {
    Parts parts = new Parts(this);
    change.accept(parts);
    return parts.calls(this);
  }

  public OptionWords options() {
    ServerPorts servers = ServerPorts.of(this); // by names that mean the same without --variant
    return (own == null ? called(servers) : own.options())
        .add("--payload", payload == null ? null : OptionText.of(payload))
        .add("--payload-bytes", payloadBytes)
        .add("--connections", connections)
        .add("--virtual-threads", virtualThreads)
        .add("--deadline", deadline())
        .add(LATE_AFTER, lateAfter)
        .add("--timeout", timeout)
        .add("--tolerate", OptionText.ofShare(tolerate))
        .add("--jvm-options", jvmOptions)
        .add(SERVERS_ARE, serversAre == Freshness.CLIENT ? null : serversAre.label())
        .add(paths.options())
        .add(servers.replicas().options())
        .add(clientHosts.options())
        .add(LINE, line)
        .add(message == null ? new OptionWords() : message.options())
        .add(transport.options())
        .add(jvms.options());
  }

  private OptionWords called(ServerPorts servers) {
    return new OptionWords()
        .add("--host", host)
        .addEach("--port", servers.services())
        .addEach("--usage-port", servers.usages())
        .add("--operation", operation);
  }

  public static OptionWords options(TimedLoad load) {
    return new OptionWords()
        .add("--duration", load.window())
        .add("--warmup", load.warmup())
        .add("--windows", load.windows())
        .add("--until-steady", load.warmupCap() != null)
        .add("--warmup-cap", load.warmupCap())
        .add("--warmup-threads", load.warmupThreads());
  }

  /** The JVM options of a measuring process: the ones that all share, unless others are given. */
  public List<String> jvm() {
    String own = jvmOptions;
    return own == null ? jvms.settings() : jvms.with(List.of(own.trim().split("\\s+", -1)));
  }

  /** Sees that the JVMs that are asked for are on this host and start; before anything else. */
  public void checkJvms() throws IOException, InterruptedException {
    jvms.check();
    if (!jvms.equals(Jvms.ANY)) {
      for (Jvms each : jvms.each().toList()) {
        each.requireStart(runOn(each).jvm());
      }
    }
  }

  /** The components that a copy may have others of. Used by one thread. */
  private static final class Parts {
    private String host;
    private Map<String, Integer> ports;
    private Map<String, Integer> usagePorts;
    private String variant;
    private String operation;
    private @Nullable String payload;
    private @Nullable Integer payloadBytes;
    private @Nullable String connections;
    private @Nullable Duration givenDeadline;
    private @Nullable Duration lateAfter;
    private double tolerate;
    private Freshness serversAre;
    private Paths paths;
    private Replicas replicas;
    private ClientHosts clientHosts;
    private @Nullable PackedMessage message;
    private @Nullable OwnService own;
    private Transport transport;
    private Jvms jvms;
    private @Nullable ArrivalTrace arrivals;
    private @Nullable Map<String, String> addresses;

    private Parts(Calls calls) {
      host = calls.host;
      ports = calls.ports;
      usagePorts = calls.usagePorts;
      variant = calls.variant;
      operation = calls.operation;
      payload = calls.payload;
      payloadBytes = calls.payloadBytes;
      connections = calls.connections;
      givenDeadline = calls.givenDeadline;
      lateAfter = calls.lateAfter;
      tolerate = calls.tolerate;
      serversAre = calls.serversAre;
      paths = calls.paths;
      replicas = calls.replicas;
      clientHosts = calls.clientHosts;
      message = calls.message;
      own = calls.own;
      transport = calls.transport;
      jvms = calls.jvms;
      arrivals = calls.arrivals;
      addresses = calls.addresses;
    }

    private Calls calls(Calls before) {
      return new Calls(
          host,
          ports,
          usagePorts,
          variant,
          operation,
          payload,
          payloadBytes,
          connections,
          before.virtualThreads,
          givenDeadline,
          lateAfter,
          before.timeout,
          tolerate,
          before.jvmOptions,
          serversAre,
          paths,
          replicas,
          clientHosts,
          before.line,
          message,
          own,
          transport,
          jvms,
          arrivals,
          addresses);
    }
  }
}
