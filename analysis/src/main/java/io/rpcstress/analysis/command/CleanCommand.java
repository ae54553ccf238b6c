package io.rpcstress.analysis.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code clean}: the paper's averages. */
@Command(
    name = "clean",
    header = "Drop order 0 and average the rest, in the database.",
    description =
        "The rule and its SQL are kept in the table cleaning; the original rows stay. A point "
            + "with fewer orders than requested is averaged over those that it has, and marked.",
    footerHeading = "%nExample:%n",
    footer = "  analysis clean results/mine")
public final class CleanCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private SweepOptions options = new SweepOptions();

  @Override
  public Integer call() throws Exception {
    try (SweepDatabase work = SweepDatabase.openImported(options, spec.commandLine().getErr())) {
      work.clean();
      return 0;
    }
  }
}
