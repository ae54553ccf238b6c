package io.rpcstress.engine.point;

import io.rpcstress.engine.load.Callers;
import io.rpcstress.engine.load.LoadResult;
import io.rpcstress.engine.load.Meter;
import io.rpcstress.engine.load.OpenLoop;
import io.rpcstress.engine.load.OpenLoopResult;
import io.rpcstress.engine.load.Workload;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Circumstances;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SelfWatch;
import io.rpcstress.usage.ProcessCpu;
import java.time.Duration;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Measures one point of an open loop in this process: one run. */
final class OpenPointRunner {

  /** Counters that were read later than by this share of the counted time are of other calls. */
  private static final double MAX_LATE_SHARE = 0.05;

  /** What was not read is made up for as long as it is no more than this share. */
  private static final double MAX_MISSED_SHARE = 0.5;

  private static final String LATE =
      "the client's host was too busy to read its counters in time: what the calls cost stays unknown";

  private static final String MADE_UP_FOR =
      "the client's host was too busy to read its counters in time: what the first of the calls cost"
          + " is taken to be what the others did";

  private OpenPointRunner() {}

  /** What the counters of the counted calls say of their cost. */
  enum Costs {
    /** They were read no later than by a twentieth of the counted time. */
    READ,
    /** They were read late, and what they missed is taken to be as what they show. */
    MADE_UP_FOR,
    /** They were read too late to say anything. */
    UNKNOWN
  }

  /**
   * What was read.
   *
   * @param whole from the gate on
   * @param window of the calls that count
   * @param rehearsed how often the server was asked for nothing since the gate opened
   * @param costs what the window's counters say
   */
  private record Read(CostMeter whole, CostMeter window, int rehearsed, Costs costs) {

    /** For the row. */
    Metered metered(SelfWatch watch) {
      return new Metered(
          cost(),
          connections(),
          watch,
          costs != Costs.UNKNOWN && window.isOverCpu(),
          window.isReplicaDoubtful(),
          window.isScraped());
    }

    private Cost cost() {
      return switch (costs) {
        case READ -> window.cost();
        case MADE_UP_FOR -> window.cost().withoutEnergy();
        case UNKNOWN -> Cost.UNKNOWN;
      };
    }

    /** Connections of the load: not the ones on which the server was asked meanwhile. */
    private @Nullable Long connections() {
      Long opened = whole.connectionsOpened();
      return opened == null ? null : (Long) Math.max(0, opened - window.queries() - rehearsed);
    }
  }

  /**
   * Measures a point. Calls that exceeded their deadline or never started are part of the result:
   * that is how an open loop shows a server that cannot follow. Calls that failed are not.
   *
   * @param meters makes a meter of what the run costs, that reports what it misses to the consumer
   * @param clients where it meets the other client processes of the point
   * @return whether there is a result
   */
  static <Q, R> boolean run(
      PointPlan plan,
      OfferedLoad offered,
      Workload<Q, R> workload,
      Function<Consumer<String>, CostMeter> meters,
      ClientBarrier clients,
      PointListener listener)
      throws InterruptedException {
    OpenLoop loop =
        new OpenLoop(PointRunner.threads(plan))
            .watchedBy(listener.live())
            .releasedBy(clients::release)
            .readingCpu(ProcessCpu::ofThisProcess);
    CostMeter whole = meters.apply(listener::warning).beforeRelease();
    CostMeter window = inWarmUp(meters, offered); // it asks the same server: once is enough
    Rehearsal rehearsal = new Rehearsal(inWarmUp(meters, offered));
    HostWatch host = new HostWatch();
    ParentCpu parent = ParentCpu.ofThisProcess();
    long tolerated = (long) Math.floor(plan.tolerated() * plan.point().calls());
    ClosedSocketsWait closed = new ClosedSocketsWait(plan.target());
    closed.await(listener::warning); // of the load that this process offered before
    int before;
    OpenLoopResult result;
    try (Callers<Q, R> callers = PointRunner.callers(plan, workload)) {
      PointFailure cold = warm(plan, callers, workload.request());
      if (cold != null) {
        listener.failed(cold);
        return false;
      }
      closed.await(listener::warning);
      Meter counted = rehearsal.of(host.around(window));
      if (offered.warmupSeconds() > 0) {
        counted.rehearse(); // beside busy threads the first reading of all would take too long
      }
      before = rehearsal.queries();
      result =
          loop.run(callers, workload.request(), offered, tolerated, parent.around(whole), counted);
    }
    CallCounts calls = result.load().calls();
    if (result.broken() || calls.failed() > tolerated || calls.ok() == 0) {
      listener.failed(PointRunner.failure(plan, 0, result.load()));
      return false;
    }
    Costs costs = costs(result.meterLateNanos(), offered);
    if (offered.warmupSeconds() > 0) {
      window.counts(
          new CountedTime(result.countedFrom(), result.meterLateNanos(), costs != Costs.READ));
    }
    SelfWatch watch =
        host.seen(
            offered.warmupSeconds() > 0
                ? window.knownCpuNanos(host.watchedNanos())
                : window.knownCpuNanos());
    long warmed = clients.sum(result.warmup().ok());
    long answered = clients.sum(calls.ok());
    Read read = new Read(whole, window, rehearsal.queries() - before, costs);
    OpenRun run = row(plan, offered, workload, result, read, watch, parent, warmed, answered);
    if (costs != Costs.READ) {
      listener.warning(costs == Costs.MADE_UP_FOR ? MADE_UP_FOR : LATE);
    }
    listener.series(result.series());
    listener.services(whole.services());
    listener.open(run, result.load().latencies(), result.service());
    parent.report(listener);
    return true;
  }

