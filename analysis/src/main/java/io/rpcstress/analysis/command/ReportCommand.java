package io.rpcstress.analysis.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code report}: see its header. */
@Command(
    name = "report",
    header = "Import, clean, make the tables, the figures and the report, and print the answer.")
public final class ReportCommand implements Callable<Integer> {

  @Mixin private SweepOptions sweep = new SweepOptions();

  @Override
  public Integer call() {
    throw new UnsupportedOperationException(sweep.directory.toString());
  }
}
