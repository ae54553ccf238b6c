package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.analysis.answer.Overview.Row;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SharedDimensions;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Conditions;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
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

  public Answer {
    verdicts = List.copyOf(verdicts);
    caveats = List.copyOf(caveats);
  }

  /** Each verdict with what it rests on, a text each. */
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
    String steady = steadyLoad(data);
    String counted = countedLoad(data);
    boolean both = !steady.isEmpty() && !counted.isEmpty();
    String load =
        Stream.of(
                (both ? Scope.ofTimed(data).labelWithin() + ": " : "") + steady,
                (both ? Scope.FIRST_SECONDS.labelWithin() + ": " : "") + counted,
                openLoad(data))
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining("; "));
    return "On these hosts, for this payload" + (load.isEmpty() ? "" : " (" + load + ")") + ":";
  }

  private static String countedLoad(SweepData data) {
    if (data.cells().isEmpty()) {
      return "";
    }
    List<Integer> threads = data.threads();
    List<Integer> requests = data.requests();
    return loads(data.cells(), c -> "request mode " + c.point().requestMode().label())
        + beside(data.sharedOfCounted())
        + text(
            ", %s, %s",
            fromTo(threads.get(0), threads.get(threads.size() - 1), "thread"),
            fromTo(requests.get(0), requests.get(requests.size() - 1), "request"));
  }

  private static String steadyLoad(SweepData data) {
    if (data.steady().isEmpty()) {
      return "";
    }
    IntSummaryStatistics threads =
        data.steady().stream().mapToInt(c -> c.point().threadNum()).summaryStatistics();
    return loads(data.steady(), c -> String.valueOf(c.point().timed()))
        + beside(data.sharedOfTimed())
        + ", "
        + fromTo(threads.getMin(), threads.getMax(), "thread");
  }

  private static String beside(SharedDimensions shared) {
    String words = shared.words();
    return words.isEmpty() ? "" : ", " + words;
  }

  private static String openLoad(SweepData data) {
    if (data.open().isEmpty()) {
      return "";
    }
    return data.open().stream()
            .map(OfferedLabels::operation)
            .distinct()
            .collect(Collectors.joining(" or "))
        + ", open loop, "
        + String.join(", ", OfferedLabels.loads(data));
  }

  private static String fromTo(int least, int most, String what) {
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
