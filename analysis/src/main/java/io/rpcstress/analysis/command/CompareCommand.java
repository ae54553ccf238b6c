package io.rpcstress.analysis.command;

import io.rpcstress.analysis.compare.ComparisonText;
import io.rpcstress.analysis.compare.Gate;
import io.rpcstress.analysis.compare.SweepComparison;
import io.rpcstress.analysis.database.UnusableInputException;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.report.ComparisonPage;
import io.rpcstress.measure.AtomicFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compare}: a sweep against an earlier one. */
@Command(
    name = "compare",
    header = "Compare two sweeps point by point: what got better or worse beyond noise.",
    description =
        "Counted loops are compared by the time of a run, timed loops by that of a call, open "
            + "loops by response time. Points that cannot be compared are named and left out. "
            + "Imports and cleans both sweeps first.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  analysis compare results/before results/after",
      "  analysis compare results/main results/change --fail-if-slower 10%%",
      "  analysis compare results/main results/change --html compare.html"
    })
public final class CompareCommand implements Callable<Integer> {

  enum Undecided {
    PASS(0),
    FAIL(Errors.FAILED);

    private final int exitCode;

    Undecided(int exitCode) {
      this.exitCode = exitCode;
    }
  }

  private static final double PERCENT = 100;
  private static final double LARGEST_PERCENT = 10_000;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(index = "0", paramLabel = "DIR1", description = "The earlier sweep's folder.")
  private Path before = Path.of("");

  @Parameters(index = "1", paramLabel = "DIR2", description = "The later sweep's folder.")
  private Path after = Path.of("");

  @Option(
      names = "--db",
      paramLabel = "URL",
      description = "One database for both (default: results.db in each).")
  private @Nullable String url;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write a page with figures and tables.")
  private @Nullable Path html;

  @Option(
      names = "--fail-if-slower",
      paramLabel = "PERCENT",
      description =
          "Exit with 1 if a technology is slower by at least this at any load, such as 10%%, or if a "
              + "point failed that had a result. Exit with 3 if that is undecided: too few "
              + "processes, too wide an interval, or rows that cannot be read.")
  private @Nullable String failIfSlower;

  @Option(
      names = "--undecided",
      paramLabel = "pass|fail",
      description = "Exit with 0 or 1 if undecided, instead of 3.")
  private @Nullable Undecided undecided;

  private final Set<String> unread = new HashSet<>();

  @Override
  public Integer call() throws Exception {
    double factor = factor(failIfSlower);
    check("--html", html);
    PrintWriter err = spec.commandLine().getErr();
    if (isSame(before, after)) {
      err.println("note: DIR1 and DIR2 are the same folder: a sweep does not differ from itself");
    }
    SweepDatabase.check(SweepOptions.of(before, url));
    SweepDatabase.check(SweepOptions.of(after, url));
    SweepComparison found = SweepComparison.of(read(before, err), read(after, err));
    if (found.compared().isEmpty() && found.newlyFailed().isEmpty()) {
      throw new UnusableInputException(
          "'%s' and '%s' have no point that could be compared: %d left out, %d only before, %d only after"
              .formatted(
                  before,
                  after,
                  found.leftOut().size(),
                  found.onlyBefore().size(),
                  found.onlyAfter().size()));
    }
    Path page = html;
    if (page != null) {
      AtomicFile.write(page.toAbsolutePath(), ComparisonPage.html(found));
      err.println("page: " + page);
    }
    Gate gate = Gate.of(found, factor, unread);
    String option = failIfSlower == null ? "" : "--fail-if-slower " + failIfSlower;
    PrintWriter out = spec.commandLine().getOut();
    out.println(ComparisonText.of(found, gate, option));
    out.flush();
    if (option.isEmpty()) {
      return 0;
    }
    return switch (gate.outcome()) {
      case PASS -> 0;
      case FAIL -> Errors.FAILED;
      case UNDECIDED -> undecided == null ? Errors.UNDECIDED : undecided.exitCode;
    };
  }

  private static boolean isSame(Path one, Path other) throws IOException {
    return Files.isDirectory(one) && Files.isDirectory(other) && Files.isSameFile(one, other);
  }

  /**
   * Where an option's file cannot be written: before anything is read, since sweeps may be large.
   */
  static void check(String option, @Nullable Path file) {
    if (file == null) {
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file) || folder == null || !Files.isDirectory(folder)) {
      throw new UnusableInputException(
          option + " '" + file + "': a file in an existing folder expected");
    }
  }

  private SweepData read(Path directory, PrintWriter err) throws SQLException, IOException {
    try (SweepDatabase work = SweepDatabase.open(SweepOptions.of(directory, url), err)) {
      // What cannot be read is said; without a gate the exit code is the comparison's.
      SweepData data = work.readRaw();
      unread.addAll(work.unreadFolders());
      return data;
    }
  }

  /** 10% or 10 as 1.1; without the option no factor is ever reached. */
  private static double factor(@Nullable String percent) {
    if (percent == null) {
      return Double.POSITIVE_INFINITY;
    }
    try {
      String number = percent.endsWith("%") ? percent.substring(0, percent.length() - 1) : percent;
      double value = Double.parseDouble(number);
      if (value >= 0 && value <= LARGEST_PERCENT) {
        return 1 + value / PERCENT;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new UnusableInputException(
        "--fail-if-slower '" + percent + "': a percentage of 0 or more expected, for example 10%");
  }
}
