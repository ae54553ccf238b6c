package io.rpcstress.analysis.summary;

import static io.rpcstress.analysis.model.Sentence.text;
import static java.util.stream.Collectors.joining;

import io.rpcstress.analysis.answer.CallCost;
import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.answer.Headline;
import io.rpcstress.analysis.answer.Loads;
import io.rpcstress.analysis.answer.Overview;
import io.rpcstress.analysis.answer.Overview.Measure;
import io.rpcstress.analysis.answer.Overview.Own;
import io.rpcstress.analysis.answer.Overview.Row;
import io.rpcstress.analysis.figure.ConditionsText;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.MeasuringLine;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Words;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.analysis.table.TableFiles;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** A sweep's summary as Markdown: what it shows, of what, and how to measure it again. */
public final class SummaryText {

  private static final MathContext THREE_DIGITS = new MathContext(3);

  private SummaryText() {}

  public static String of(SweepData data, Findings findings) {
    StringBuilder text = new StringBuilder();
    text.append("# ").append(TableFiles.escaped(data.sweep().name())).append("\n\n");
    if (findings.overviews().isEmpty()) {
      findings.answer().lines().forEach(line -> text.append("**").append(line).append("**\n\n"));
    }
    for (Overview each : findings.chosen()) {
      text.append(question(each)).append("\n\n");
      text.append("**").append(Headline.of(each)).append("**\n\n");
    }
    for (Overview each : findings.chosen()) {
      text.append(table(each, data));
    }
    bullets(text, "Flags, by cause", flags(data));
    bullets(text, "How it was measured", how(data, findings));
    return text.toString();
  }

  private static String question(Overview overview) {
    return text(
        "Question: how do %s compare by %s?",
        String.join(", ", overview.baselines()), overview.measures().get(0).label());
  }

  /**
   * Its tables alone, for a document of the user's: each above a line that says what it shows, and
   * has the floors, which are no choice.
   */
  public static String tables(SweepData data, Findings findings) {
    return findings.chosen().stream()
        .filter(each -> !each.judgedRows().isEmpty())
        .map(each -> captioned(rows(each, each.choices(), data), Headline.floors(each)))
        .collect(joining("\n"));
  }

  private static String captioned(Table table, String floors) {
    String below = floors.isEmpty() ? "" : " Floor: " + floors + ".";
    return "%s\n*%s.%s*\n".formatted(TableFiles.grid(table), table.title(), below);
  }

  /** A table with an empty line behind it; empty where there is no row. */
  private static String table(Overview overview, SweepData data) {
    return overview.judgedRows().isEmpty()
        ? ""
        : TableFiles.markdown(rows(overview, overview.judgedRows(), data)) + '\n';
  }

