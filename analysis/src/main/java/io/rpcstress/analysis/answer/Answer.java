package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.analysis.answer.Overview.Row;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.LoadShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The few lines that a person decides from. Immutable.
 *
 * @param conditions where and for what it holds: "On these hosts, for this payload: ..."
 * @param verdicts one a technology: how it stands to the baseline, how sure that is, where it flips
 * @param caveats what the lines do not say: unit of repetition, failed points, flags
 */
public record Answer(String conditions, List<VerdictInWords> verdicts, List<String> caveats) {

  /** Where the sizes of a load stand in its words. */
  private static final String SIZES = "\0";

  public List<String> lines() {
    return verdicts.stream().map(VerdictInWords::text).toList();
  }

  /**
   * What a sweep says at the load that is shown first of each loop: of steady processes, then of
   * the first seconds of a JVM, then of offered rates.
   */
  static Answer of(SweepData data, Verdicts verdicts, List<Overview> overviews) {
    List<VerdictInWords> lines = new ArrayList<>();
    for (Overview each : overviews) {
      if (each.chosen()) {
        Loads loads = Loads.of(data, each.shape());
        Map<String, List<Pair>> pairs =
            verdicts.of(each.shape()).stream()
                .collect(Collectors.groupingBy(pair -> loads.label(pair.cell().series())));
        for (Row row : each.judgedRows()) {
          List<Pair> ofRow = pairs.getOrDefault(row.label(), List.of());
          lines.add(new AnswerLine(each, row, loads, ofRow).words());
        }
        if (each.judgedRows().isEmpty()) {
          lines.add(VerdictInWords.alone(Headline.of(each)));
        }
      }
    }
    Searches.words(data).forEach(words -> lines.add(VerdictInWords.alone(words)));
    if (lines.isEmpty()) {
      lines.add(VerdictInWords.alone("No point has a result, so there is no answer."));
    }
    return new Answer(conditions(data), lines, Caveats.of(data, verdicts));
  }

  private static String conditions(SweepData data) {
    boolean both = !data.steady().isEmpty() && !data.cells().isEmpty();
    String load =
        Stream.of(LoadShape.TIMED, LoadShape.COUNTED, LoadShape.OPEN)
            .filter(shape -> !data.compared(shape).isEmpty())
            .map(
                shape ->
                    (both && shape != LoadShape.OPEN
                            ? Scope.of(data, shape).labelWithin() + ": "
                            : "")
                        + load(data, shape))
            .collect(Collectors.joining("; "));
    return "On these hosts, for this payload" + (load.isEmpty() ? "" : " (" + load + ")") + ":";
  }

  private static String load(SweepData data, LoadShape shape) {
    List<Cell> cells = data.compared(shape);
    String shared = data.shared(shape).words();
    String beside = shared.isEmpty() ? "" : ", " + shared;
    return switch (shape) {
      case COUNTED ->
          text(
              "%s%s, %s, %s",
              loads(cells, c -> "request mode " + c.point().requestMode().label()),
              beside,
              fromTo(data.threads(), "thread"),
              fromTo(data.requests(), "request"));
      case TIMED ->
          text(
              "%s%s, %s",
              loads(cells, c -> String.valueOf(c.point().timed())),
              beside,
              fromTo(cells.stream().map(c -> c.point().threadNum()).sorted().toList(), "thread"));
      case OPEN ->
          text(
              "%s, open loop, %s",
              cells.stream()
                  .map(OfferedLabels::operation)
                  .distinct()
                  .collect(Collectors.joining(" or ")),
              String.join(", ", OfferedLabels.loads(data)));
    };
  }

  private static String fromTo(List<Integer> ascending, String what) {
    int least = ascending.get(0);
    int most = ascending.get(ascending.size() - 1);
    return (least == most ? "" : least + " to ") + most + " " + what + (most == 1 ? "" : "s");
  }

  /** What calls did, in words, each load once; those that differ in their size alone together. */
  private static String loads(List<Cell> cells, Function<Cell, String> rest) {
    Map<String, Set<Long>> sizes = new TreeMap<>();
    for (Cell cell : cells) {
      Conditions conditions = cell.conditions();
      String load =
          conditions.operation() + SIZES + ", " + conditions.loop() + " loop, " + rest.apply(cell);
      Stream.ofNullable(conditions.payloadBytes())
          .forEach(sizes.computeIfAbsent(load, words -> new TreeSet<>())::add);
    }
    return sizes.entrySet().stream()
        .map(load -> load.getKey().replace(SIZES, sizes(load.getValue())))
        .collect(Collectors.joining("; or "));
  }

  private static String sizes(Set<Long> known) {
    return known.isEmpty()
        ? ""
        : known.stream().map(String::valueOf).collect(Collectors.joining(" or ", " of ", " bytes"));
  }
}
