package io.rpcstress.engine.point;

import io.rpcstress.engine.load.Callers;
import io.rpcstress.engine.load.LoadResult;
import io.rpcstress.engine.load.Meter;
import io.rpcstress.engine.load.TimedLoop;
import io.rpcstress.engine.load.TimedResult;
import io.rpcstress.measure.CallCounts;
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
import java.util.stream.DoubleStream;

/** A point of a timed loop: one run a window. */
final class TimedPoint<Q, R> extends PointRun<Q, R> {

  private final TimedLoad load;

  TimedPoint(Setting<Q, R> setting, TimedLoad load) {
    super(setting);
    this.load = load;
  }

  @Override
  boolean run() throws InterruptedException {
    TimedLoop loop =
        new TimedLoop(threads(), SteadyState::find).readingCpu(ProcessCpu::ofThisProcess);
    CostMeter whole = meter(CostMeter.Borders.QUIET, listener::warning);
    CostMeter.Borders borders = CostMeter.Borders.whileCalling(load.window());
    // They ask the same server: warned once is enough.
    CostMeter window = meter(borders, line -> {});
    Rehearsal rehearsal = new Rehearsal(meter(borders, line -> {}), System::nanoTime);
    List<Metered> metered = new ArrayList<>();
    Meter counted =
        Meter.nested(rehearsal, Meter.nested(kept(window, metered), host.around(window)));
    if (!load.warmup().isZero()) {
      counted.rehearse(); // a short warm-up has no border of its own to do so
    }
    // How many calls there will be is not known before: the share is judged at the end.
    long tolerated = plan.tolerated() == 0 ? 0 : Long.MAX_VALUE;
    TimedResult result;
    try (Callers<Q, R> callers = callers()) {
      awaitEarlier(whole);
      Meter all = Meter.nested(parent, whole);
      result = loop.run(callers, workload.request(), load, tolerated, all, counted);
      awaitServed(whole, result.whole().calls().ok());
    }
    CallCounts calls = result.whole().calls();
    if (result.windows().size() < load.windows()
        || calls.notOk() > plan.tolerated() * calls.issued()
        || calls.ok() == 0) {
      return failed("warm-up and windows", true, result.whole());
    }
    long answered = clients.sum(calls.ok());
    // Calls of a window that are open at its end are served in it and counted in the next: only the
    // whole run can be compared.
    SortedSet<String> ofAll = new TreeSet<>();
    flagCounts(ofAll, whole.callsServed(), answered, whole, answered, calls);
    if (!isSteady(result)) {
      ofAll.add(Flag.NOT_STEADY.label());
      if (result.settled()) {
        listener.warning(moved(result));
      }
    }
    for (int i = 0; i < load.windows(); i++) {
      listener.run(row(i, result, metered.get(i), ofAll), result.windows().get(i).latencies());
    }
    listener.series(result.series());
    listener.parts(result.parts());
    listener.services(whole.services());
    reportParent();
    return true;
  }

  /** Keeps what a meter inside of it reads when a window ends, before the next begins. */
  private Meter kept(CostMeter window, List<Metered> metered) {
    return new Meter() {
      @Override
      public void nextWindow() {
        afterLastReply();
      }

      @Override
      public void afterLastReply() {
        metered.add(Metered.of(window, host.seen(window.knownCpuNanos(host.watchedNanos()))));
      }
    };
  }

  private static String moved(TimedResult result) {
    return String.format(
        Locale.ROOT,
        "the process had settled, but its windows have %,.0f to %,.0f calls/s: not steady",
        rates(result).min().orElse(0),
        rates(result).max().orElse(0));
  }

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
    return result.steadyFrom() == null
        ? result.settled()
        : SteadyState.isKept(rates(result).toArray());
  }

  private Run row(int order, TimedResult result, Metered metered, SortedSet<String> ofAll) {
    LoadResult one = result.windows().get(order);
    SortedSet<String> flags = metered.flags(parent);
    flags.addAll(ofAll);
    flagUnderThreads(flags, one, plan.point());
    if (one.calls().timedOut() > 0) {
      flags.add(Flag.TIMED_OUT.label());
    }
    return row(
        plan.point(),
        order,
        one,
        workload.operation().isOneWay() ? metered.served() : null,
        metered,
        flags,
        one.callsUnderWay(),
        result.steadyFrom());
  }
}
