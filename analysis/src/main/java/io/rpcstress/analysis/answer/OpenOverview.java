package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.answer.OpenComparison.Level;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.answer.Overviews.Judged;
import io.rpcstress.analysis.answer.Overviews.Line;
import io.rpcstress.analysis.answer.Overviews.Measured;
import io.rpcstress.analysis.model.OpenResult;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Point;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The overview of a sweep's open loops: response times and costs, each at its own load, since an
 * open loop's time is one of its arrivals, rate and warm-up.
 */
final class OpenOverview {

  private OpenOverview() {}

  /**
   * Makes it.
   *
   * @param data with open loops
   */
  static Overview of(SweepData data, List<Comparison<List<OpenResult>>> verdicts) {
    Map<String, Judged> judged = new LinkedHashMap<>();
    for (Comparison<List<OpenResult>> each : verdicts) {
      judged.put(
          each.them(),
          Judged.of(each.verdict(), String.join("; ", each.withheld()), each.overall()));
    }
    Level first = OpenComparison.level(data);
    List<Measured> measured = new ArrayList<>();
    measured.add(times(data, first));
    measured.add(times(data, first == Level.P99 ? Level.P50 : Level.P99));
    measured.add(cost(data, "client-cpu", "client CPU", OpenResult::clientCpuUs));
    measured.add(cost(data, "server-cpu", "server CPU", OpenResult::serverCpuUs));
    measured.add(cost(data, "bytes", "bytes", OpenResult::bytes));
    return Overviews.overview(Scope.OPEN, OpenComparison.baseline(data).name(), judged, measured);
  }

  private static Measured times(SweepData data, Level level) {
    return new Measured(
        level == Level.P99 ? "p99" : "p50",
        level == Level.P99 ? "p99 response time" : "median response time",
        true,
        lines(data, runs -> OpenComparison.response(runs, level)));
  }

  private static Measured cost(
      SweepData data, String id, String what, Function<OpenResult, @Nullable Double> value) {
    return new Measured(
        id,
        what + " of a call",
        true,
        lines(data, runs -> Sample.of(OpenComparison.valid(runs), value)));
  }

  private static List<Line> lines(SweepData data, Function<List<OpenResult>, Sample> sample) {
    Map<String, Line> lines = new LinkedHashMap<>();
    OpenComparison.byCell(data)
        .forEach(
            (load, runs) -> {
              OpenResult run = runs.get(0);
              String label = OfferedLabels.of(run, data);
              Line line =
                  lines.computeIfAbsent(
                      label,
                      l ->
                          new Line(
                              l,
                              run.series().technology(),
                              run.series().name(),
                              new LinkedHashMap<>()));
              Sample found = sample.apply(runs);
              if (found.size() > 0) {
                line.samples().put(load.of("any", Point.EXAMPLE), found);
              }
            });
    return List.copyOf(lines.values());
  }
}
