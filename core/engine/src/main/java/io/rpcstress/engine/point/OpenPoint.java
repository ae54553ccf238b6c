package io.rpcstress.engine.point;

import io.rpcstress.engine.load.Callers;
import io.rpcstress.engine.load.LoadResult;
import io.rpcstress.engine.load.Meter;
import io.rpcstress.engine.load.OpenLoop;
import io.rpcstress.engine.load.OpenLoopResult;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.FaultCourse;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SelfWatch;
import io.rpcstress.usage.ProcessCpu;
import java.time.Duration;
import java.util.SortedSet;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A point of an open loop: one run. Calls that exceeded their deadline or never started are part of
 * the result: that is how an open loop shows a server that cannot follow. Calls that failed are
 * not, unless the point is under a fault: then they show what it does.
 */
final class OpenPoint<Q, R> extends PointRun<Q, R> {

  /** Counters that were read later than by this share of the counted time are of other calls. */
  private static final double MAX_LATE_SHARE = 0.05;

  /** What was not read is made up for as long as it is no more than this share. */
  private static final double MAX_MISSED_SHARE = 0.5;

  /** Intervals of the time series of a point under a fault, ms. */
  private static final int FAULT_INTERVAL_MILLIS = 100;

  private static final int INTERVAL_MILLIS = 1_000;

  private static final String BUSY =
      "the client's host was too busy to read its counters in time: ";

  private final OfferedLoad offered;
  private final boolean hasWarmup;
  private final boolean atFullSpeed;
  private final boolean isUnderFault;
  private final CostMeter whole;
  private final CostMeter window;
  private final Rehearsal rehearsal;

  OpenPoint(Setting<Q, R> setting, OfferedLoad offered) {
    super(setting);
    this.offered = offered;
    this.hasWarmup = offered.warmupSeconds() > 0;
    this.atFullSpeed = plan.point().dimensions().span(Dimension.FULL_SPEED) != null;
    this.isUnderFault = plan.point().dimensions().has(Dimension.FAULT);
    this.whole = meter(CostMeter.Borders.UNRELEASED, listener::warning);
    CostMeter.Borders inWarmup =
        hasWarmup ? CostMeter.Borders.AMID_CALLS : CostMeter.Borders.INSIDE;
    // They ask the same server: warned once is enough.
    this.window = meter(inWarmup, line -> {});
    this.rehearsal = new Rehearsal(meter(inWarmup, line -> {}), System::nanoTime);
  }

  /** What the counters of the counted calls show of their cost. */
  enum Costs {
    /** They were read no later than by a twentieth of the counted time. */
    READ,
    /** They were read late, and what they missed is taken to be as what they show. */
    MADE_UP_FOR,
    /** They were read too late to show anything. */
    UNKNOWN
  }

  @Override
  boolean run() throws InterruptedException {
    OpenLoop loop =
        new OpenLoop(threads())
            .following(plan.trace())
            .releasedBy(this::release)
            .readingCpu(ProcessCpu::ofThisProcess)
            .inIntervalsOf(isUnderFault ? FAULT_INTERVAL_MILLIS : INTERVAL_MILLIS);
    long tolerated = isUnderFault ? Long.MAX_VALUE : tolerated(plan.point().calls());
    ClosedSocketsWait closed = new ClosedSocketsWait(plan.target());
    closed.await(listener::warning); // of the load that this process offered before
    int rehearsedBefore;
    OpenLoopResult result;
    try (Callers<Q, R> callers = callers()) {
      LoadResult cold = warm(callers);
      if (cold != null) {
        return failed("at full speed, before the load", true, cold);
      }
      closed.await(listener::warning);
      awaitEarlier(whole);
      Meter counted = Meter.nested(rehearsal, host.around(window));
      if (hasWarmup) {
        counted.rehearse(); // beside busy threads the first reading of all would take too long
      }
      rehearsedBefore = rehearsal.queries();
      Meter all = Meter.nested(parent, whole);
      result = loop.run(callers, workload.request(), offered, tolerated, all, counted);
      awaitServed(whole, result.load().calls().ok() + result.warmup().ok());
    }
    CallCounts calls = result.load().calls();
    PointFailure overload = overload(result, offered.seconds());
    if (overload != null) {
      return failed(overload);
    }
    if (result.broken() || calls.failed() > tolerated || calls.ok() == 0) {
      return failed("the load after the warm-up", !atFullSpeed, result.load());
    }
    Costs costs = costs(result.meterLateNanos(), offered);
    if (hasWarmup) {
      window.counts(
          new CountedTime(result.countedFrom(), result.meterLateNanos(), costs != Costs.READ));
    }
    OpenRun run = row(result, costs, rehearsal.queries() - rehearsedBefore);
    if (costs != Costs.READ) {
      listener.warning(
          BUSY
              + (costs == Costs.MADE_UP_FOR
                  ? "the first calls are taken to cost what the others did"
                  : "the cost of the calls stays unknown"));
    }
    listener.series(result.series());
    listener.parts(result.parts());
    listener.services(whole.services());
    listener.open(run, result.load().latencies(), result.service());
    reportParent();
    return true;
  }

  private void release() {
    clients.release();
    if (isUnderFault) {
      listener.gateOpens();
    }
  }

