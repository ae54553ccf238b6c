package io.rpcstress.client.harness.campaign.sweep;

import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.ClosedRuns;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.process.ForkedPoint;
import io.rpcstress.client.harness.process.Gathered;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointPlan;
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
final class ServerWarmup {

  /**
   * Share of its calls that may fail. A listening socket with a short queue resets some of hundreds
   * of connections that come at once while its server is cold; that is no reason to leave it so.
   */
  static final double TOLERATED = 0.1;

  /** Beyond its own time, how long a process may take to start, connect, and wait for a link. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /**
   * Its runs' time ends it, and what is between them is not in it: hundreds of threads that make
   * short runs need half as much again.
   */
  private static final int OWN_TIMES = 2;

  private final Calls calls;
  private final ClosedRuns runs;
  private final Duration time;
  private final PrintStream stderr;

  ServerWarmup(SweepPlan plan, @Nullable String payload, Duration time, PrintStream stderr) {
    this.calls = calls(plan.calls(), payload);
    this.runs = plan.runs().alone(); // it is time that ends the process
    this.time = time;
    this.stderr = stderr;
  }

  /** What a server is warmed with: it is the server that has to get warm, and nothing before it. */
  static Calls calls(Calls measured, @Nullable String payload) {
    Calls direct = measured.directly().fromHere();
    Calls carrying = payload == null ? direct : direct.carrying(payload);
    return carrying.withTolerated(Math.max(TOLERATED, measured.tolerate()));
  }

  /**
   * Warms the server of a contender.
   *
   * @param threads calling threads
   * @return the calls that were answered; empty where it failed, and then a line has said why
   */
  OptionalLong warm(String contender, int threads) throws IOException, InterruptedException {
    Gathered gathered = new Gathered();
    PointPlan plan;
    try {
      plan = PointPlans.closed(calls, runs, List.of(contender), threads, threads).get(0);
    } catch (Misuse e) {
      stderr.printf("the server of %s could not be warmed: %s%n", contender, e.getMessage());
      return OptionalLong.empty();
    }
    boolean whole =
        ForkedPoint.of(
                PointTask.of(plan, calls).endingAfter(time),
                time.multipliedBy(OWN_TIMES).plus(PATIENCE),
                stderr::println)
            .run(gathered);
    if (!whole) {
      PointFailure failure = gathered.failure();
      stderr.printf(
          "the server of %s could not be warmed: %s%n",
          contender, failure == null ? "no reason was given" : failure.detail());
      return OptionalLong.empty();
    }
    return OptionalLong.of(gathered.runs().stream().mapToLong(run -> run.calls().ok()).sum());
  }
}
