package io.rpcstress.engine.point;

import static io.rpcstress.engine.point.RowValues.known;

import io.rpcstress.driver.FailureKind;
import io.rpcstress.engine.load.Callers;
import io.rpcstress.engine.load.CallingThreads;
import io.rpcstress.engine.load.LoadResult;
import io.rpcstress.engine.load.Workload;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Circumstances;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run;
import io.rpcstress.usage.ServerUsage;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The measurement of one point in this process: what all load shapes have in common. Confined to
 * the thread that runs the load.
 */
abstract class PointRun<Q, R> {

  /**
   * What is needed whatever the shape.
   *
   * @param sources where the costs are read
   * @param server what the server reported when the point began; null where it did not answer
   * @param proxy what the proxy did, likewise
   * @param clients where it meets the other client processes of the point
   */
  record Setting<Q, R>(
      PointPlan plan,
      Workload<Q, R> workload,
      CostSources sources,
      @Nullable ServerUsage server,
      @Nullable ServerUsage proxy,
      ClientBarrier clients,
      PointListener listener) {}

  final PointPlan plan;
  final Workload<Q, R> workload;
  final ClientBarrier clients;
  final PointListener listener;
  final HostWatch host = new HostWatch();
  final ParentCpu parent = ParentCpu.ofThisProcess();
  private final Setting<Q, R> setting;

  PointRun(Setting<Q, R> setting) {
    this.setting = setting;
    this.plan = setting.plan();
    this.workload = setting.workload();
    this.clients = setting.clients();
    this.listener = setting.listener();
  }

  abstract boolean run() throws InterruptedException;

  CostMeter meter(CostMeter.Borders borders, Consumer<String> warnings) {
    return new CostMeter(setting.sources(), borders, warnings);
  }

  /** Whom the calls of the plan are made by; nothing is opened yet. */
  Callers<Q, R> callers() {
    Callers<Q, R> callers =
        new Callers<>(
            plan.driver(),
            plan.target(),
            plan.options(),
            workload.operation(),
            plan.point().inFlight(),
            plan.lateAfter());
    OfferedLoad offered = plan.point().offered();
    long seed = offered == null ? plan.point().repetition() : offered.seed();
    return callers.mixing(workload.mix(), seed, clients.client());
  }

  ThreadFactory threads() {
    return plan.options().virtualThreads() ? CallingThreads.virtual() : CallingThreads.platform();
  }

  /** Before a run: calls without a reply may be on their way still when their load has ended. */
  void awaitEarlier(CostMeter whole) throws InterruptedException {
    if (workload.operation().isOneWay()) {
      clients.meet(); // none of them sends any more
      whole.awaitStill();
    }
  }

  /**
   * Behind a run, while its connections are open: one that closes may drop what it has not sent.
   *
   * @param ok good calls of this process
   */
  void awaitServed(CostMeter whole, long ok) throws InterruptedException {
    if (workload.operation().isOneWay()) {
      whole.awaitServed(clients.sum(ok));
    }
  }

  long tolerated(long calls) {
    return (long) Math.floor(plan.tolerated() * calls);
  }

  /**
   * The row of a run or window.
   *
   * @param served calls that the server counted; null where it was not read
   * @param flags what makes it doubtful
   * @param underWay calls that were open at once, on average
   * @param steadyFrom see {@link Circumstances}
   */
  Run row(
      Point point,
      int order,
      LoadResult result,
      @Nullable Long served,
      Metered metered,
      SortedSet<String> flags,
      double underWay,
      @Nullable Integer steadyFrom) {
    return new Run(
        point,
        plan.driver().technology().type(),
        order,
        Math.max(1, TimeUnit.NANOSECONDS.toMicros(result.nanos())),
        result.calls(),
        served,
        Latency.of(result.latencies(), result.firsts()),
        metered.cost(),
        new Conditions(
            workload.operation().name(),
            workload.payloadBytes(plan.trace()),
            workload.replyBytes(plan.trace()),
            point.offered() == null ? Conditions.CLOSED : Conditions.OPEN,
            plan.options().connections().toString(),
            metered.connections()),
        metered.watch(),
        flags,
        result.startedAt(),
        Circumstances.measured(
            underWay,
            steadyFrom,
            plan.fresh(),
            serverStarted(),
            serverProcess(),
            plan.driver().isInProcess() ? null : plan.target().primary().host()),
        plan.lateness(result.late()));
  }

  private @Nullable Instant serverStarted() {
    Long millis = setting.server() == null ? null : known(setting.server().startedMillis());
    return millis == null ? null : Instant.ofEpochMilli(millis);
  }

  private @Nullable String serverProcess() {
    Long process = setting.server() == null ? null : known(setting.server().processId());
    return process == null ? null : process.toString();
  }

