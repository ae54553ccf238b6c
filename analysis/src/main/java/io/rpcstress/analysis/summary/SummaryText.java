package io.rpcstress.analysis.summary;

import static io.rpcstress.analysis.model.Sentence.text;
import static java.util.stream.Collectors.joining;

import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.answer.Headline;
import io.rpcstress.analysis.answer.OfferedLabels;
import io.rpcstress.analysis.answer.Overview;
import io.rpcstress.analysis.answer.Overview.Row;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.figure.ConditionsText;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.MeasuringLine;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.analysis.table.TableFiles;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** A sweep's summary as Markdown: what it shows, of what, and how to measure it again. */
public final class SummaryText {

  private SummaryText() {}

  /** The whole text, with a line end. */
  public static String of(SweepData data, Findings findings) {
    StringBuilder text = new StringBuilder();
    text.append("# ").append(TableFiles.escaped(data.sweep().name())).append("\n\n");
    if (findings.overviews().isEmpty()) {
      findings.answer().lines().forEach(line -> text.append("**").append(line).append("**\n\n"));
    }
    for (Overview each : findings.overviews()) {
      text.append("**").append(Headline.of(each)).append("**\n\n");
    }
    for (Overview each : findings.overviews()) {
      if (!each.judgedRows().isEmpty()) {
        text.append(TableFiles.markdown(table(each, data))).append('\n');
      }
    }
    bullets(text, "Flags, by cause", flags(data));
    bullets(text, "How it was measured", how(data, findings));
    return text.toString();
  }

  private static Table table(Overview overview, SweepData data) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            overview.baseline(),
            "1",
            "",
            "",
            "baseline",
            conditions(overview, overview.baseline(), data)));
    overview
        .judgedRows()
        .forEach(
            row ->
                rows.add(
                    List.of(
                        row.label(),
                        Double.isNaN(row.value()) ? "" : text("%.2f", row.value()),
                        interval(row),
                        row.counted() + (row.apart() ? ", others" : ""),
                        verdict(row),
                        conditions(overview, row.label(), data))));
    return Table.ofTexts(
        overview.scope().id(),
        "%s: %s, times that of %s"
            .formatted(
                overview.scope().label(), overview.measures().get(0).label(), overview.baseline()),
        List.of(
            "technology",
            "ratio",
            Bootstrap.CONFIDENCE_PERCENT + " % interval",
            overview.scope().points(),
            "verdict",
            "conditions"),
        rows,
        List.of(
            "Ratio: geometric mean over the "
                + overview.scope().points()
                + " that the rows have in common, where a row does not say `others`; above 1 is slower."
                + (overview.hasSeveralLoads()
                    ? " A row is compared with the baseline at its own load: rows of different loads"
                        + " have no order."
                    : "")
                + " A verdict needs repeated processes, and none"
                + " that a flag takes out."));
  }

  private static String interval(Row row) {
    Interval interval = row.estimate().interval();
    return interval.isKnown()
        ? text(
            "%.2f to %.2f over %s", interval.low(), interval.high(), row.estimate().unit().label())
        : "";
  }

  private static String verdict(Row row) {
    return row.verdict() == Verdict.NONE
        ? row.withheld().isEmpty() ? "no verdict" : "no verdict: " + row.withheld()
        : row.verdict().label();
  }

  /** Of a series; of the baseline those of all its loads, where there are several. */
  private static String conditions(Overview overview, String label, SweepData data) {
    boolean all = overview.hasSeveralLoads() && label.equals(overview.baseline());
    if (overview.scope() == Scope.OPEN) {
      return offered(overview, label, data);
    }
    Stream<Conditions> found =
        overview.scope() != Scope.FIRST_SECONDS
            ? data.steady().stream()
                .filter(c -> (all ? c.series().name() : data.timedLabel(c.series())).equals(label))
                .map(c -> c.conditions())
            : data.series().stream()
                .filter(s -> (all ? s.name() : data.countedLabel(s)).equals(label))
                .flatMap(s -> data.of(s).stream())
                .map(c -> c.conditions());
    Map<String, Set<String>> connections = new TreeMap<>();
    found.forEach(
        c ->
            connections
                .computeIfAbsent(load(c), load -> new LinkedHashSet<>())
                .add(c.connectionPolicy()));
    return connections.entrySet().stream()
        .map(e -> e.getKey() + ", " + String.join(" or ", e.getValue()))
        .collect(joining("; "));
  }

  private static String offered(Overview overview, String label, SweepData data) {
    boolean all = label.equals(overview.baseline());
    return data.open().stream()
        .filter(r -> (all ? r.series().name() : OfferedLabels.of(r, data)).equals(label))
        .map(
            r ->
                "%s, open loop, %s".formatted(r.point().operation(), OfferedLabels.load(r))
                    + (r.conditions().connectionPolicy().isEmpty()
                        ? ""
                        : ", " + r.conditions().connectionPolicy()))
        .distinct()
        .collect(joining("; "));
  }

  private static String load(Conditions c) {
    Long bytes = c.payloadBytes();
    return c.operation()
        + (bytes == null ? "" : " of " + bytes + " bytes")
        + ", "
        + c.loop()
        + " loop";
  }

  /** Each flag once: how often, and what it does. */
  private static List<String> flags(SweepData data) {
    List<String> lines = new ArrayList<>();
    count(data.cells(), c -> c.flags())
        .forEach((flag, n) -> lines.add(line(flag, n, data.cells().size(), "points")));
    count(data.steady(), c -> c.flags())
        .forEach(
            (flag, n) -> lines.add(line(flag, n, data.steady().size(), "points of timed loops")));
    count(data.open(), c -> c.flags())
        .forEach((flag, n) -> lines.add(line(flag, n, data.open().size(), "points of open loops")));
    return lines;
  }

  private static <T> Map<String, Integer> count(
      List<T> all, Function<T, ? extends Iterable<String>> flags) {
    Map<String, Integer> count = new TreeMap<>();
    all.forEach(one -> flags.apply(one).forEach(flag -> count.merge(flag, 1, Integer::sum)));
    return count;
  }

  private static String line(String flag, int count, int all, String what) {
    return "%s at %d of %d %s: %s".formatted(code(flag), count, all, what, Flags.consequence(flag));
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
    int points = data.cells().size() + data.steady().size() + data.open().size();
    int failed = data.countOfFailedPoints();
    lines.add(
        text(
            "Points with a result: %d; failed: %d; places in raw files that could not be read: %d.",
            points, failed, data.badRows().size()));
    if (!data.searches().isEmpty()) {
      lines.add(
          text("Also in the report: %d searches for a sustainable rate.", data.searches().size()));
    }
    return lines;
  }

  /** As code, whatever is in it. */
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
