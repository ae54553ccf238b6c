package io.rpcstress.analysis.command;

import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.summary.SummaryText;
import io.rpcstress.measure.AtomicFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code summary}: Markdown on stdout, to be pasted elsewhere. */
@Command(
    name = "summary",
    header = "Print a page of Markdown, for a pull request or a ticket.",
    description =
        "Imports and cleans the sweep first. With --into, the table goes into a document of "
            + "yours, between <!-- summary of NAME --> (the sweep's name) and the next <!-- end "
            + "-->. The exit code is 1 if something could not be read.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  analysis summary results/mine",
      "  analysis summary results/mine | gh pr comment --body-file -",
      "  analysis summary results/mine --into README.md"
    })
public final class SummaryCommand implements Callable<Integer> {
  private static final String END = "<!-- end -->";

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private SweepOptions options = new SweepOptions();

  @Option(
      names = "--into",
      paramLabel = "FILE",
      description = "Put the table between the marks in this document.")
  private @Nullable Path document;

  @Override
  public Integer call() throws Exception {
    Path into = document;
    String text = into == null ? "" : text(into);
    try (SweepDatabase work = SweepDatabase.open(options, spec.commandLine().getErr())) {
      SweepData data = work.readRaw();
      Findings findings = Findings.of(data);
      if (into == null) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(SummaryText.of(data, findings));
        out.flush();
      } else {
        String tables = SummaryText.tables(data, findings);
        String changed = replaced(into, text, data.sweep().name(), tables);
        AtomicFile.write(into, changed.getBytes(StandardCharsets.UTF_8));
      }
      return work.exitCode();
    }
  }

  private String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new ParameterException(spec.commandLine(), "--into " + file + ": cannot be read", e);
    }
  }

  private String replaced(Path file, String text, String sweep, String tables) {
    String begin = "<!-- summary of " + sweep + " -->\n";
    int from = text.indexOf(begin) + begin.length();
    int to = text.indexOf(END, from);
    if (!text.contains(begin) || to < 0) {
      throw new ParameterException(
          spec.commandLine(),
          "--into %s: a line '%s' expected, and a line '%s' after it"
              .formatted(file, begin.strip(), END));
    }
    return text.substring(0, from) + tables + text.substring(to);
  }
}
