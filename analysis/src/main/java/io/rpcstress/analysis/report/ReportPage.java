package io.rpcstress.analysis.report;

import static java.util.stream.Collectors.joining;

import io.rpcstress.analysis.choice.ChoiceData;
import io.rpcstress.analysis.experiment.ExperimentSection;
import io.rpcstress.analysis.experiment.ExperimentSections;
import io.rpcstress.analysis.figure.FigureBook;
import io.rpcstress.analysis.figure.Resources;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.output.ReportOutput;
import io.rpcstress.analysis.table.FlagTable;
import io.rpcstress.analysis.table.SteadyTable;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.analysis.table.Tables;
import io.rpcstress.measure.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code report.html}: the whole report in one file, which a browser shows without a network. */
public final class ReportPage implements ReportOutput {

  /** The file's name in the sweep's folder. */
  public static final String FILE = "report.html";

  /** Tables with a section of their own. */
  private static final Set<String> ELSEWHERE = Set.of("failed-points", "not-read");

  private static final Set<String> OPEN = Set.of("open-loop", "sustainable-rate", "rate-probes");

  private final FigureBook book;

  /**
   * Makes pages out of a book.
   *
   * @param book shared with the figures' files, so that nothing is drawn twice
   */
  public ReportPage(FigureBook book) {
    this.book = book;
  }

  @Override
  public String name() {
    return "report";
  }

  @Override
  public List<Path> write(SweepData data, Path sweep) throws IOException {
    Path file = sweep.resolve(FILE);
    AtomicFile.write(file, html(data));
    return List.of(file);
  }

  /** The page as text. */
  String html(SweepData data) {
    List<Table> tables = Tables.of(data);
    List<ExperimentSection> experiments = ExperimentSections.in(data);
    Map<String, String> values = new HashMap<>(inline());
    values.put("title", Html.text("rpc-stress report: " + data.sweep().name()));
    values.put("eyebrow", Html.text("rpc-stress · " + data.sweep().name() + when(data)));
    values.put(
        "answer",
        FirstScreen.html(
            book.findings(data),
            data,
            book.of(data),
            List.of(SteadyTable.byCause(data), FlagTable.byCause(data))));
    values.put("choose", Resources.text(ReportPage.class, "choose.html"));
    values.put("choices", Html.json(ChoiceData.json(data)));
    values.put("experiments", experiments(experiments, data));
    values.put("tables", Fragments.tables(general(tables, data)));
    Set<String> shown = new HashSet<>();
    experiments.forEach(one -> shown.addAll(one.figureGroups()));
    values.put(
        "figures",
        Fragments.figures(
            book.of(data).stream().filter(f -> !shown.contains(f.group())).toList(), data));
    values.put("open", open(tables));
    values.put("failed", failed(tables));
    values.put("capabilities", Fragments.capabilities(Capabilities.load(), data));
    values.put("conditions", conditions(data));
    values.put("footer", Html.text(footer(data)));
    values.put("reasons", Html.json(Fragments.reasons(data)));
    values.put("data", Html.json(book.json(data)));
    return Html.fill(Resources.text(ReportPage.class, "page.html"), values);
  }

  /** Those without a section of their own; the paper's stand in its section or in files alone. */
  private static List<Table> general(List<Table> tables, SweepData data) {
    Set<String> elsewhere =
        Tables.papers(data).stream().map(Table::id).collect(Collectors.toCollection(HashSet::new));
    elsewhere.addAll(ELSEWHERE);
    elsewhere.addAll(OPEN);
    elsewhere.add(FlagTable.BY_CAUSE);
    elsewhere.add(SteadyTable.FLAGS);
    return tables.stream()
        .filter(t -> !elsewhere.contains(t.id()))
        .map(Tables::byTechnology)
        .toList();
  }

  private String experiments(List<ExperimentSection> all, SweepData data) {
    if (all.isEmpty()) {
      return "<p>No point of a published experiment was measured.</p>\n";
    }
    StringBuilder html = new StringBuilder();
    for (ExperimentSection one : all) {
      html.append("<h3 id=\"experiment-")
          .append(one.id())
          .append("\">")
          .append(Html.text(one.title()))
          .append("</h3>\n");
      one.notes(data).forEach(n -> html.append("<p>").append(Html.text(n)).append("</p>\n"));
      html.append(Fragments.tables(one.tables(data)));
      html.append(
          Fragments.plates(
              book.of(data).stream().filter(f -> one.figureGroups().contains(f.group())).toList()));
    }
    return html.toString();
  }

  /** Scripts and style, and the policy that allows these and nothing else. */
  private static Map<String, String> inline() {
    String style = Resources.text(ReportPage.class, "page.css");
    String echarts = Html.script(Resources.echarts());
    String charts = Html.script(Resources.charts());
    String answer = Html.script(Resources.text(ReportPage.class, "answer.js"));
    String page = Html.script(Resources.text(ReportPage.class, "page.js"));
    String tables = Html.script(Resources.text(ReportPage.class, "tables.js"));
    String choose = Html.script(Resources.text(ReportPage.class, "choose.js"));
    String chooser = Html.script(Resources.text(ReportPage.class, "chooser.js"));
    String policy =
        Html.policy(style, List.of(echarts, charts, answer, choose, chooser, page, tables));
    return Map.of(
        "style",
        style,
        "echarts",
        echarts,
        "charts",
        charts,
        "answerScript",
        answer,
        "page",
        page,
        "tablesScript",
        tables,
        "chooseScript",
        choose,
        "chooserScript",
        chooser,
        "csp",
        policy);
  }

  private static String open(List<Table> tables) {
    String found =
        tables.stream()
            .filter(t -> OPEN.contains(t.id()))
            .map(t -> Fragments.table(t, ""))
            .collect(joining());
    return found.isEmpty() ? "<p>No open loop was run in this sweep.</p>\n" : found;
  }

  private static String failed(List<Table> tables) {
    StringBuilder html = new StringBuilder();
    for (Table table : tables) {
      if (ELSEWHERE.contains(table.id())) {
        html.append(
            table.rows().isEmpty()
                ? "<p>" + Html.text(table.title()) + ": none.</p>\n"
                : Fragments.table(table, "text"));
      }
    }
    return html.toString();
  }

  private static String conditions(SweepData data) {
    StringBuilder html = new StringBuilder(Fragments.table(Fragments.loads(data), "text"));
    List<Table> facts = HostTables.tables(data.sweep());
    facts.forEach(t -> html.append(Fragments.table(t, "text")));
    if (facts.isEmpty()) {
      html.append("<p>The facts of the hosts are unknown: the sweep has no sweep.json.</p>\n");
    }
    return html.toString();
  }

  private static String when(SweepData data) {
    return data.sweep().start() == null
        ? ""
        : " · " + data.sweep().start().toString().substring(0, "yyyy-mm-dd".length());
  }

  private static String footer(SweepData data) {
    String commit = data.sweep().gitCommit();
    return "Sweep "
        + data.sweep().id()
        + (commit == null ? "" : ", harness at commit " + commit)
        + ". Charts by Apache ECharts (Apache-2.0). This file asks for nothing over the network.";
  }
}
