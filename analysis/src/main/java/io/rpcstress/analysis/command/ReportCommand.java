package io.rpcstress.analysis.command;

import io.rpcstress.analysis.answer.Answer;
import io.rpcstress.analysis.model.SweepData;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code report}: every step, and the answer on stdout. */
@Command(
    name = "report",
    header = "Import, clean, make tables, figures and report, and print the answer.",
    description = {
      "Everything but raw/ and sweep.json can be thrown away and made again. Where something could",
      "not be read the rest is reported, and the exit code is 1: so it is beside a database that",
      "another version made, which is left as it is."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  analysis report results/sample",
      "  RPC_STRESS_DB_USER=me analysis report results/mine --db jdbc:postgresql://db/rpcstress"
    })
public final class ReportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private SweepOptions options = new SweepOptions();

  @Override
  public Integer call() throws Exception {
    try (SweepDatabase work = SweepDatabase.openOrReplace(options, spec.commandLine().getErr())) {
      work.importRaw();
      work.clean();
      SweepData data = work.read();
      work.tables(data);
      work.page(data);
      work.figures(data);
      print(work.findings(data).answer(), spec.commandLine().getOut());
      return work.exitCode();
    }
  }

  private static void print(Answer answer, PrintWriter out) {
    out.println(answer.conditions());
    answer.lines().forEach(line -> out.println("- " + line));
    answer.caveats().forEach(line -> out.println("  (" + line + ")"));
    out.flush();
  }
}
