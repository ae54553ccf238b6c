package io.rpcstress.analysis.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code import}: see its header. */
@Command(
    name = "import",
    header = "Bring the raw files into the database. Doing it again changes nothing.")
public final class ImportCommand implements Callable<Integer> {

  @Mixin private SweepOptions sweep = new SweepOptions();

  @Override
  public Integer call() {
    throw new UnsupportedOperationException(sweep.directory.toString());
  }
}
