package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.statistics.Interval;
import java.util.function.ToDoubleFunction;

/**
 * What a good call of a cell costs: of all good calls together of the processes that no flag leaves
 * out, as in every table, so that parts add up; the interval is that of the processes' mean, where
 * that spans it. Immutable.
 *
 * @param client processor time, us
 * @param server likewise
 * @param between of the proxy or broker, likewise; no number where there is none, or where it is
 *     not known
 * @param total of both hosts and of what lies between them, likewise; no number where a part of it
 *     is not known
 * @param bytes over the wire, both ways
 * @param compiling the share that the compilers of both JVMs took, 0 to 1, of {@code total}, or
 *     where that is not known for what lies between alone, of both hosts' time; no number where
 *     theirs is not known
 */
public record CallCost(
    Estimate client,
    Estimate server,
    Estimate between,
    Estimate total,
    Estimate bytes,
    double compiling) {

  public static CallCost of(Cell cell) {
    return new CallCost(
        client(cell),
        server(cell),
        around(
            cell.perCall(Run::proxyCpuUs),
            cell,
            Sample.of(cell, process -> process.perCall(Run::proxyCpuUs))),
        around(totalUs(cell), cell, totalOf(cell)),
        around(cell.perCall(Run::bytes), cell, bytesOf(cell)),
        compiling(cell));
  }

  /** The total for a call of one cell by that of another; no number where a part is not known. */
  public static Estimate ratio(Cell cell, Cell other) {
    return totalOf(cell).by(totalOf(other), Sample.salt(cell.point(), other.point()));
  }

  public static Estimate client(Cell cell) {
    return around(cell.clientCpuUs(), cell, clientOf(cell));
  }

  public static Estimate server(Cell cell) {
    return around(cell.serverCpuUs(), cell, serverOf(cell));
  }

  static double compiling(Cell cell) {
    return isUnknownAtAHost(cell)
        ? Double.NaN
        : (cell.perCall(Run::clientCompileUs) + cell.perCall(Run::serverCompileUs))
            / (isUnread(cell) ? hostsUs(cell) : totalUs(cell));
  }

  /** Whether the total is not known for one reason: what a proxy or broker used was not read. */
  public static boolean isUnread(Cell cell) {
    return isCarried(cell)
        && !isUnknownAtAHost(cell)
        && cell.counted().stream().anyMatch(run -> run.proxyCpuUs() == null);
  }

  private static boolean isUnknownAtAHost(Cell cell) {
    return clientOf(cell).size() == 0 || serverOf(cell).size() == 0;
  }

  /** Whether a proxy or broker carries the calls of a cell: a part of their cost, known or not. */
  public static boolean isCarried(Cell cell) {
    return cell.point().dimensions().has(Dimension.PATH)
        || Series.isBrokered(cell.point().technology())
        || cell.counted().stream().anyMatch(run -> run.proxyCpuUs() != null);
  }

  private static Sample totalOf(Cell cell) {
    if (isUnknownAtAHost(cell)) {
      return Sample.NONE;
    }
    boolean isCarried = isCarried(cell);
    return Sample.of(
        cell,
        each ->
            each.clientCpuUs()
                + each.serverCpuUs()
                + (isCarried ? each.perCall(Run::proxyCpuUs) : 0));
  }

  public static double totalUs(Cell cell) {
    return hostsUs(cell) + (isCarried(cell) ? cell.perCall(Run::proxyCpuUs) : 0);
  }

  private static double hostsUs(Cell cell) {
    return cell.clientCpuUs() + cell.serverCpuUs();
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

  /** Without an interval where processes of many calls cost so much more or less than others. */
  private static Estimate around(double value, Cell cell, Sample sample) {
    Estimate mean = Estimate.mean(sample, cell.point().toString().hashCode());
    Interval of = mean.interval();
    return sample.size() == 0
        ? mean
        : new Estimate(
            of.spans(value) ? new Interval(value, of.low(), of.high()) : Interval.unknown(value),
            mean.unit());
  }
}
