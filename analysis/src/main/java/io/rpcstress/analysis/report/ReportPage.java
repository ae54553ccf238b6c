package io.rpcstress.analysis.report;

import io.rpcstress.analysis.choice.ChoiceData;
import io.rpcstress.analysis.choice.ChoiceData.Limits;
import io.rpcstress.analysis.choice.Chooser;
import io.rpcstress.analysis.experiment.ExperimentSection;
import io.rpcstress.analysis.experiment.ExperimentSections;
import io.rpcstress.analysis.figure.ChartEngine;
import io.rpcstress.analysis.figure.FigureBook;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.report.PageViews.ExperimentView;
import io.rpcstress.analysis.report.PageViews.FrameView;
import io.rpcstress.analysis.report.PageViews.LoopsView;
import io.rpcstress.analysis.report.PageViews.ReportView;
import io.rpcstress.analysis.report.PageViews.TableView;
import io.rpcstress.analysis.table.FlagTable;
import io.rpcstress.analysis.table.LinesTable;
import io.rpcstress.analysis.table.SweepTables;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.analysis.table.Tables;
import io.rpcstress.measure.AtomicFile;
import io.rpcstress.measure.LoadShape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code report.html}: the whole report in one file, which a browser shows without a network. */
public final class ReportPage {

  /** The file's name in the sweep's folder. */
  public static final String FILE = "report.html";

  /** Tables with a section of their own. */
  private static final Set<String> ELSEWHERE = Set.of("failed-points", "not-read");

  private static final Set<String> OPEN =
      Set.of("open-loads", "open-loop", "sustainable-rate", "rate-probes");

  private final FigureBook book;

  public ReportPage(FigureBook book) {
    this.book = book;
  }

  /** Makes the page; what an earlier report made is replaced. */
  public List<Path> write(SweepData data, Limits limits, Path sweep) throws IOException {
    Path file = sweep.resolve(FILE);
    AtomicFile.write(file, html(data, limits));
    return List.of(file);
  }

  String html(SweepData data, Limits limits) {
    return Html.page(JtereportGenerated::render, view(data, limits));
  }

  private ReportView view(SweepData data, Limits limits) {
    List<Table> tables = new ArrayList<>(LinesTable.of(book.findings(data).overviews()));
    tables.addAll(Tables.of(data));
    List<ExperimentSection> experiments = ExperimentSections.in(data);
    Set<String> shown = new HashSet<>();
    experiments.forEach(one -> shown.add(one.figures()));
    List<TableView> facts = HostTables.tables(data.sweep()).stream().map(ReportPage::text).toList();
    FirstScreen first = FirstScreen.of(book.findings(data), data, book.of(data));
    return new ReportView(
        new FrameView(
            "rpc-stress report: " + data.sweep().name(),
            "rpc-stress · " + data.sweep().name() + when(data),
            footer(data),
            Html.json(Fragments.reasons(data)),
            inline()),
        LoopsView.of(data),
        first,
        Fragments.technologies(data, Series::technology),
        experiments.stream().map(one -> experiment(one, data)).toList(),
        Fragments.tables(general(tables, data)),
        Fragments.figures(book.of(data).stream().filter(f -> !shown.contains(f.group())).toList()),
        tables.stream()
            .filter(t -> OPEN.contains(t.id()))
            .map(t -> Fragments.table(t, null))
            .toList(),
        tables.stream()
            .filter(t -> ELSEWHERE.contains(t.id()) && !t.rows().isEmpty())
            .map(ReportPage::text)
            .toList(),
        Stream.of(
                Stream.of(text(Fragments.loads(data))),
                tables.stream()
                    .filter(t -> t.id().equals(SweepTables.LIBRARIES))
                    .map(ReportPage::text),
                facts.stream())
            .flatMap(each -> each)
            .toList(),
        !facts.isEmpty(),
        Html.json(first.json()),
        Html.json(book.json(data)),
        Html.json(ChoiceData.json(data, book.findings(data).verdicts(), limits)));
  }

  private static TableView text(Table table) {
    return Fragments.table(table, "text");
  }

  /** Those without a section of their own; the paper's stand in its section or in files alone. */
  private static List<Table> general(List<Table> tables, SweepData data) {
    Set<String> elsewhere =
        Tables.papers(data).stream().map(Table::id).collect(Collectors.toCollection(HashSet::new));
    elsewhere.addAll(ELSEWHERE);
    elsewhere.addAll(OPEN);
    elsewhere.add(SweepTables.LIBRARIES);
    Stream.of(LoadShape.values()).map(FlagTable::id).forEach(elsewhere::add);
    return tables.stream()
        .filter(t -> !elsewhere.contains(t.id()))
        .map(Tables::byTechnology)
        .toList();
  }

  private ExperimentView experiment(ExperimentSection one, SweepData data) {
    return new ExperimentView(
        one.words().id(),
        one.words().title(),
        one.notes(data),
        Fragments.tables(one.tables(data)),
        Fragments.plates(
            book.of(data).stream().filter(f -> f.group().equals(one.figures())).toList(), true));
  }

  private static Inline inline() {
    return new Inline(
        Stream.concat(
                Stream.of(ChartEngine.echarts(), ChartEngine.charts(), Chooser.script()),
                Stream.of("answer", "chooser", "page", "tables").map(Inline::beside))
            .toList());
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
        + ". Charts by Apache ECharts (Apache-2.0). This file needs no network.";
  }
}