  private static Table rows(Overview overview, List<Row> shown, SweepData data) {
    Loads loads = Loads.of(data, overview.shape());
    Measure time = overview.measures().get(0);
    List<Cell> baseline =
        cells(overview, loads, s -> loads.subject(s).equals(Overview.name(overview.baseline())));
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            overview.baseline(),
            own(overview, overview.baseline(), time.id()),
            "1",
            "",
            "",
            "baseline",
            processorTime(baseline),
            own(overview, overview.baseline(), "bytes"),
            connections(baseline)));
    for (Row row : shown) {
      List<Cell> own = cells(overview, loads, s -> loads.label(s).equals(row.label()));
      rows.add(
          List.of(
              row.label(),
              own(overview, row.label(), time.id()),
              row.hasNumber() ? text("%.2f", row.value()) : "",
              interval(row),
              row.processes() == 0 ? "" : Integer.toString(row.processes()),
              row.standing(),
              processorTime(own),
              own(overview, row.label(), "bytes"),
              connections(own)));
    }
    Words words =
        Words.of(SummaryText.class, "rows")
            .with("at", overview.at())
            .with("measure", time.label())
            .with("baseline", overview.baseline())
            .when("ways", overview.hasSeveralWays())
            .with(
                "units",
                shown.stream()
                    .map(row -> row.estimate().unit().label())
                    .distinct()
                    .collect(joining(" or ")));
    return Table.ofTexts(
        overview.scope().id(),
        words.title(),
        List.of(
            "technology",
            time.own().values().stream().map(Own::unit).findFirst().orElse(time.label()),
            "ratio",
            Bootstrap.CONFIDENCE_PERCENT + " % interval",
            "processes",
            "standing",
            "CPU of both hosts, us a call",
            "bytes a call",
            "connections"),
        rows,
        words.notes());
  }

  private static String own(Overview overview, String label, String measure) {
    return overview.measures().stream()
        .filter(each -> each.id().equals(measure))
        .map(each -> each.own().get(label))
        .filter(Objects::nonNull)
        .findFirst()
        .map(own -> number(own.value()))
        .orElse("");
  }

  /** Of the first that has it, what lies between the hosts included. */
  private static String processorTime(List<Cell> cells) {
    return cells.stream()
        .map(cell -> CallCost.of(cell).total().value())
        .filter(Double::isFinite)
        .findFirst()
        .map(SummaryText::number)
        .orElse("");
  }

  private static String number(double value) {
    BigDecimal three = new BigDecimal(value).round(THREE_DIGITS);
    return three.scale() > 0
        ? three.stripTrailingZeros().toPlainString()
        : text("%,d", three.toBigInteger());
  }

  private static List<Cell> cells(Overview overview, Loads loads, Predicate<Series> isOfRow) {
    return loads.at(overview.load()).stream().filter(cell -> isOfRow.test(cell.series())).toList();
  }

  private static String connections(List<Cell> cells) {
    return cells.stream()
        .map(cell -> cell.conditions().connectionPolicy())
        .filter(policy -> !policy.isEmpty())
        .distinct()
        .collect(joining(" or "));
  }

  private static String interval(Row row) {
    Interval interval = row.interval();
    return interval.isKnown() ? text("%.2f to %.2f", interval.low(), interval.high()) : "";
  }

  private static List<String> flags(SweepData data) {
    List<String> lines = new ArrayList<>();
    for (LoadShape shape : LoadShape.values()) {
      List<Cell> cells = data.compared(shape);
      String what =
          switch (shape) {
            case COUNTED -> "points";
            case TIMED -> "points of timed loops";
            case OPEN -> "points of open loops";
          };
      Flags.points(cells)
          .forEach(
              (flag, n) ->
                  lines.add(
                      "%s at %d of %d %s: %s"
                          .formatted(code(flag), n, cells.size(), what, Flags.consequence(flag))));
    }
    return lines;
  }

  private static List<String> how(SweepData data, Findings findings) {
    Sweep sweep = data.sweep();
    List<String> lines = new ArrayList<>();
    lines.add(TableFiles.escaped(findings.answer().conditions().replaceFirst(":$", ".")));
    lines.add(
        MeasuringLine.of(sweep)
            .map(line -> "Command: " + code(line.sweep()))
            .orElse("Command and seed: not known, since sweep.json does not say."));
    ConditionsText.hosts(sweep).stream().map(TableFiles::escaped).forEach(lines::add);
    ConditionsText.link(sweep).map(TableFiles::escaped).ifPresent(lines::add);
    if (sweep.start() != null) {
      lines.add(
          "Measured from "
              + sweep.start()
              + (sweep.end() == null ? "." : " to " + sweep.end() + "."));
    }
    if (sweep.gitCommit() != null) {
      lines.add("Harness at commit " + TableFiles.escaped(sweep.gitCommit()) + ".");
    }
    int failed = data.countOfFailedPoints();
    lines.add(
        text(
            "Points with a result: %d; failed: %d; places in raw files that could not be read: %d.",
            data.all().size(), failed, data.badRows().size()));
    if (!data.searches().isEmpty()) {
      lines.add(
          text("Also in the report: %d searches for a sustainable rate.", data.searches().size()));
    }
    return lines;
  }

  private static String code(String text) {
    return text.contains("`") ? "`` " + text + " ``" : "`" + text + "`";
  }

  private static void bullets(StringBuilder text, String title, List<String> lines) {
    if (!lines.isEmpty()) {
      text.append("## ").append(title).append("\n\n");
      lines.forEach(line -> text.append("- ").append(line).append('\n'));
      text.append('\n');
    }
  }
}
