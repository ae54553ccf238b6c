package io.rpcstress.engine.point;

import io.rpcstress.engine.load.Callers;
import io.rpcstress.engine.load.ClosedLoop;
import io.rpcstress.engine.load.LoadResult;
import io.rpcstress.engine.load.Meter;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SelfWatch;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** A point of a counted loop: order 0 to the last, on connections that stay. */
final class CountedPoint<Q, R> extends PointRun<Q, R> {

  CountedPoint(Setting<Q, R> setting) {
    super(setting);
  }

  /** Stops at the first run that fails. */
  @Override
  boolean run() throws InterruptedException {
    ClosedLoop loop = new ClosedLoop(threads());
    CostMeter meter = meter(CostMeter.Borders.QUIET, listener::warning);
    Meter watched = Meter.nested(parent, host.around(meter));
    Point point = plan.point();
    long tolerated = tolerated(point.calls());
    try (Callers<Q, R> callers = callers()) {
      for (int order = 0; order < plan.runs(); order++) {
        awaitEarlier(meter);
        LoadResult result =
            loop.run(
                callers,
                workload.request(),
                point.requestMode(),
                point.requestNum(),
                tolerated,
                watched);
        // A thread that could not start or come back leaves calls abandoned, so one sum is enough.
        if (result.calls().notOk() > tolerated) {
          return failed("order " + order, order == 0, result);
        }
        listener.run(row(order, result, meter), result.latencies());
      }
    }
    listener.services(meter.services());
    reportParent();
    return true;
  }

  private Run row(int order, LoadResult result, CostMeter meter) throws InterruptedException {
    Point point = plan.point();
    SelfWatch watch = host.seen(meter.knownCpuNanos());
    awaitServed(meter, result.calls().ok());
    long answered = clients.sum(result.calls().ok());
    Metered metered = Metered.of(meter, watch);
    @Nullable Long served = metered.served();
    SortedSet<String> flags = metered.flags(parent);
    flagCounts(flags, served, answered, meter, answered, result.calls());
    flagUnderThreads(flags, result, point);
    // The first calls, which wait for connections and for each other at the gate, are then in
    // every percentile.
    if (point.calls() < (long) Run.MIN_CALLS_EACH * point.threadNum() * point.inFlight()) {
      flags.add(Flag.FEW_CALLS.label());
    }
    return row(point, order, result, served, metered, flags, result.callsUnderWay(), null);
  }
}