  /**
   * Calls at full speed for as long as the point defines, as the open loop will call, so that it
   * begins in a process that has compiled its code.
   *
   * @return what became of it where it could not; null where it could, or was not to
   */
  private @Nullable LoadResult warm(Callers<Q, R> callers) throws InterruptedException {
    Duration time = plan.point().dimensions().span(Dimension.FULL_SPEED);
    if (time == null) {
      return null;
    }
    long tolerated = plan.tolerated() == 0 ? 0 : Long.MAX_VALUE;
    LoadResult result =
        new OpenLoop(threads()).atFullSpeed(callers, workload.request(), time, tolerated);
    CallCounts calls = result.calls();
    boolean warmed = calls.failed() <= tolerated && calls.abandoned() == 0 && calls.ok() > 0;
    return warmed ? null : result;
  }

  /** What is wrong where only calls of the warm-up were answered; null where that is not so. */
  static @Nullable PointFailure overload(OpenLoopResult result, int seconds) {
    CallCounts calls = result.load().calls();
    long reached = result.achieved() / seconds;
    if (result.broken() || calls.ok() > 0 || calls.failed() > 0 || reached == 0) {
      return null;
    }
    return new PointFailure(
        FailureCause.OVERLOADED,
        ("none of the %d calls after the warm-up was answered in time: %d calls/s were due, but "
                + "those of the warm-up were answered at %d: offer fewer, or let --search find "
                + "the rate")
            .formatted(calls.issued(), calls.issued() / seconds, reached));
  }

  private OpenRun row(OpenLoopResult result, Costs costs, int rehearsed) {
    SelfWatch watch =
        host.seen(hasWarmup ? window.knownCpuNanos(host.watchedNanos()) : window.knownCpuNanos());
    long warmed = clients.sum(result.warmup().ok());
    CallCounts calls = result.load().calls();
    long answered = clients.sum(calls.ok());
    double offeredRate = (double) calls.issued() / offered.seconds();
    // A trace ends when its last call came, so a reply comes after that, and no even rate makes up
    // for it.
    long achieved = offered.shape() == ArrivalShape.TRACE ? answered : result.achieved();
    double achievedRate = (double) achieved / offered.seconds();
    Metered metered = metered(watch, costs, rehearsed);
    SortedSet<String> flags = metered.flags(parent);
    // The server is read around all calls: while some are open, as at the warm-up's end, no count
    // can be compared.
    Long served = beyond(warmed, whole.callsServed());
    CallCounts own = calls.plus(result.warmup());
    flagCounts(flags, served, answered, whole, answered + warmed, own);
    flag(flags, calls, achievedRate / offeredRate, costs);
    Run run = row(plan.point(), 0, result.load(), served, metered, flags, underWay(result), null);
    return new OpenRun(
        run,
        Latency.of(result.service()),
        result.warmup(),
        offeredRate,
        achievedRate,
        result.async() ? OpenRun.ASYNC : OpenRun.THREADS,
        isUnderFault
            ? new FaultCourse(
                FaultCourse.dueMs(offered),
                null,
                null,
                LoadResult.words(result.load().failures()),
                beyond(warmed, whole.callsRan()),
                whole.callsRanAgain())
            : null);
  }

  private static @Nullable Long beyond(long warmed, @Nullable Long all) {
    return all == null ? null : (Long) Math.max(0, all - warmed);
  }

  private Metered metered(SelfWatch watch, Costs costs, int rehearsed) {
    Cost cost =
        switch (costs) {
          case READ, MADE_UP_FOR -> window.cost();
          case UNKNOWN -> Cost.UNKNOWN;
        };
    // Connections of the load: not the ones on which the server was read meanwhile.
    Long opened = whole.connectionsOpened();
    return new Metered(
        cost,
        opened == null ? null : (Long) Math.max(0, opened - window.queries() - rehearsed),
        watch,
        costs != Costs.UNKNOWN && window.isOverCpu(),
        window.isReplicaDoubtful(),
        window.isScraped(),
        window.callsServed());
  }

  /**
   * What counters show that were read late. What they missed is made up for where calls are due all
   * the time, and most of them were seen.
   *
   * @param late after the warm-up's end, ns
   */
  static Costs costs(long late, OfferedLoad offered) {
    double share = (double) late / TimeUnit.SECONDS.toNanos(offered.seconds());
    if (share <= MAX_LATE_SHARE) {
      return Costs.READ;
    }
    boolean isEven =
        offered.shape() == ArrivalShape.CONSTANT || offered.shape() == ArrivalShape.POISSON;
    return isEven && share <= MAX_MISSED_SHARE ? Costs.MADE_UP_FOR : Costs.UNKNOWN;
  }

  /** Of the calls that were started: what is due and waits is not under way. */
  private static double underWay(OpenLoopResult result) {
    Histogram service = result.service();
    return service.getTotalCount() == 0
        ? 0
        : service.getMean() * service.getTotalCount() / result.load().nanos();
  }

  /**
   * Adds what makes a row of an open loop doubtful.
   *
   * @param achieved as a share of what was offered
   * @param costs what the counters of the calls show
   */
  static void flag(SortedSet<String> flags, CallCounts calls, double achieved, Costs costs) {
    if (achieved < OfferedLoad.MIN_ACHIEVED) {
      flags.add(Flag.SATURATED.label());
    }
    if (achieved > OfferedLoad.MAX_ACHIEVED) {
      flags.add(Flag.WARM_UP_SHORT.label());
    }
    if (calls.timedOut() > 0) {
      flags.add(Flag.TIMED_OUT.label());
    }
    if (calls.abandoned() > 0) {
      flags.add(Flag.ABANDONED.label());
    }
    if (costs == Costs.MADE_UP_FOR) {
      flags.add(Flag.LATE_COSTS.label());
    }
  }
}
