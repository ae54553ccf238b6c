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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What makes a sweep's numbers doubtful, for a terminal: a line a cause, with how often. */
public final class Doubts {

  private static final double PERCENT = 100;

  /** From this share on the processor time of a call is not that of a warm process. */
  private static final double COMPILING = 0.1;

  private Doubts() {}

  public static List<String> of(SweepData data) {
    List<String> lines = new ArrayList<>();
    for (LoadShape shape : LoadShape.values()) {
      List<Cell> cells = data.compared(shape);
      Flags.points(cells).entrySet().stream()
          .filter(flag -> !Flags.explains(flag.getKey()))
          .forEach(
              flag ->
                  lines.add(
                      text(
                          "%d of %d points: %s (%s)",
                          flag.getValue(),
                          cells.size(),
                          flag.getKey(),
                          Flags.cause(flag.getKey()))));
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
    addSessions(lines, data);
    lines.addAll(ofNames(data));
    return lines;
  }

  /** Processes of several sessions spread more than those that the first intervals were of. */
  private static void addSessions(List<String> lines, SweepData data) {
    String starts = data.sweep().fact("", SweepFile.SESSIONS).orElse("");
    int sessions = starts.split("\"start\":", -1).length - 1;
    if (sessions > 1 && data.all().stream().anyMatch(cell -> cell.processes().size() > 1)) {
      lines.add(
          text(
              "measured in %d sessions: from one to the next a number, such as the processor time"
                  + " a call, can move by more than its interval",
              sessions));
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

  /** Of a cell the share of its processor time that compilers took. */
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
