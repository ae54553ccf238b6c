package io.rpcstress.client.harness.command;

import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command whose results go to stdout and whose messages go to stderr. */
@SuppressWarnings("NullAway.Init") // picocli and CommandLines set all before the command runs
abstract class HarnessCommand implements Callable<Integer> {

  @Spec CommandSpec spec;

  PrintStream stdout;
  PrintStream stderr;

  final void printTo(PrintStream out, PrintStream err) {
    stdout = out;
    stderr = err;
  }
}
