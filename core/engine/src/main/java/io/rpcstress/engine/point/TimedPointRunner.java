package io.rpcstress.engine.point;

import io.rpcstress.engine.load.Callers;
import io.rpcstress.engine.load.LoadResult;
import io.rpcstress.engine.load.Meter;
import io.rpcstress.engine.load.Steadiness;
import io.rpcstress.engine.load.TimedLoop;
import io.rpcstress.engine.load.TimedResult;
import io.rpcstress.engine.load.Workload;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Circumstances;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.TimedLoad;
import io.rpcstress.measure.statistics.SteadyState;
import io.rpcstress.usage.ProcessCpu;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/** Measures one point of a timed loop in this process: one run a window. */
final class TimedPointRunner {

  private TimedPointRunner() {}

  /**
   * Measures a point.
   *
   * @param steadiness asked where the warm-up goes on until the process is steady
   * @param meters makes a meter of what the run costs, that reports what it misses to the consumer
   * @param clients where it meets the other client processes of the point
   * @return whether there is a result
   */
  static <Q, R> boolean run(
      PointPlan plan,
      TimedLoad load,
      Workload<Q, R> workload,
      Steadiness steadiness,
      Function<Consumer<String>, CostMeter> meters,
      ClientBarrier clients,
      PointListener listener)
      throws InterruptedException {
    TimedLoop loop =
        new TimedLoop(PointRunner.threads(plan), steadiness)
            .watchedBy(listener.live())
            .readingCpu(ProcessCpu::ofThisProcess);
    CostMeter whole = meters.apply(listener::warning);
    // It asks the same server: warned once is enough.
    CostMeter window = meters.apply(line -> {}).whileCalling(load.window());
    HostWatch host = new HostWatch();
    ParentCpu parent = ParentCpu.ofThisProcess();
    List<Metered> metered = new ArrayList<>();
    Meter perWindow = collecting(host.around(window), window, host, metered);
    Rehearsal rehearsal = new Rehearsal(meters.apply(line -> {}).whileCalling(load.window()));
    // How many calls there will be is not known before: the share is judged at the end.
    long tolerated = plan.tolerated() == 0 ? 0 : Long.MAX_VALUE;
    TimedResult result;
    Meter counted = rehearsal.of(perWindow);
    if (!load.warmup().isZero()) {
      counted.rehearse(); // a short warm-up has no border of its own to do so
    }
    try (Callers<Q, R> callers = PointRunner.callers(plan, workload)) {
      result =
          loop.run(callers, workload.request(), load, tolerated, parent.around(whole), counted);
    }
    CallCounts calls = result.whole().calls();
    if (result.windows().size() < load.windows()
        || calls.notOk() > plan.tolerated() * calls.issued()
        || calls.ok() == 0) {
      listener.failed(PointRunner.failure(plan, 0, result.whole()));
      return false;
    }
    long answered = clients.sum(calls.ok());
    // Calls of a window that are open at its end are served in it and counted in the next: only the
    // whole run can be compared.
    SortedSet<String> ofAll = new TreeSet<>();
    PointRunner.flagServed(ofAll, whole.callsServed(), answered, calls);
    PointRunner.flagWay(ofAll, whole, answered, calls);
    if (!isSteady(result)) {
      ofAll.add(Flag.NOT_STEADY.label());
      if (result.settled()) {
        listener.warning(moved(result));
      }
    }
    for (int i = 0; i < load.windows(); i++) {
      LoadResult one = result.windows().get(i);
      listener.run(row(plan, workload, i, result, metered.get(i), ofAll, parent), one.latencies());
    }
    listener.series(result.series());
    listener.services(whole.services());
    parent.report(listener);
    return true;
  }

  private static String moved(TimedResult result) {
    return String.format(
        Locale.ROOT,
        "the process had settled, but its windows have %,.0f to %,.0f calls/s: not steady",
        rates(result).min().orElse(0),
        rates(result).max().orElse(0));
  }

  /** Good calls a second of each window. */
  private static DoubleStream rates(TimedResult result) {
    return result.windows().stream()
        .mapToDouble(
            window -> (double) window.calls().ok() * TimeUnit.SECONDS.toNanos(1) / window.nanos());
  }

  /**
   * Whether the process settled in its warm-up, and its windows agree as the warm-up's did then.
   * True where it was not requested.
   */
  static boolean isSteady(TimedResult result) {
    if (result.steadyFrom() == null) {
      return result.settled();
    }
    return SteadyState.isKept(rates(result).toArray());
  }

  /** Keeps what a meter says when a window ends, before the next begins. */
  private static Meter collecting(
      Meter inner, CostMeter window, HostWatch host, List<Metered> metered) {
    return new Meter() {
      @Override
      public void beforeGate() {
        inner.beforeGate();
      }

      @Override
      public void nextWindow() {
        inner.nextWindow();
        collect();
      }

      @Override
      public void afterLastReply() {
        inner.afterLastReply();
        collect();
      }

      private void collect() {
        metered.add(Metered.of(window, host.seen(window.knownCpuNanos(host.watchedNanos()))));
      }
    };
  }

  private static Run row(
      PointPlan plan,
      Workload<?, ?> workload,
      int order,
      TimedResult result,
      Metered metered,
      SortedSet<String> ofAll,
      ParentCpu parent) {
    LoadResult one = result.windows().get(order);
    SortedSet<String> flags = metered.flags(parent);
    flags.addAll(ofAll);
    PointRunner.flagUnderThreads(flags, one, plan.point());
    if (one.calls().timedOut() > 0) {
      flags.add(Flag.TIMED_OUT.label());
    }
    Circumstances circumstances =
        Circumstances.builder()
            .callsUnderWay(one.callsUnderWay())
            .steadyFrom(result.steadyFrom())
            .build();
    return PointRunner.row(plan, plan.point(), workload, order, one, null, metered, flags)
        .with(circumstances);
  }
}
