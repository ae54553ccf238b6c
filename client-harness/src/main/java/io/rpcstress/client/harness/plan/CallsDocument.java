package io.rpcstress.client.harness.plan;

import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How calls are made, as a part of a document: of a sweep's plan, and of the one that a process is
 * handed which measures a point. Stateless.
 */
public final class CallsDocument {

  private static final Set<String> OF_PATHS = Set.of("names", "ports", "usagePorts");

  private static final Set<String> OF_CALLS =
      Set.of(
          "host",
          "ports",
          "usagePorts",
          "operation",
          "payload",
          "payloadBytes",
          "connections",
          "virtualThreads",
          "deadlineMillis",
          "lateAfterMillis",
          "timeoutMillis",
          "tolerate",
          "jvmOptions",
          "paths",
          "replicas",
          "clientHosts",
          "sshConfig");

  private static final Set<String> OF_LOAD =
      Set.of("shape", "rate", "seconds", "warmupSeconds", "seed");

  private CallsDocument() {}

  /**
   * What is written: texts, numbers, lists and maps. How long servers live is not among it: that is
   * of a sweep, or of a point.
   */
  public static Map<String, Object> of(Calls given) {
    Calls calls = given.withServersNamed(); // by names that mean the same without a variant
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("host", calls.host());
    one.put("ports", calls.ports());
    one.put("usagePorts", calls.usagePorts());
    one.put("operation", calls.operation());
    putIfKnown(one, "payload", calls.payload());
    putIfKnown(one, "payloadBytes", calls.payloadBytes());
    putIfKnown(one, "connections", calls.connections());
    one.put("virtualThreads", calls.virtualThreads());
    one.put("deadlineMillis", calls.deadline().toMillis());
    Duration late = calls.lateAfter();
    putIfKnown(one, "lateAfterMillis", late == null ? null : late.toMillis());
    one.put("timeoutMillis", calls.timeout().toMillis());
    one.put("tolerate", calls.tolerate());
    putIfKnown(one, "jvmOptions", calls.jvmOptions());
    if (!calls.paths().equals(Paths.DIRECT)) {
      one.put("paths", of(calls.paths()));
    }
    if (!calls.replicas().words().isEmpty()) {
      one.put("replicas", calls.replicas().words());
    }
    ClientHosts hosts = calls.clientHosts();
    if (hosts.areSeveral()) {
      one.put("clientHosts", hosts.names());
      putIfKnown(one, "sshConfig", hosts.sshConfig());
    }
    return one;
  }

  private static Map<String, Object> of(Paths paths) {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("names", paths.names());
    one.put("ports", paths.ports());
    one.put("usagePorts", paths.usagePorts());
    return one;
  }

  /** What is offered to an open loop. */
  public static Map<String, Object> of(OfferedLoad load) {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("shape", load.shape().label());
    one.put("rate", load.rate());
    one.put("seconds", load.seconds());
    one.put("warmupSeconds", load.warmupSeconds());
    one.put("seed", load.seed());
    return one;
  }

  private static void putIfKnown(Map<String, Object> map, String key, @Nullable Object value) {
    if (value != null) {
      map.put(key, value);
    }
  }

  /** Reads what {@link #of(Calls)} gave. */
  public static Calls calls(JsonPart part, Freshness fresh) {
    return new Calls(
        part.text("host"),
        part.part("ports").allWhole(),
        part.part("usagePorts").allWhole(),
        Point.EXAMPLE, // technologies and ports have theirs
        part.text("operation"),
        part.has("payload") ? part.text("payload") : null,
        part.has("payloadBytes") ? part.whole("payloadBytes") : null,
        part.has("connections") ? part.text("connections") : null,
        part.flag("virtualThreads"),
        Duration.ofMillis(part.large("deadlineMillis")),
        part.has("lateAfterMillis") ? Duration.ofMillis(part.large("lateAfterMillis")) : null,
        Duration.ofMillis(part.large("timeoutMillis")),
        part.number("tolerate"),
        part.has("jvmOptions") ? part.text("jvmOptions") : null,
        fresh,
        part.has("paths") ? paths(part.part("paths")) : Paths.DIRECT,
        new Replicas(part.texts("replicas")),
        part.has("clientHosts")
            ? new ClientHosts(
                part.texts("clientHosts"), part.has("sshConfig") ? part.text("sshConfig") : null)
            : ClientHosts.NONE);
  }

  /** Sees that a part has nothing but what {@link #calls} reads. */
  static void checkCalls(JsonPart part) {
    part.only(OF_CALLS);
    if (part.has("paths")) {
      part.part("paths").only(OF_PATHS);
    }
  }

  /** Sees that a part has nothing but what {@link #load} reads. */
  static void checkLoad(JsonPart part) {
    part.only(OF_LOAD);
  }

  private static Paths paths(JsonPart part) {
    return new Paths(
        part.texts("names"), part.part("ports").allWhole(), part.part("usagePorts").allWhole());
  }

  /** Reads what {@link #of(OfferedLoad)} gave. */
  public static OfferedLoad load(JsonPart part) {
    return new OfferedLoad(
        ArrivalShape.of(part.text("shape")),
        part.whole("rate"),
        part.whole("seconds"),
        part.whole("warmupSeconds"),
        part.large("seed"));
  }
}
