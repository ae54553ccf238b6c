package io.rpcstress.analysis.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tables}: Markdown, CSV and JSON below DIR/tables. */
@Command(
    name = "tables",
    header = "Make DIR/tables from the database: the paper's tables 2, 3 and 4, and ours.",
    description = "Each as Markdown, CSV and JSON. Import and clean the sweep first.",
    footerHeading = "%nExample:%n",
    footer = "  analysis tables results/mine")
public final class TablesCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private SweepOptions options = new SweepOptions();

  @Override
  public Integer call() throws Exception {
    try (SweepDatabase work = SweepDatabase.openImported(options, spec.commandLine().getErr())) {
      work.tables(work.read());
      return work.exitCode();
    }
  }
}
