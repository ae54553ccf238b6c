package io.rpcstress.client.harness.console;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a person watches. */
public final class Terminal {

  private static final Path STDERR = Path.of("/proc/self/fd/2");

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

  public static boolean isStderr() {
    try {
      String device = Files.readSymbolicLink(STDERR).toString();
      return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return isOne(); // no /proc here
    }
  }
}
