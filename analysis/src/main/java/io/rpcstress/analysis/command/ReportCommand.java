package io.rpcstress.analysis.command;

import io.rpcstress.analysis.answer.Answer;
import io.rpcstress.analysis.answer.Doubts;
import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.answer.Headline;
import io.rpcstress.analysis.answer.Loads;
import io.rpcstress.analysis.answer.Overview;
import io.rpcstress.analysis.choice.Chooser;
import io.rpcstress.analysis.compare.SeveralSweeps;
import io.rpcstress.analysis.database.SweepFolder;
import io.rpcstress.analysis.database.UnusableInputException;
import io.rpcstress.analysis.figure.ConditionsText;
import io.rpcstress.analysis.model.MeasuringLine;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.LinesTable;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.analysis.table.TableFiles;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.statistics.Verdict;
import io.rpcstress.usage.Build;
import io.rpcstress.usage.ShellWords;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code report}: every step, and the answer on stdout. */
@Command(
    name = "report",
    header = "Import, clean, make tables, figures and report, and print the answer.",
    description = "If something cannot be read, the rest is reported and the exit code is 1.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  analysis report results/sample",
      "  analysis report results/sample --rate 500 --p99 20ms",
      "  analysis report results/faults --no-duplicates --back-within 10s",
      "  analysis report results/monday results/tuesday results/other-machine",
      "  RPC_STRESS_DB_USER=me analysis report results/a --db jdbc:postgresql://db/rpc"
    })
public final class ReportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private SweepOptions options = new SweepOptions();

  @Parameters(
      index = "1..*",
      paramLabel = "DIR",
      description =
          "Further sweeps of the same points, of other days, machines or lines, to be combined.")
  private List<Path> further = List.of();

  @Mixin private LimitOptions limits = new LimitOptions();

  @Option(names = "--verbose", description = "Print each comparison, too.")
  private boolean verbose;

  private final List<Path> pages = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    if (!further.isEmpty() && options.sweepId != null) {
      throw new UnusableInputException("--sweep-id names one sweep: give it with a single DIR");
    }
    List<Path> all = new ArrayList<>(List.of(options.directory));
    all.addAll(further);
    for (Path each : all) {
      options.directory = each;
      SweepDatabase.check(options);
    }
    List<SweepData> sweeps = new ArrayList<>();
    List<Overview> overviews = new ArrayList<>();
    int exitCode = 0;
    PrintWriter err = spec.commandLine().getErr();
    for (Path each : further.isEmpty() ? all : distinct(all, err)) {
      options.directory = each;
      exitCode = Math.max(exitCode, report(sweeps, overviews));
    }
    if (sweeps.size() > 1) {
      List<Table> tables = new ArrayList<>(LinesTable.of(overviews));
      Table pooled = SeveralSweeps.of(sweeps);
      if (!pooled.rows().isEmpty()) {
        tables.add(pooled);
      }
      PrintWriter out = spec.commandLine().getOut();
      tables.forEach(each -> out.println(TableFiles.markdown(each)));
      if (tables.isEmpty()) {
        out.println(SeveralSweeps.nothingInCommon(sweeps));
      }
    }
    printPages(spec.commandLine().getOut());
    return exitCode;
  }

  /** Without what is the same sweep as an earlier one: its archive, or a copy. */
  private static List<Path> distinct(List<Path> all, PrintWriter err) throws IOException {
    Map<String, Path> byKey = new LinkedHashMap<>();
    for (Path each : all) {
      try (SweepFolder folder = SweepFolder.of(each, null)) {
        String key = folder.hasMakeshiftKey() ? folder.out().toString() : folder.sweep().id();
        Path earlier = byKey.putIfAbsent(key, each);
        if (earlier != null) {
          err.println("note: " + each + " is left out: it is the sweep of " + earlier);
        }
      }
    }
    return List.copyOf(byKey.values());
  }

  private int report(List<SweepData> sweeps, List<Overview> overviews) throws Exception {
    try (SweepDatabase work = SweepDatabase.open(options, spec.commandLine().getErr())) {
      SweepData data = work.readRaw();
      work.tables(data);
      work.page(data, limits.limits());
      work.figures(data);
      print(work.findings(data), data, spec.commandLine().getOut());
      pages.add(work.page());
      sweeps.add(data);
      overviews.addAll(work.findings(data).overviews());
      return work.exitCode();
    }
  }

  /** One answer: to what was requested, else the headlines; then a line a doubt. */
  private void print(Findings findings, SweepData data, PrintWriter out) {
    Answer answer = findings.answer();
    if (limits.limits().areGiven()) {
      Chooser.answer(data, findings.verdicts(), limits.limits()).forEach(out::println);
      Stream.of(LoadShape.OPEN, LoadShape.TIMED, LoadShape.COUNTED)
          .filter(shape -> !data.compared(shape).isEmpty())
          .findFirst()
          .ifPresent(shape -> out.println("Conditions: " + ConditionsText.line(data, shape)));
    } else if (findings.overviews().isEmpty()) {
      answer.lines().forEach(out::println);
    } else {
      findings.chosen().forEach(overview -> out.println(Headline.of(overview)));
    }
    List<String> doubts = Doubts.of(data);
    doubts.forEach(line -> out.println("- " + line));
    if (verbose) {
      out.println(answer.conditions());
      answer.lines().forEach(line -> out.println("- " + line));
      answer.caveats().stream()
          .filter(line -> !doubts.contains(line))
          .forEach(line -> out.println("  (" + line + ")"));
    } else {
      out.println("--verbose prints each comparison, and the caveats.");
    }
    printNext(data, out);
    out.flush();
  }

  /** Last, where a reader finds them below all else. */
  private void printPages(PrintWriter out) {
    for (Path page : pages) {
      if (Files.isRegularFile(page)) {
        out.println(
            "page with all numbers, and what each technology can do (streams, TLS, ...): " + page);
      }
    }
    out.flush();
  }

  /** The commands that a reader of such an answer needs next. */
  private void printNext(SweepData data, PrintWriter out) {
    Path sweep = options.directory;
    boolean areFew =
        data.all().stream().anyMatch(cell -> cell.processes().size() < Verdict.MIN_PROCESSES);
    if (areFew && Files.isDirectory(sweep)) {
      MeasuringLine.of(data.sweep())
          .flatMap(line -> line.repeated(Verdict.MIN_PROCESSES, sweep))
          .ifPresent(
              line ->
                  out.printf(
                      "next: %d processes of each, for verdicts. Where the sweep was measured, this"
                          + " adds what is missing (elsewhere it begins a new one): %s%n",
                      Verdict.MIN_PROCESSES, line));
    }
    if (!limits.limits().areGiven() && !data.open().isEmpty()) {
      out.printf(
          "next: which of them keep a rate and a limit (both are yours to change): java -jar %s report"
              + " %s --rate %d --p99 20ms%n",
          ShellWords.quoted(Build.jar("analysis")),
          ShellWords.quoted(sweep.toString()),
          Loads.of(data, LoadShape.OPEN).middle().rate());
    }
  }
}
