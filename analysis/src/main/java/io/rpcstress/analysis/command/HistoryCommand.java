package io.rpcstress.analysis.command;

import io.rpcstress.analysis.compare.History;
import io.rpcstress.analysis.database.SweepFolder;
import io.rpcstress.analysis.database.UnusableInputException;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.report.ComparisonPage;
import io.rpcstress.analysis.table.TableFiles;
import io.rpcstress.measure.AtomicFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code history}: sweeps over time. */
@Command(
    name = "history",
    header = "Show sweeps over time, such as one a commit: where a number changed for good.",
    description =
        "Shows each time, and each ratio to the baseline, of points that two or more sweeps "
            + "have. Sweeps are in the order in which they were started. Changes are found by "
            + "E-divisive, which needs eight sweeps or more. The exit code is 1 if something "
            + "could not be read.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  analysis history results/nightly-*",
      "  analysis history results/nightly-* --html history.html --csv history.csv"
    })
public final class HistoryCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "2..*",
      paramLabel = "DIR",
      description = "The sweeps' folders or archives, in any order.")
  private List<Path> directories = List.of();

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Also write every number of every sweep as CSV, with its commit and interval.")
  private @Nullable Path csv;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Also write a page with a figure of each number; those that changed come " + "first.")
  private @Nullable Path html;

  @Override
  public Integer call() throws Exception {
    CompareCommand.check("--csv", csv);
    CompareCommand.check("--html", html);
    for (Path each : directories) {
      SweepDatabase.check(SweepOptions.of(each, null));
    }
    PrintWriter err = spec.commandLine().getErr();
    List<SweepData> sweeps = new ArrayList<>();
    int exitCode = 0;
    for (Path each : distinct(directories, err)) {
      try (SweepDatabase work = SweepDatabase.open(SweepOptions.of(each, null), err)) {
        sweeps.add(work.readRaw());
        exitCode = Math.max(exitCode, work.exitCode());
      }
    }
    History history = History.of(sweeps);
    if (history.lines().isEmpty()) {
      throw new UnusableInputException(
          "no point was measured by two of these sweeps: give " + "sweeps of the same points");
    }
    write(csv, () -> TableFiles.csv(history.values()));
    write(html, () -> ComparisonPage.html(history));
    PrintWriter out = spec.commandLine().getOut();
    out.println(TableFiles.markdown(history.found()));
    out.flush();
    return exitCode;
  }

  /** Without what is the same sweep as an earlier one: its archive, or a copy. */
  static List<Path> distinct(List<Path> all, PrintWriter err) throws IOException {
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

  private static void write(@Nullable Path file, Callable<String> text) throws Exception {
    if (file != null) {
      AtomicFile.write(file.toAbsolutePath(), text.call());
    }
  }
}
