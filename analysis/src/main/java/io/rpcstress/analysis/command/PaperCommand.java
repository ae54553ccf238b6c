package io.rpcstress.analysis.command;

import io.rpcstress.analysis.model.SweepData;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code paper}: what a publication needs, below DIR/paper. */
@Command(
    name = "paper",
    header = "Make LaTeX tables, macros and PDF figures of a sweep: DIR/paper.",
    description =
        "paper.tex shows all of it (pdflatex paper.tex). macros.tex has the ratios:"
            + " \\rpcxVsGrpcMin is the lowest runtime of grpc by that of rpcx, \\rpcxVsGrpcMax the"
            + " highest, \\rpcxVsGrpcPoints in how many points.",
    footerHeading = "%nExample:%n",
    footer = "  analysis paper results/published/paper.zip")
public final class PaperCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private SweepOptions options = new SweepOptions();

  @Override
  public Integer call() throws Exception {
    try (SweepDatabase work = SweepDatabase.openOrReplace(options, spec.commandLine().getErr())) {
      SweepData data = work.readRaw();
      work.paper(data);
      return work.exitCode();
    }
  }
}
