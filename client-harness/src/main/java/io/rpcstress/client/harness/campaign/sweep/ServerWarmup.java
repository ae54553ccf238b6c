package io.rpcstress.client.harness.campaign.sweep;

import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.client.harness.process.ForkedPoint;
import io.rpcstress.client.harness.process.Gathered;
import io.rpcstress.contract.Greeting;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.TimedLoad;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Calls a server by a client process of its own, so that the measured client, which is cold, meets
 * a server that is not. Its calls are in nobody's numbers.
 */
public final class ServerWarmup {

  /**
   * Share of its calls that may fail. A listening socket with a short queue resets some of hundreds
   * of connections that come at once while its server is cold; that is no reason to leave it so.
   */
  private static final double TOLERATED = 0.1;

  /** Beyond its own time, how long a process may take to start, connect, and wait for a link. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private ServerWarmup() {}

  /** The loop that warms a server for so long: a client slow to connect leaves it no colder. */
  public static TimedLoad load(Duration warmup) {
    return new TimedLoad(PointPlans.CONNECTING, warmup, 1, null);
  }

  /**
   * Warms the server of a contender with the sweep's own calls, or with greet where those would
   * fill a broker: it is the server that has to get warm, and nothing before it.
   *
   * @param payload what the calls carry; null for what all points of the sweep do
   * @return the calls that were answered; empty where it failed, and then a line has said why
   */
  static OptionalLong warm(
      SweepPlan sweep,
      @Nullable String payload,
      Contender contender,
      int threads,
      PrintStream stderr)
      throws IOException, InterruptedException {
    Calls direct = sweep.calls().of(contender.own()).directly().fromHere();
    Calls calls =
        (payload == null ? direct : direct.carrying(payload))
            .withTolerated(Math.max(TOLERATED, direct.tolerate()))
            .withDefaultDeadline(); // a short one is for a warm server
    TimedLoad load = load(sweep.warmup());
    PointPlan plan;
    try {
      plan = plan(sweep, calls, contender, threads, load);
      if (fillsBroker(plan)) {
        calls = calls.ofOperation(Greeting.OPERATION.name());
        plan = plan(sweep, calls, contender, threads, load);
      }
    } catch (Misuse e) {
      stderr.printf("the server of %s could not be warmed: %s%n", contender.name(), e.getMessage());
      return OptionalLong.empty();
    }
    Gathered gathered =
        ForkedPoint.of(PointTask.of(plan, calls), load.total().plus(PATIENCE), stderr::println)
            .gathered();
    PointFailure failure = gathered.failure();
    if (failure != null) {
      stderr.printf(
          "the server of %s could not be warmed: %s%n", contender.name(), failure.detail());
      return OptionalLong.empty();
    }
    return OptionalLong.of(gathered.runs().stream().mapToLong(run -> run.calls().ok()).sum());
  }

  private static PointPlan plan(
      SweepPlan sweep, Calls calls, Contender contender, int threads, TimedLoad load) {
    return PointPlans.timed(calls, sweep.runs().alone(), List.of(contender.name()), threads, load)
        .get(0);
  }

  /**
   * Whether its calls wait for no reply, nor for a server: a broker would store them by millions.
   */
  private static boolean fillsBroker(PointPlan plan) {
    return plan.workload().operation().isOneWay()
        && plan.driver().isThroughBroker()
        && plan.driver().technology().operations().contains(Greeting.OPERATION.name());
  }
}
