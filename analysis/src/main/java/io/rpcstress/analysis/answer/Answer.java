package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The few lines that a person decides from. Immutable.
 *
 * @param conditions where and for what it holds: "On these hosts, for this payload: ..."
 * @param lines one a technology: how it stands to the baseline, how sure that is, where it flips;
 *     what comes before the first colon decides
 * @param caveats what the lines do not say: unit of repetition, failed points, flags
 */
public record Answer(String conditions, List<String> lines, List<String> caveats) {

  /** Copies the lists. */
  public Answer {
    lines = List.copyOf(lines);
    caveats = List.copyOf(caveats);
  }

  /** What a sweep says. */
  public static Answer of(SweepData data) {
    Series baseline = data.baseline().orElse(null);
    if (baseline == null || data.cells().isEmpty()) {
      String nothing =
          !data.steady().isEmpty()
              ? "No point of a counted loop has a result: see the table of the timed ones."
              : data.openRuns().isEmpty() && data.searches().isEmpty()
                  ? "No point has a result, so nothing can be said."
                  : "No point of a closed loop has a result: see the open loop's.";
      return new Answer(conditions(data), List.of(nothing), Caveats.of(data, List.of()));
    }
    List<Series> others = data.series().stream().filter(s -> !s.equals(baseline)).toList();
    List<Comparison> comparisons =
        Comparison.ofOneReport(others.stream().map(o -> compare(data, baseline, o)).toList());
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < others.size(); i++) {
      String them = others.get(i).label();
      lines.add(new AnswerLine(baseline.label(), them, comparisons.get(i)).text());
    }
    if (lines.isEmpty()) {
      lines.add("Only " + baseline.label() + " was measured: there is nothing to compare it with.");
    }
    return new Answer(conditions(data), lines, Caveats.of(data, comparisons));
  }

  /** Every point that both have, soundly, in the same request mode. */
  static Comparison compare(SweepData data, Series baseline, Series other) {
    Map<Point, Cell> byPoint = data.byPoint();
    List<Cell> cells = new ArrayList<>();
    List<Cell> references = new ArrayList<>();
    for (Cell cell : data.of(other)) {
      Point p = cell.point();
      Cell reference =
          byPoint.get(p.of(baseline.technology(), baseline.variant()).with(baseline.dimensions()));
      if (reference != null && cell.isSound() && reference.isSound()) {
        cells.add(cell);
        references.add(reference);
      }
    }
    return Comparison.of(cells, references);
  }

  private static String conditions(SweepData data) {
    String load =
        data.cells().stream()
            .map(c -> load(c.conditions()) + ", request mode " + c.point().requestMode().label())
            .distinct()
            .sorted()
            .collect(Collectors.joining("; or "));
    List<Integer> threads = data.threads();
    List<Integer> requests = data.requests();
    String grid =
        threads.isEmpty()
            ? ""
            : text(
                ", %s threads, %s requests",
                fromTo(threads.get(0), threads.get(threads.size() - 1)),
                fromTo(requests.get(0), requests.get(requests.size() - 1)));
    return "On these hosts, for this payload"
        + (load.isEmpty() ? "" : " (" + load + grid + ")")
        + ":";
  }

  private static String fromTo(int least, int most) {
    return least == most ? Integer.toString(least) : least + " to " + most;
  }

  private static String load(Conditions c) {
    Long bytes = c.payloadBytes();
    return c.operation()
        + (bytes == null ? "" : " of " + bytes + " bytes")
        + ", "
        + c.loop()
        + " loop";
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
