package io.rpcstress.analysis.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code figures}: see its header. */
@Command(name = "figures", header = "Make the figures out of the database.")
public final class FiguresCommand implements Callable<Integer> {

  @Mixin private SweepOptions sweep = new SweepOptions();

  @Override
  public Integer call() {
    throw new UnsupportedOperationException(sweep.directory.toString());
  }
}
