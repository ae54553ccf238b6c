package io.rpcstress.client.harness.campaign.search;

import io.rpcstress.client.harness.campaign.search.NextRate.Stage;
import io.rpcstress.client.harness.campaign.search.RateSearch.Loads;
import io.rpcstress.client.harness.campaign.search.RateSearch.Output;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.process.ForkedPoint;
import io.rpcstress.client.harness.process.Gathered;
import io.rpcstress.client.harness.process.PointRecord;
import io.rpcstress.client.harness.process.WarmClient;
import io.rpcstress.engine.point.PointPlan;
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

  /** Whether the warm process has offered rates since it called at full speed. */
  private boolean hasOffered;

  ProbeProcesses(Loads loads, Output output) {
    this.loads = loads;
    this.output = output;
  }

  Gathered closedLoop(PointTask task) throws IOException, InterruptedException {
    return measured(task, output.stderr()::println);
  }

  Gathered probe(int rate, int number, Stage stage, Calls calls)
      throws IOException, InterruptedException {
    boolean fresh = !stage.explores();
    if (fresh) {
      close(); // nothing else runs beside it
    }
    PointPlan plan = loads.plan(rate, number, calls, fresh || !hasOffered);
    PointTask task = loads.task(plan, calls);
    PointRecord log = new PointRecord(plan.point(), output.out(), "", output.stderr(), true, null);
    if (fresh) {
      return ForkedPoint.of(task, calls.timeout(), log::log).gathered();
    }
    Gathered gathered = measured(task, log::log);
    if (gathered.failure() == null && warm != null) {
      hasOffered = true;
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
    hasOffered = false;
  }
}
