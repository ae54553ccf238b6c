package io.rpcstress.client.harness;

import io.rpcstress.client.harness.command.CommandLines;
import io.rpcstress.client.harness.process.ForkedChild;
import java.io.PrintStream;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Host A's program. */
public final class ClientHarness {

  private ClientHarness() {}

  /** Runs a command and exits: 0 all good, 1 a run failed, 2 misuse, 130 interrupted. */
  public static void main(String[] args) {
    // A number is printed alike for everybody: 0.5 is not 0,5, and digits are ASCII.
    Locale.setDefault(Locale.ROOT);
    // Results alone go to stdout: a library that prints must not get between the lines.
    PrintStream results = System.out;
    ForkedChild.endWithScript();
    System.setOut(System.err);
    // What libraries log is no result; to see it, give a configuration.
    if (System.getProperty("java.util.logging.config.file") == null) {
      Logger.getLogger("").setLevel(Level.OFF);
    }
    int status = CommandLines.execute(results, System.err, args);
    results.flush();
    ForkedChild.limitExit(status);
    // Not a return: a technology's thread that outlives its session must not hold the process.
    System.exit(status);
  }
}
