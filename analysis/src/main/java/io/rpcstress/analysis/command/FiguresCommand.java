package io.rpcstress.analysis.command;

import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.output.ReportOutput;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code figures}: pictures below DIR/figures. */
@Command(
    name = "figures",
    header = "Make DIR/figures out of the database: the paper's figures 8, 9, 10 and ours.",
    description = "The sweep must have been imported and cleaned.",
    footerHeading = "%nExample:%n",
    footer = "  analysis figures results/mine")
public final class FiguresCommand implements Callable<Integer> {

  private static final String FIGURES = "figures";

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private SweepOptions options = new SweepOptions();

  @Override
  public Integer call() throws Exception {
    try (SweepDatabase work = SweepDatabase.openImported(options, spec.commandLine().getErr())) {
      SweepData data = work.read();
      for (ReportOutput part : ReportOutputs.all()) {
        if (part.name().equals(FIGURES)) {
          work.part(part, data);
        }
      }
      return work.exitCode();
    }
  }
}
