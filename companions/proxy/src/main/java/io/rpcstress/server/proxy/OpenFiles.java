package io.rpcstress.server.proxy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many connections a proxy can hold with the files that it may open. */
final class OpenFiles {

  /** What it opens beside connections: logs, pipes, its admin socket. */
  private static final int SPARED = 128;

  private static final Pattern LIMIT =
      Pattern.compile("(?s).*\nMax open files +([0-9]{1,9}|unlimited) .*");

  private OpenFiles() {}

  /**
   * As many as are wanted, or as many as a file for either side of each allows: a proxy with a
   * larger setting refuses to start.
   */
  static int connections(int wanted) {
    try {
      return connections(wanted, Files.readString(Path.of("/proc/self/limits")));
    } catch (IOException unreadable) {
      return wanted;
    }
  }

  /** The same, given what the kernel reports of this process, whose limit the proxy has, too. */
  static int connections(int wanted, String limits) {
    Matcher limit = LIMIT.matcher(limits);
    if (!limit.matches() || !Character.isDigit(limit.group(1).charAt(0))) {
      return wanted;
    }
    return Math.max(1, Math.min(wanted, (Integer.parseInt(limit.group(1)) - SPARED) / 2));
  }
}
