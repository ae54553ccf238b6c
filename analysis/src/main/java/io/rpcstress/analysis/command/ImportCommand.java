package io.rpcstress.analysis.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code import}: raw files into the database. */
@Command(
    name = "import",
    header = "Bring the raw files into the database. Doing it again changes nothing.",
    description =
        "Rows that cannot be read are listed with file and line, here and in the table bad_row. "
            + "The rest is imported, and the exit code is 1.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  analysis import results/mine",
      "  RPC_STRESS_DB_USER=me analysis import results/mine --db jdbc:postgresql://db/rpcstress"
    })
public final class ImportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private SweepOptions options = new SweepOptions();

  @Override
  public Integer call() throws Exception {
    try (SweepDatabase work = SweepDatabase.open(options, spec.commandLine().getErr())) {
      work.importRaw();
      return work.exitCode();
    }
  }
}
