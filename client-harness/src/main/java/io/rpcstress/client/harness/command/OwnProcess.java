package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.console.LiveLine;
import io.rpcstress.client.harness.metrics.LiveTotals;
import io.rpcstress.client.harness.process.ChildErrors;
import io.rpcstress.client.harness.process.ClientsFile;
import io.rpcstress.client.harness.process.Listeners;
import io.rpcstress.engine.load.LiveCounts;
import io.rpcstress.engine.point.ClientBarrier;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.engine.point.PointRunner;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Measures a point in this very process, forked or not. */
final class OwnProcess {

  private OwnProcess() {}

  /**
   * Measures one point.
   *
   * @param watched whether a line is printed each second
   * @param counts the file that says meanwhile how many calls were made; null where nobody asks
   * @return whether every run succeeded; where not, the listeners were given the cause
   */
  static boolean measure(
      PointPlan plan, List<PointListener> listeners, boolean watched, @Nullable Path counts)
      throws InterruptedException {
    ClientBarrier clients = ClientsFile.ofThisProcess();
    if (!watched) {
      return PointRunner.run(plan, clients, Listeners.all(listeners, null));
    }
    LiveCounts live = new LiveCounts();
    LiveTotals totals = LiveTotals.to(counts);
    LiveLine line =
        LiveLine.start(live, ChildErrors.terminal(), seen -> totals.add(seen.ok(), seen.errors()));
    try {
      return PointRunner.run(plan, clients, Listeners.all(listeners, live));
    } finally {
      line.close();
      totals.close();
    }
  }
}
