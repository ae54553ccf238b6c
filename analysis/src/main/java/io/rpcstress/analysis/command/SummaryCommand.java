package io.rpcstress.analysis.command;

import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.summary.SummaryText;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code summary}: Markdown on stdout, to be pasted elsewhere. */
@Command(
    name = "summary",
    header = "A page of Markdown for a pull request or a ticket, on stdout.",
    description = {
      "The headline, a row for each technology with ratio, interval, verdict and conditions, flags by",
      "cause, the command with its seed, and the hosts. The sweep is imported and cleaned first, so",
      "nothing need be done before. Where something could not be read the exit code is 1."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  analysis summary results/mine",
      "  analysis summary results/mine | gh pr comment --body-file -"
    })
public final class SummaryCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private SweepOptions options = new SweepOptions();

  @Override
  public Integer call() throws Exception {
    try (SweepDatabase work = SweepDatabase.openOrReplace(options, spec.commandLine().getErr())) {
      work.importRaw();
      work.clean();
      SweepData data = work.read();
      PrintWriter out = spec.commandLine().getOut();
      out.print(SummaryText.of(data, Findings.of(data)));
      out.flush();
      return work.exitCode();
    }
  }
}
