package io.rpcstress.client.harness.console;

import java.io.Console;

/** Whether a person watches. */
final class Terminal {

  private Terminal() {}

  /** Whether input and output are a terminal; a console alone says it no longer since JDK 22. */
  @SuppressWarnings("SystemConsoleNull") // null still means what it meant on the baseline, 17
  static boolean isOne() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true; // before JDK 22 there is a console only on a terminal
    }
  }
}
