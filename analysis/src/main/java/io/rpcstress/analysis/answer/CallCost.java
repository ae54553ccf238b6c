package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.measure.LoadShape;
import java.util.function.ToDoubleFunction;

/**
 * What a good call of a cell costs, by the mean over the processes that no flag leaves out: what
 * the first screen, the summary and the chooser show. Immutable.
 *
 * @param client processor time, us
 * @param server likewise
 * @param between of the proxy or broker, likewise; no number where there is none
 * @param total of both hosts and of what lies between them, likewise; no number where a host's is
 *     not known
 * @param bytes over the wire, both ways
 */
public record CallCost(
    Estimate client, Estimate server, Estimate between, Estimate total, Estimate bytes) {

  public static CallCost of(Cell cell) {
    Sample client = clientOf(cell);
    Sample server = serverOf(cell);
    Sample between = Sample.of(cell, process -> process.perCall(Run::proxyCpuUs));
    Sample hosts = client.plus(server);
    return new CallCost(
        mean(cell, client),
        mean(cell, server),
        mean(cell, between),
        mean(cell, between.size() == 0 ? hosts : hosts.plus(between)),
        mean(cell, bytesOf(cell)));
  }

  static Sample clientOf(Cell cell) {
    return processorTime(cell, ProcessRuns::clientCpuUs, Explanation.clientCpuUs(cell));
  }

  static Sample serverOf(Cell cell) {
    return processorTime(cell, ProcessRuns::serverCpuUs, Explanation.serverCpuUs(cell));
  }

  static Sample bytesOf(Cell cell) {
    return Sample.of(cell, ProcessRuns::bytes);
  }

  /** Of a counted loop's short runs none where more was counted than there is. */
  private static Sample processorTime(
      Cell cell, ToDoubleFunction<ProcessRuns> what, double possible) {
    return cell.is(LoadShape.COUNTED) && Double.isNaN(possible)
        ? Sample.NONE
        : Sample.of(cell, what);
  }

  private static Estimate mean(Cell cell, Sample sample) {
    return Estimate.mean(sample, cell.point().toString().hashCode());
  }
}
