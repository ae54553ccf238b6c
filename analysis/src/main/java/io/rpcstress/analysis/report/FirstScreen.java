package io.rpcstress.analysis.report;

import io.rpcstress.analysis.answer.Answer;
import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.answer.Headline;
import io.rpcstress.analysis.figure.Figure;
import io.rpcstress.analysis.figure.Resources;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.CallCostTable;
import io.rpcstress.analysis.table.SteadyTable;
import io.rpcstress.analysis.table.Table;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a reader sees before anything else, as HTML. Every value goes through {@link Html#text}. */
final class FirstScreen {

  private FirstScreen() {}

  /** The first screen: a sentence, a picture, and what stands behind them. */
  static String html(Findings findings, SweepData data, List<Figure> figures, List<Table> flags) {
    Answer answer = findings.answer();
    StringBuilder html = new StringBuilder();
    html.append("<h1 id=\"answer-title\">")
        .append(Html.text(answer.conditions()))
        .append("</h1>\n");
    findings
        .leading()
        .forEach(
            one ->
                html.append("<p class=\"headline\">")
                    .append(Html.text(Headline.of(one)))
                    .append("</p>\n"));
    List<Figure> drawn = figures.stream().filter(f -> f.group().equals(Fragments.ANSWER)).toList();
    html.append("<div class=\"first\">\n");
    if (!drawn.isEmpty()) {
      html.append("<div>\n").append(Resources.text(FirstScreen.class, "answer.html"));
      html.append("<noscript>");
      drawn.forEach(figure -> Fragments.figure(html, figure));
      html.append("</noscript>\n</div>\n");
    }
    html.append("<div>\n");
    CallCostTable.of(data, findings.isUnjudged())
        .ifPresent(costs -> html.append(Fragments.table(costs, Fragments.COMPACT)));
    html.append(Fragments.matrix(Capabilities.load(), data)).append("</div>\n</div>\n");
    facts(html, data);
    lines(html, answer, drawn.isEmpty());
    flags.stream().filter(t -> !t.rows().isEmpty()).forEach(t -> flags(html, t));
    return html.toString();
  }

  /** Each cause once: how often in the summary, what it means and does below. */
  private static void flags(StringBuilder html, Table flags) {
    boolean timed = flags.id().equals(SteadyTable.FLAGS);
    html.append("<details><summary>")
        .append(timed ? "Flags of processes: " : "Flags of points: ")
        .append(
            flags.rows().stream()
                .map(row -> Html.text(row.get(0)) + " " + Html.text(row.get(timed ? 2 : 1)))
                .collect(Collectors.joining(", ")))
        .append("</summary>\n")
        .append(Fragments.table(flags, "text"))
        .append("</details>\n");
  }

  /** The verdicts in words, open where no picture shows them, and what they do not say. */
  private static void lines(StringBuilder html, Answer answer, boolean open) {
    html.append(open ? "<details open>" : "<details>")
        .append("<summary>In words: ")
        .append(answer.lines().size())
        .append("</summary>\n<ul class=\"verdicts\">\n");
    for (String line : answer.lines()) {
      html.append("<li>").append(verdict(line)).append("</li>\n");
    }
    html.append("</ul>\n</details>\n<details><summary>What they do not say: ")
        .append(answer.caveats().size())
        .append("</summary>\n<ul class=\"caveats\">\n");
    answer.caveats().forEach(c -> html.append("<li>").append(Html.text(c)).append("</li>\n"));
    html.append("</ul>\n</details>\n");
  }

  private static void facts(StringBuilder html, SweepData data) {
    html.append("<dl class=\"facts\">\n");
    long doubtful =
        data.cells().stream().filter(c -> !c.isSound() || Flags.isDoubtful(c)).count()
            + data.steady().stream().filter(c -> !c.leftOut().isEmpty()).count();
    long points = (long) data.cells().size() + data.steady().size();
    long failed = (long) data.failedPoints().size() + data.steadyFailedPoints().size();
    boolean anyFailed = !data.failures().isEmpty() || !data.steadyFailures().isEmpty();
    fact(
        html, "technologies", Fragments.technologies(data, Series::labelWithoutTime).size(), false);
    fact(html, "points with a result", points, false);
    fact(html, "of these doubtful", doubtful, false);
    fact(html, "points failed", failed, anyFailed);
    fact(html, "places not read", data.badRows().size(), !data.badRows().isEmpty());
    html.append("</dl>\n");
  }

  /** What comes before the colon decides; what follows is the evidence. */
  private static String verdict(String line) {
    int colon = line.indexOf(": ");
    return colon < 0
        ? Html.text(line)
        : "<strong>"
            + Html.text(line.substring(0, colon))
            + "</strong> <span>"
            + Html.text(line.substring(colon + 2))
            + "</span>";
  }

  private static void fact(StringBuilder html, String name, long value, boolean bad) {
    html.append("<div><dt>")
        .append(name)
        .append("</dt><dd")
        .append(bad ? " class=\"bad\"" : "")
        .append('>')
        .append(String.format(Locale.ROOT, "%,d", value))
        .append("</dd></div>\n");
  }
}