  /** A meter that begins when the warm-up ends, or before the gate where there is none. */
  private static CostMeter inWarmUp(
      Function<Consumer<String>, CostMeter> meters, OfferedLoad offered) {
    CostMeter meter = meters.apply(line -> {}).inside();
    return offered.warmupSeconds() > 0 ? meter.amidCalls() : meter;
  }

  /**
   * Calls at full speed for as long as the point says, as the open loop will call, so that it
   * begins in a process that has compiled its code.
   *
   * @return why it could not; null where it did, or was not asked to
   */
  static <Q, R> @Nullable PointFailure warm(PointPlan plan, Callers<Q, R> callers, Q request)
      throws InterruptedException {
    Duration time = plan.point().dimensions().span(Dimension.FULL_SPEED);
    if (time == null) {
      return null;
    }
    long tolerated = plan.tolerated() == 0 ? 0 : Long.MAX_VALUE;
    LoadResult result =
        new OpenLoop(PointRunner.threads(plan)).atFullSpeed(callers, request, time, tolerated);
    CallCounts calls = result.calls();
    boolean warmed = calls.failed() <= tolerated && calls.abandoned() == 0 && calls.ok() > 0;
    return warmed ? null : PointRunner.failure(plan, 0, result);
  }

  /**
   * The row.
   *
   * @param warmed good calls of the warm-up, of all client processes
   * @param answered good calls that are counted, likewise
   */
  private static OpenRun row(
      PointPlan plan,
      OfferedLoad offered,
      Workload<?, ?> workload,
      OpenLoopResult result,
      Read read,
      SelfWatch watch,
      ParentCpu parent,
      long warmed,
      long answered) {
    CallCounts calls = result.load().calls();
    double offeredRate = (double) calls.issued() / offered.seconds();
    double achievedRate = (double) result.achieved() / offered.seconds();
    Long served = served(read.whole().callsServed(), warmed);
    Metered metered = read.metered(watch);
    SortedSet<String> common = metered.flags(parent);
    CallCounts all = calls.plus(result.warmup());
    PointRunner.flagServed(common, served, answered, all);
    PointRunner.flagWay(common, read.whole(), answered + warmed, all);
    SortedSet<String> flags = flags(common, calls, achievedRate / offeredRate, read.costs());
    Circumstances circumstances = Circumstances.builder().callsUnderWay(underWay(result)).build();
    Run run =
        PointRunner.row(plan, plan.point(), workload, 0, result.load(), served, metered, flags)
            .with(circumstances);
    return new OpenRun(
        run,
        Latency.of(result.service()),
        result.warmup(),
        offeredRate,
        achievedRate,
        result.async() ? OpenRun.ASYNC : OpenRun.THREADS);
  }

  /**
   * What counters say that were read late. What they missed is made up for where calls are due all
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
   * The server's count of the counted calls. It is asked around all of them: while calls are open,
   * as at the warm-up's end, no count can be compared.
   */
  private static @Nullable Long served(@Nullable Long all, long warmed) {
    return all == null ? null : (Long) Math.max(0, all - warmed);
  }

  /**
   * What makes a row doubtful.
   *
   * @param common what makes a row of any load so; added to
   * @param achieved as a share of what was offered
   * @param costs what the counters of the calls say
   */
  static SortedSet<String> flags(
      SortedSet<String> common, CallCounts calls, double achieved, Costs costs) {
    SortedSet<String> flags = new TreeSet<>(common);
    if (achieved < OfferedLoad.MIN_ACHIEVED) {
      flags.add(Flag.SATURATED.label());
    }
    if (achieved > OfferedLoad.MAX_ACHIEVED) {
      flags.add(Flag.WARMUP_SHORT.label());
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
    return flags;
  }
}
