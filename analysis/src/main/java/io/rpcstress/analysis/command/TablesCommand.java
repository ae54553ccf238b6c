package io.rpcstress.analysis.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tables}: see its header. */
@Command(name = "tables", header = "Make tables/ out of the database.")
public final class TablesCommand implements Callable<Integer> {

  @Mixin private SweepOptions sweep = new SweepOptions();

  @Override
  public Integer call() {
    throw new UnsupportedOperationException(sweep.directory.toString());
  }
}
