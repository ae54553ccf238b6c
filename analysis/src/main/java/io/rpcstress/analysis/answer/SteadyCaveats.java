package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.model.Sentence.text;
import static java.util.stream.Collectors.joining;

import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SteadyProcess;
import io.rpcstress.analysis.model.SweepData;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the lines on steady processes do not say: who is left out, and what is only assumed. */
final class SteadyCaveats {

  private SteadyCaveats() {}

  /** Of a sweep with timed loops. */
  static List<String> of(SweepData data, int family) {
    List<String> caveats = new ArrayList<>();
    caveats.add(processes(data));
    long assumed = data.steady().stream().filter(c -> !c.steadyIsShown()).count();
    if (assumed > 0) {
      caveats.add(
          text(
              "At %d of %d points of timed loops nobody asked for the steady state (--until-steady): it is"
                  + " assumed from the length of the warm-up, not shown, and carries no verdict.",
              assumed, data.steady().size()));
    }
    if (data.steady().stream().map(SteadyCell::series).distinct().count() > 1) {
      Caveats.power(data.steady().stream().map(SteadyCaveats::rates).toList(), family)
          .map(power -> Overview.Scope.ofTimed(data).label() + ": " + power)
          .ifPresent(caveats::add);
    }
    if (!data.steadyFailures().isEmpty()) {
      caveats.add(
          data.steadyFailures().size()
              + " processes of timed loops gave no result: listed, and in no number.");
    }
    return caveats;
  }

  /** How many processes were not shown steady: why numbers of all of them carry no verdict. */
  static String notSettled(List<SteadyCell> cells) {
    int all = cells.stream().mapToInt(c -> c.processes().size()).sum();
    int settled = cells.stream().mapToInt(c -> c.settled().size()).sum();
    return text("%d of %d processes were not shown steady", all - settled, all);
  }

  /** Once by cause. */
  private static String processes(SweepData data) {
    List<SteadyCell> cells = data.steady();
    SortedMap<String, Integer> causes = new TreeMap<>();
    cells.forEach(
        c -> c.leftOut().forEach((flag, count) -> causes.merge(flag, count, Integer::sum)));
    int all = cells.stream().mapToInt(c -> c.processes().size()).sum();
    int valid = cells.stream().mapToInt(c -> c.valid().size()).sum();
    return Overview.Scope.ofTimed(data).label()
        + text(
            ": numbers are of %d of %d processes, all windows of each together: intervals are over"
                + " processes (server starts where the rows name several), never over windows.",
            valid, all)
        + (causes.isEmpty()
            ? ""
            : causes.entrySet().stream()
                .map(e -> e.getValue() + " by " + e.getKey())
                .collect(joining(", ", " Left out by cause: ", ".")));
  }

  private static double[] rates(SteadyCell cell) {
    return cell.hasRate() ? Sample.of(cell, SteadyProcess::callsPerSecond).values() : new double[0];
  }
}
