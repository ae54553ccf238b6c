package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.record.SweepFile;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What makes a sweep's numbers doubtful, for a terminal: a line a cause, with how often. */
public final class Doubts {

  private static final double PERCENT = 100;

  /** From this share on the processor time of a call is not that of a warm process. */
  private static final double COMPILING = 0.1;

  /** In the list of the sweep's starts, with its day. */
  private static final Pattern START =
      Pattern.compile("\"start\" *: *\"([0-9]{4}-[0-9]{2}-[0-9]{2})T");

  private Doubts() {}

  public static List<String> of(SweepData data) {
    List<String> lines = new ArrayList<>();
    for (LoadShape shape : LoadShape.values()) {
      List<Cell> cells = data.compared(shape);
      Flags.points(cells)
          .forEach(
              (flag, n) -> {
                if (!Flags.explains(flag)) {
                  add(lines, n, cells.size(), text("%s (%s)", flag, Flags.cause(flag)));
                }
              });
    }
    add(
        lines,
        data.steady().stream().filter(cell -> !cell.steadyIsShown()).count(),
        data.steady().size(),
        "the steady state is assumed, not shown");
    Stream<Cell> unsettled = data.steady().stream().filter(cell -> !cell.hasSettled());
    add(lines, unsettled.count(), data.steady().size(), "not every process settled");
    List<Compiled> compiling =
        Stream.of(data.steady(), data.open())
            .flatMap(List::stream)
            .map(cell -> new Compiled(cell, CallCost.compiling(cell)))
            .filter(each -> each.share() >= COMPILING)
            .toList();
    add(
        lines,
        compiling.size(),
        data.steady().size() + data.open().size(),
        text(
            "JIT compilers took up to %.0f %% of the processor time a call; a longer %s leaves them"
                + " less",
            PERCENT * compiling.stream().mapToDouble(Compiled::share).max().orElse(0),
            compiling.stream()
                .map(Compiled::warmup)
                .distinct()
                .collect(Collectors.joining(" or "))));
    int failed = data.countOfFailedPoints();
    add(lines, failed, data.all().size() + failed, "no result");
    if (data.measuredAgain() > 0) {
      lines.add(text("failures that were measured again: %d (invalid/)", data.measuredAgain()));
    }
    if (!data.badRows().isEmpty()) {
      lines.add(text("%d places in the raw files could not be read", data.badRows().size()));
    }
    addStarts(lines, data);
    lines.addAll(ofNames(data));
    return lines;
  }

  /**
   * Processes spread more where the sweep was started again between them: another day moves them
   * most, but also servers that were started anew.
   */
  private static void addStarts(List<String> lines, SweepData data) {
    List<String> days =
        START
            .matcher(data.sweep().fact("", SweepFile.SESSIONS).orElse(""))
            .results()
            .map(start -> start.group(1))
            .toList();
    if (days.size() > 1 && data.all().stream().anyMatch(cell -> cell.processes().size() > 1)) {
      long different = days.stream().distinct().count();
      lines.add(
          text(
              "the sweep was started %d times, on %d day%s: from one start to the next a number,"
                  + " such as the processor time a call, can move by more than its interval",
              days.size(), different, different == 1 ? "" : "s"));
    }
  }

  /** What a reader has to know of the technologies that are named in an answer. */
  static List<String> ofNames(SweepData data) {
    List<String> names = data.measured().stream().map(Series::name).distinct().toList();
    List<String> notes = new ArrayList<>();
    if (data.measured().stream().map(Series::technology).distinct().count() > 1
        && names.stream().map(Overview::technology).anyMatch(Series.RPCX::equals)) {
      notes.add("rpcx is this project's own library and was optimised against this benchmark.");
    }
    List<String> variants = names.stream().filter(name -> name.contains("@")).toList();
    if (!variants.isEmpty()) {
      notes.add(
          text(
              "A name with @ is a variant, whose settings are not those of its library's example"
                  + " (%s): client-harness list and docs/technologies.md say what is set.",
              String.join(", ", variants)));
    }
    return notes;
  }

  private record Compiled(Cell cell, double share) {

    /** The options that say how long its processes were warmed up. */
    String warmup() {
      return cell.is(LoadShape.OPEN)
          ? "--full-speed or --warmup"
          : cell.steadyIsShown() ? "--warmup-cap" : "--warmup";
    }
  }

  private static void add(List<String> lines, long n, int all, String what) {
    if (n > 0) {
      lines.add(text("%d of %d points: %s", n, all, what));
    }
  }
}
