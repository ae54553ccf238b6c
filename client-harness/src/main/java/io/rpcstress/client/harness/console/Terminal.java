package io.rpcstress.client.harness.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a person watches. */
public final class Terminal {

  private static final Path STDERR = Path.of("/proc/self/fd/2");

  private Terminal() {}

  public static boolean isStderr() {
    try {
      String device = Files.readSymbolicLink(STDERR).toString();
      return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
    } catch (IOException e) {
      return false;
    }
  }
}
