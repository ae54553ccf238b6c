package io.rpcstress.analysis.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code clean}: see its header. */
@Command(name = "clean", header = "Drop order 0 and average the rest, in the database.")
public final class CleanCommand implements Callable<Integer> {

  @Mixin private SweepOptions sweep = new SweepOptions();

  @Override
  public Integer call() {
    throw new UnsupportedOperationException(sweep.directory.toString());
  }
}
