package io.rpcstress.client.harness.point;

import io.rpcstress.client.harness.driver.FailureKind;
import io.rpcstress.client.harness.load.Callers;
import io.rpcstress.client.harness.load.CallingThreads;
import io.rpcstress.client.harness.load.ClosedLoop;
import io.rpcstress.client.harness.load.LoadResult;
import io.rpcstress.client.harness.load.Workload;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Measures one point in this process: order 0 to the last, on connections that stay. */
public final class PointRunner {

  /** Flag of a run in which the server counted other calls than the client. */
  public static final String SERVED_MISMATCH = "served-mismatch";

  private PointRunner() {}

  /**
   * Measures a point; stops at the first run that fails.
   *
   * @return whether every run succeeded
   * @throws InterruptedException where the calling thread was interrupted
   */
  public static boolean run(PointPlan plan, PointListener listener) throws InterruptedException {
    return run(plan, plan.workload(), listener);
  }

  private static <Q, R> boolean run(PointPlan plan, Workload<Q, R> workload, PointListener listener)
      throws InterruptedException {
    Point point = plan.point();
    String wrongServer = plan.neededServer().ask(listener::warning);
    if (wrongServer != null) {
      listener.failed(new PointFailure(FailureCause.WRONG_SERVER, wrongServer));
      return false;
    }
    InetAddress local =
        localAddress(plan.target().primary().host(), plan.target().primary().port());
    Function<Consumer<String>, CostMeter> meters =
        warnings -> new CostMeter(new UsageEndpoint(plan.usage()), local, warnings);
    OfferedLoad offered = point.offered();
    if (offered != null) {
      return OpenPointRunner.run(plan, offered, workload, meters, listener);
    }
    ClosedLoop loop = new ClosedLoop(threads(plan));
    CostMeter meter = meters.apply(listener::warning);
    long tolerated = (long) Math.floor(plan.tolerated() * point.calls());
    try (Callers<Q, R> callers =
        new Callers<>(plan.driver(), plan.target(), plan.options(), workload.operation())) {
      for (int order = 0; order < plan.runs(); order++) {
        LoadResult result =
            loop.run(
                callers,
                workload.request(),
                point.requestMode(),
                point.requestNum(),
                tolerated,
                meter);
        if (broke(result, tolerated)) {
          listener.failed(failure(plan, order, result));
          return false;
        }
        listener.run(row(plan, workload, order, result, meter), result.latencies());
      }
    }
    return true;
  }

  /** Makes the calling threads of a plan. */
  static ThreadFactory threads(PointPlan plan) {
    return plan.options().virtualThreads() ? CallingThreads.virtual() : CallingThreads.platform();
  }

  /** A thread that could not start or come back leaves calls abandoned, so one sum is enough. */
  private static boolean broke(LoadResult result, long tolerated) {
    return result.calls().notOk() > tolerated;
  }

  private static Run row(
      PointPlan plan, Workload<?, ?> workload, int order, LoadResult result, CostMeter meter) {
    Long served = meter.callsServed();
    SortedSet<String> flags = new TreeSet<>();
    if (served != null && served != result.calls().ok()) {
      flags.add(SERVED_MISMATCH);
    }
    return new Run(
        plan.point(),
        plan.driver().technology().type(),
        order,
        Math.max(1, TimeUnit.NANOSECONDS.toMicros(result.nanos())),
        result.calls(),
        served,
        Latency.of(result.latencies()),
        meter.cost(),
        conditions(plan, workload, Conditions.CLOSED, meter.connectionsOpened()),
        flags,
        result.startedAt());
  }

  static Conditions conditions(
      PointPlan plan, Workload<?, ?> workload, String loop, @Nullable Long connections) {
    return new Conditions(
        workload.operation().name(),
        workload.payloadBytes(),
        loop,
        plan.options().connections().toString(),
        connections);
  }

  static PointFailure failure(PointPlan plan, int order, LoadResult result) {
    CallCounts calls = result.calls();
    Map<FailureKind, Long> kinds = result.failures();
    Map<String, Long> failures = new TreeMap<>();
    kinds.forEach((kind, n) -> failures.put(kind.label(), n));
    boolean neverConnected =
        order == 0
            && calls.ok() == 0
            && kinds.keySet().equals(java.util.Set.of(FailureKind.CONNECT));
    String first = result.firstFailure();
    if (neverConnected) {
      return new PointFailure(
          FailureCause.UNREACHABLE,
          "no %s server at %s (%s): start it there, or say --host and --port"
              .formatted(plan.neededServer().name(), plan.target().primary(), first),
          failures);
    }
    return new PointFailure(
        kinds.containsKey(FailureKind.WRONG_REPLY)
            ? FailureCause.WRONG_REPLY
            : FailureCause.CALLS_FAILED,
        "order %d: of %d calls %d ok, %d failed, %d timed out, %d abandoned%s%s"
            .formatted(
                order,
                calls.issued(),
                calls.ok(),
                calls.failed(),
                calls.timedOut(),
                calls.abandoned(),
                first == null ? "" : PointFailure.FIRST,
                first == null ? "" : first),
        failures);
  }

  /** This host's address towards another; found by a datagram socket that sends nothing. */
  private static @Nullable InetAddress localAddress(String host, int port) {
    InetSocketAddress remote = new InetSocketAddress(host, port);
    if (remote.isUnresolved()) {
      return null;
    }
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(remote);
      return socket.getLocalAddress();
    } catch (SocketException | java.io.UncheckedIOException e) {
      return null;
    }
  }
}
