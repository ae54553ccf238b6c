package io.rpcstress.analysis.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code figures}: pictures below DIR/figures. */
@Command(
    name = "figures",
    header = "Make DIR/figures from the database: the paper's figures 8, 9 and 10, and ours.",
    description = "Import and clean the sweep first.",
    footerHeading = "%nExample:%n",
    footer = "  analysis figures results/mine")
public final class FiguresCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private SweepOptions options = new SweepOptions();

  @Override
  public Integer call() throws Exception {
    try (SweepDatabase work = SweepDatabase.openImported(options, spec.commandLine().getErr())) {
      work.figures(work.read());
      return work.exitCode();
    }
  }
}
