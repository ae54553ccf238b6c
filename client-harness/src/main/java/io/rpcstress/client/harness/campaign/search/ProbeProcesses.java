package io.rpcstress.client.harness.campaign.search;

import io.rpcstress.client.harness.campaign.search.NextRate.Stage;
import io.rpcstress.client.harness.campaign.search.RateSearch.Loads;
import io.rpcstress.client.harness.campaign.search.RateSearch.Output;
import io.rpcstress.client.harness.campaign.search.RateSearch.ProcessState;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.process.ForkedPoint;
import io.rpcstress.client.harness.process.Gathered;
import io.rpcstress.client.harness.process.PointRecord;
import io.rpcstress.client.harness.process.WarmClient;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.engine.point.PointRunner;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The processes that a search's probes are made in. One warm process explores: it calls at full
 * speed once, and not before each rate. What confirms gets a process of its own, since probes of
 * one process are one sample. Used by one thread.
 */
final class ProbeProcesses implements AutoCloseable {

  private final Loads loads;
  private final Output output;
  private @Nullable WarmClient warm;

  /** Of the warm process, or the next one to be. */
  private ProcessState explorer = ProcessState.EXPLORES;

  ProbeProcesses(Loads loads, Output output) {
    this.loads = loads;
    this.output = output;
  }

  Gathered closedLoop(PointTask task) throws IOException, InterruptedException {
    Consumer<String> stderr = output.stderr()::println;
    return output.isFresh(Stage.DESCENT)
        ? ForkedPoint.of(task, task.calls().timeout(), stderr).gathered()
        : measured(task, stderr);
  }

  Gathered probe(int rate, int number, Stage stage, Calls calls)
      throws IOException, InterruptedException {
    if (!output.fork()) {
      Gathered gathered = new Gathered();
      boolean unused = PointRunner.run(loads.plan(rate, number, calls, ProcessState.NEW), gathered);
      return gathered;
    }
    boolean fresh = output.isFresh(stage);
    if (fresh) {
      close(); // nothing else runs beside it
    }
    PointPlan plan = loads.plan(rate, number, calls, fresh ? ProcessState.NEW : explorer);
    PointTask task = loads.task(plan, calls);
    PointRecord log = new PointRecord(plan.point(), output.out(), "", output.stderr(), true, null);
    if (fresh) {
      return ForkedPoint.of(task, calls.timeout(), log::log).gathered();
    }
    Gathered gathered = measured(task, log::log);
    if (gathered.failure() == null && warm != null) {
      explorer = ProcessState.OFFERED_RATES;
    }
    return gathered;
  }

  private Gathered measured(PointTask task, Consumer<String> stderr)
      throws IOException, InterruptedException {
    WarmClient client = warm;
    if (client == null) {
      client = WarmClient.start(task, stderr);
      warm = client;
    }
    Gathered gathered = new Gathered();
    boolean unused = client.run(task, gathered);
    if (!client.isUsable()) {
      close();
    }
    return gathered;
  }

  /** Ends the warm process; the next rate that is explored has a new one. */
  @Override
  public void close() {
    WarmClient client = warm;
    if (client != null) {
      client.close();
    }
    warm = null;
    explorer = ProcessState.EXPLORES;
  }
}
