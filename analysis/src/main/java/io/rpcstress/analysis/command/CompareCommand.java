package io.rpcstress.analysis.command;

import io.rpcstress.analysis.compare.ComparisonJson;
import io.rpcstress.analysis.compare.ComparisonText;
import io.rpcstress.analysis.compare.SweepComparison;
import io.rpcstress.analysis.compare.SweepComparison.Slower;
import io.rpcstress.analysis.compare.SweepComparison.Undecided;
import io.rpcstress.analysis.database.UnusableInputException;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.report.ComparisonPage;
import io.rpcstress.measure.AtomicFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
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
    header = "Two sweeps, point by point: what got better or worse beyond noise.",
    description = {
      "Joined on technology, variant and everything else that makes a point: counted loops by the time",
      "of a run, timed loops by that of a call, open loops by response time (p50, p99). Points with",
      "another load, missing orders or failed calls are named and left out. Both sweeps are imported",
      "and cleaned first, so nothing need be done before. What cannot be read is named; the exit",
      "code is that of --fail-if-slower."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  analysis compare results/before results/after",
      "  analysis compare results/jdk17 results/jdk25 --json > compare.json",
      "  analysis compare results/main results/change --fail-if-slower 10%%",
      "  analysis compare results/main results/change --html compare.html"
    })
public final class CompareCommand implements Callable<Integer> {

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
      description = "One database for both, as of import. Without it: results.db in each folder.")
  private @Nullable String url;

  @Option(names = "--json", description = "JSON with every point, instead of Markdown.")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = {
        "Also a page with the report's pictures and tables, which a browser shows without a network."
      })
  private @Nullable Path html;

  @Option(
      names = "--fail-if-slower",
      paramLabel = "PERCENT",
      description = {
        "Exit code 1 if a technology takes at least this much more time over all its points together,",
        "beyond noise, for example 10%%; if a point that had a result failed; or if rows of either",
        "sweep could not be read. What carries no verdict is named, and changes nothing. Counted",
        "loops of one process a point are an exception: their interval over the points is judged."
      })
  private @Nullable String failIfSlower;

  private boolean lacksRows;

  @Override
  public Integer call() throws Exception {
    double factor = factor(failIfSlower);
    lacksRows = false;
    checkPage();
    PrintWriter err = spec.commandLine().getErr();
    if (isSame(before, after)) {
      err.println("note: DIR1 and DIR2 are the same folder: a sweep does not differ from itself");
    }
    SweepComparison found = SweepComparison.of(read(before, err), read(after, err));
    if (found.compared() == 0 && found.newlyFailed().isEmpty()) {
      throw new UnusableInputException(
          "'"
              + before
              + "' and '"
              + after
              + "' have no point that could be compared: "
              + found.leftOut().size()
              + " left out, "
              + found.onlyBefore().size()
              + " only before, "
              + found.onlyAfter().size()
              + " only after");
    }
    Path page = html;
    if (page != null) {
      AtomicFile.write(page.toAbsolutePath(), ComparisonPage.html(found));
      err.println("page: " + page);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? ComparisonJson.of(found) : ComparisonText.of(found));
    out.flush();
    return gate(found, factor, err);
  }

  private static boolean isSame(Path one, Path other) throws IOException {
    return Files.isDirectory(one) && Files.isDirectory(other) && Files.isSameFile(one, other);
  }

  /** Before anything is read: sweeps may be large. */
  private void checkPage() {
    if (html == null) {
      return;
    }
    Path folder = html.toAbsolutePath().getParent();
    if (Files.isDirectory(html) || folder == null || !Files.isDirectory(folder)) {
      throw new UnusableInputException(
          "--html '" + html + "': a file in a folder that is there expected");
    }
  }

  private int gate(SweepComparison found, double factor, PrintWriter err) {
    if (failIfSlower == null) {
      return 0;
    }
    List<Slower> slower = found.slowerBy(factor);
    for (Slower entry : slower) {
      err.println(
          String.format(
              Locale.ROOT,
              "slower: %s takes %.3f times its earlier time; %s was allowed%s",
              entry.label(),
              entry.ratio(),
              failIfSlower,
              entry.judged()
                  ? ""
                  : " (one process a point: no verdict, a reason to repeat processes)"));
    }
    if (!found.newlyFailed().isEmpty()) {
      err.println("slower: " + found.newlyFailed().size() + " points failed that had a result");
    }
    sayUndecided(found, factor, err);
    if (lacksRows) {
      err.println("slower: not known of rows that could not be read and are in no comparison");
    }
    return slower.isEmpty() && found.newlyFailed().isEmpty() && !lacksRows ? 0 : Errors.FAILED;
  }

  /** A gate that judged nothing lets everything pass, and must not look as if it had judged. */
  private void sayUndecided(SweepComparison found, double factor, PrintWriter err) {
    List<Undecided> open = found.undecided();
    for (Undecided entry : open) {
      if (entry.ratio() >= factor) {
        err.println(
            String.format(
                Locale.ROOT,
                "not judged: %s takes %.3f times its earlier time, and carries no verdict: %s",
                entry.label(),
                entry.ratio(),
                entry.why()));
      }
    }
    int all = found.series().size() + found.loops().size();
    if (!open.isEmpty()) {
      err.println(
          "--fail-if-slower: "
              + (open.size() == all ? "nothing was judged: none" : all - open.size())
              + " of "
              + all
              + " comparisons carry a verdict");
    }
  }

  private SweepData read(Path directory, PrintWriter err) throws SQLException, IOException {
    SweepOptions options = new SweepOptions();
    options.directory = directory;
    options.url = url;
    try (SweepDatabase work = SweepDatabase.openOrReplace(options, err)) {
      // What cannot be read is said; without a gate the exit code is the comparison's.
      work.importRaw();
      work.clean();
      SweepData data = work.read();
      lacksRows |= work.lacksRows();
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