  /** Flags a closed loop that had fewer calls under way than were requested. */
  static void flagUnderThreads(SortedSet<String> flags, LoadResult result, Point point) {
    if (result.callsUnderWay() < Run.MIN_UNDER_WAY * point.mostUnderWay()) {
      flags.add(Flag.UNDER_THREADS.label());
    }
  }

  /**
   * Flags calls of which the counters do not show that the server served them, and no others, that
   * the proxy carried them, or that the services behind the server had their part of each.
   *
   * @param served calls that the server counted; null where it was not read
   * @param answeredServed good calls of all client processes that it is compared with
   * @param answered good calls of all client processes
   */
  void flagCounts(
      SortedSet<String> flags,
      @Nullable Long served,
      long answeredServed,
      CostMeter meter,
      long answered,
      CallCounts own) {
    long others = own.notOk();
    Flag mismatch =
        meter.isCountOfOthersToo()
            ? Flag.SERVED_MISMATCH
            : mismatch(served, answeredServed, own, workload.operation().isOneWay());
    if (mismatch != null) {
      flags.add(mismatch.label());
    }
    if (meter.isPathDoubtful(answered, others)) {
      flags.add(Flag.PATH_MISMATCH.label());
    }
    if (meter.isChainDoubtful(answered, others)) {
      flags.add(Flag.CHAIN_MISMATCH.label());
    }
  }

  /**
   * What it is where a server counted fewer calls than were answered, or more than were made; else
   * null. One that had no good answer may have been served all the same: a reply that comes after
   * the deadline does.
   *
   * @param oneWay whether calls have no reply, so that a good one may be lost
   */
  static @Nullable Flag mismatch(
      @Nullable Long served, long answered, CallCounts own, boolean oneWay) {
    if (served == null || (served >= answered && served <= answered + own.notOk())) {
      return null;
    }
    return oneWay && served < answered ? Flag.MESSAGES_LOST : Flag.SERVED_MISMATCH;
  }

  void reportParent() {
    Double millis = parent.millis();
    if (millis != null) {
      listener.parentCpu(millis);
    }
  }

  /**
   * A part of the load went wrong.
   *
   * @param part which, for a person
   * @param first whether no good part before it has shown that a server is there
   */
  boolean failed(String part, boolean first, LoadResult result) {
    return failed(failure(part, first, result));
  }

  /**
   * The point has no result; where the proxy on its way ended meanwhile, that is why: a call shows
   * that a connection broke, and not who broke it.
   *
   * @return false
   */
  boolean failed(PointFailure failure) {
    NeededProxy proxy = plan.proxy();
    ServerUsage before = setting.proxy();
    String ended = proxy == null || before == null ? null : proxy.endedSince(before);
    listener.failed(ended == null ? failure : failure.because(ended));
    return false;
  }

  /** What stands before the counts where no reply came at all: another program may be there. */
  private String silent() {
    return plan.driver().isInProcess()
        ? ""
        : "no reply came from %s, where a %s is expected; "
            .formatted(plan.target().primary(), expected());
  }

  /** What has to be where the calls go. */
  private String expected() {
    NeededProxy proxy = plan.proxy();
    return proxy != null
        ? proxy.name()
        : plan.driver().hasServer() ? plan.neededServer().name() + " server" : "service";
  }

  private PointFailure failure(String part, boolean first, LoadResult result) {
    CallCounts calls = result.calls();
    Map<FailureKind, Long> kinds = result.failures();
    Map<String, Long> failures = new TreeMap<>();
    kinds.forEach((kind, n) -> failures.put(kind.label(), n));
    String cause = result.firstFailure();
    NeededProxy proxy = plan.proxy();
    if (first && calls.ok() == 0 && kinds.keySet().equals(Set.of(FailureKind.CONNECT))) {
      return new PointFailure(
          FailureCause.UNREACHABLE,
          "no %s answers at %s (%s): start it there, %sor allow a longer --deadline"
              .formatted(
                  expected(),
                  plan.target().primary(),
                  cause,
                  plan.driver().hasServer()
                      ? "give its address with --host and --%sport, "
                          .formatted(proxy == null ? "" : "path-")
                      : ""),
          failures);
    }
    return new PointFailure(
        kinds.containsKey(FailureKind.WRONG_REPLY)
            ? FailureCause.WRONG_REPLY
            : FailureCause.CALLS_FAILED,
        "%s%s: of %d calls %d ok, %d failed, %d timed out, %d abandoned%s"
            .formatted(
                first && calls.ok() + calls.failed() == 0 ? silent() : "",
                part,
                calls.issued(),
                calls.ok(),
                calls.failed(),
                calls.timedOut(),
                calls.abandoned(),
                cause == null ? "" : PointFailure.FIRST + cause),
        failures);
  }
}
