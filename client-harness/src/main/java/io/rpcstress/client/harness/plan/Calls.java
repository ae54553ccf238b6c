package io.rpcstress.client.harness.plan;

import io.rpcstress.measure.Point;
import io.rpcstress.measure.TimedLoad;
import io.rpcstress.usage.JvmSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How calls are made and where to, whichever load they are. Immutable.
 *
 * @param host host B, where the servers are
 * @param ports other than the default ones, by server as the user names it
 * @param usagePorts of the servers' usage counters, likewise
 * @param variant of technologies that are named without one
 * @param operation what every call does
 * @param payload what every call carries; null for the operation's default, or {@code payloadBytes}
 * @param payloadBytes the one size of an operation that has one; null where it is not given
 * @param connections the connection policy; null for the technology's own
 * @param virtualThreads whether calling threads are virtual
 * @param givenDeadline how long one call may take; null for the default
 * @param lateAfter how long a right answer may take to be accepted; null for no limit
 * @param timeout how long one technology's whole execution may take
 * @param tolerate share of a run's calls that may fail, 0 to 1
 * @param jvmOptions of the measuring process, one text; null for the ones that all share
 * @param serversAre how long a server lives, for the rows
 * @param paths what lies between client and servers
 * @param replicas further servers that one client calls
 * @param clientHosts hosts that the calls are dealt to
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
    ClientHosts clientHosts) {

  /** Says for the rows how long servers live; of a sweep, which restarts them. */
  public static final String SERVERS_ARE = "--servers-are";

  /** Sets how long a right answer may take to be accepted. */
  public static final String LATE_AFTER = "--late-after";

  /** How long one call may take where nobody says. */
  private static final Duration DEFAULT_DEADLINE = Duration.ofMinutes(1);

  /**
   * What connecting and the first calls of a cold process may need on one small core. A window may
   * be shorter: a call counts for the window that it ends in.
   */
  public static final Duration COLD_CALL = Duration.ofSeconds(5);

  /** Copies the ports, in their order. */
  public Calls {
    ports = Collections.unmodifiableMap(new LinkedHashMap<>(ports));
    usagePorts = Collections.unmodifiableMap(new LinkedHashMap<>(usagePorts));
  }

  /** Calls of this host alone. */
  public Calls(
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
      Replicas replicas) {
    this(
        host,
        ports,
        usagePorts,
        variant,
        operation,
        payload,
        payloadBytes,
        connections,
        virtualThreads,
        givenDeadline,
        lateAfter,
        timeout,
        tolerate,
        jvmOptions,
        serversAre,
        paths,
        replicas,
        ClientHosts.NONE);
  }

  /** How long one call may take. */
  public Duration deadline() {
    Duration given = givenDeadline;
    return given == null ? DEFAULT_DEADLINE : given;
  }

  /** What a call may take at most where nobody says, in windows of this length. */
  public static Duration defaultDeadline(Duration window) {
    Duration most = longestDeadline(window);
    return most.compareTo(DEFAULT_DEADLINE) < 0 ? most : DEFAULT_DEADLINE;
  }

  /** What a call may take at most in windows of this length. */
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

  /** The same calls whose right answers are accepted until this; null for no limit. */
  public Calls withLateAfter(@Nullable Duration limit) {
    return with(ports, usagePorts, givenDeadline, limit, timeout, tolerate);
  }

  /**
   * Sees that an answer can be late and still come before the deadline.
   *
   * @throws Misuse if it cannot
   */
  void checkLateAfter() {
    Duration limit = lateAfter;
    if (limit != null && limit.compareTo(deadline()) >= 0) {
      throw new Misuse(
          "%s %s: less than --deadline %s expected, since a late answer still comes before it"
              .formatted(LATE_AFTER, OptionText.of(limit), OptionText.of(deadline())));
    }
  }

  /**
   * The same calls that carry something else.
   *
   * @param other as {@code --payload} takes it
   */
  public Calls carrying(String other) {
    return with(other, null, connections, paths);
  }

  /**
   * The same calls over other connections.
   *
   * @param policy as {@code --connections} takes it
   */
  public Calls over(String policy) {
    return with(payload, payloadBytes, policy, paths);
  }

  /**
   * The same calls where each port names its server in full, so that {@code variant} has no say.
   *
   * @throws Misuse if a port names no server
   */
  public Calls withServersNamed() {
    ServerPorts servers = new ServerPorts(this);
    return new Calls(
        host,
        servers.services(),
        servers.usages(),
        Point.EXAMPLE,
        operation,
        payload,
        payloadBytes,
        connections,
        virtualThreads,
        deadline(),
        lateAfter,
        timeout,
        tolerate,
        jvmOptions,
        serversAre,
        paths,
        servers.replicas(),
        clientHosts);
  }

  private Calls withDeadline(Duration other) {
    return with(ports, usagePorts, other, lateAfter, timeout, tolerate);
  }

  /** The same calls by an execution that may take as long as this. */
  public Calls withTimeout(Duration other) {
    return with(ports, usagePorts, givenDeadline, lateAfter, other, tolerate);
  }

  /** The same calls of which this share may fail, 0 to 1. */
  public Calls withTolerated(double share) {
    return with(ports, usagePorts, givenDeadline, lateAfter, timeout, share);
  }

  /** The same calls on one of their paths. */
  public Calls on(String path) {
    return on(paths.of(path));
  }

  /** The same calls without anything between client and servers. */
  public Calls directly() {
    return on(Paths.DIRECT);
  }

  private Calls on(Paths others) {
    return with(payload, payloadBytes, connections, others);
  }

  /** The same calls, all made by this host. */
  public Calls fromHere() {
    return from(ClientHosts.NONE);
  }

  /** The same calls, dealt to these hosts. */
  public Calls from(ClientHosts others) {
    return new Calls(
        host,
        ports,
        usagePorts,
        variant,
        operation,
        payload,
        payloadBytes,
        connections,
        virtualThreads,
        givenDeadline,
        lateAfter,
        timeout,
        tolerate,
        jvmOptions,
        serversAre,
        paths,
        replicas,
        others);
  }

  /** The same calls to a server of this technology at another port, its counters beside it. */
  public Calls withPort(String technology, int port) {
    Map<String, Integer> services = new LinkedHashMap<>(ports);
    services.put(technology, port);
    Map<String, Integer> usages = new LinkedHashMap<>(usagePorts);
    usages.remove(technology);
    return with(services, usages, givenDeadline, lateAfter, timeout, tolerate);
  }

  private Calls with(
      @Nullable String carried, @Nullable Integer bytes, @Nullable String policy, Paths others) {
    return new Calls(
        host,
        ports,
        usagePorts,
        variant,
        operation,
        carried,
        bytes,
        policy,
        virtualThreads,
        givenDeadline,
        lateAfter,
        timeout,
        tolerate,
        jvmOptions,
        serversAre,
        others,
        replicas,
        clientHosts);
  }

  private Calls with(
      Map<String, Integer> services,
      Map<String, Integer> usages,
      @Nullable Duration deadline,
      @Nullable Duration late,
      Duration whole,
      double share) {
    return new Calls(
        host,
        services,
        usages,
        variant,
        operation,
        payload,
        payloadBytes,
        connections,
        virtualThreads,
        deadline,
        late,
        whole,
        share,
        jvmOptions,
        serversAre,
        paths,
        replicas,
        clientHosts);
  }

  /**
   * The options that differ from their defaults, as words that give the same again.
   *
   * @throws Misuse if a port names no server
   */
  public List<String> words() {
    List<String> words = new ArrayList<>(List.of("--host", host));
    ServerPorts servers = new ServerPorts(this); // by names that mean the same without --variant
    addPorts(words, "--port", servers.services());
    addPorts(words, "--usage-port", servers.usages());
    words.addAll(List.of("--operation", operation));
    add(words, "--payload", payload);
    add(words, "--payload-bytes", payloadBytes);
    add(words, "--connections", connections);
    if (virtualThreads) {
      words.add("--virtual-threads");
    }
    words.addAll(List.of("--deadline", OptionText.of(deadline())));
    add(words, LATE_AFTER, lateAfter == null ? null : OptionText.of(lateAfter));
    words.addAll(List.of("--timeout", OptionText.of(timeout)));
    words.addAll(List.of("--tolerate", OptionText.ofShare(tolerate)));
    if (jvmOptions != null) { // one word, since its value begins as an option does
      words.add("--jvm-options=" + jvmOptions);
    }
    if (serversAre != Freshness.CLIENT) {
      words.addAll(List.of(SERVERS_ARE, serversAre.label()));
    }
    words.addAll(paths.words());
    words.addAll(servers.replicas().options());
    words.addAll(clientHosts.options());
    return words;
  }

  /** A timed loop, as words that give the same again. */
  public static List<String> words(TimedLoad load) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("--duration", OptionText.of(load.window())));
    words.addAll(List.of("--warmup", OptionText.of(load.warmup())));
    words.addAll(List.of("--windows", Integer.toString(load.windows())));
    Duration cap = load.warmupCap();
    if (cap != null) {
      words.addAll(List.of("--until-steady", "--warmup-cap", OptionText.of(cap)));
    }
    Integer few = load.warmupThreads();
    if (few != null) {
      words.addAll(List.of("--warmup-threads", few.toString()));
    }
    return words;
  }

  /** The JVM options of a measuring process: the ones that all share, unless others are given. */
  public List<String> jvm() {
    String own = jvmOptions;
    return own == null ? JvmSettings.options() : List.of(own.trim().split("\\s+", -1));
  }

  private static void add(List<String> words, String option, @Nullable Object value) {
    if (value != null) {
      words.add(option);
      words.add(value.toString());
    }
  }

  private static void addPorts(List<String> words, String option, Map<String, Integer> ports) {
    ports.forEach(
        (server, port) -> {
          words.add(option);
          words.add(server + "=" + port);
        });
  }
}
