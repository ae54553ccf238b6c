package io.rpcstress.server.base.program;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.PrintableText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** How a program ended, in one line of bounded length. */
final class LastWords {
  private static final int MAX_READ = 65_536;
  private static final int MAX_LINE = 300;

  /** A shell and Java both report so a process that a signal ended. */
  private static final int SIGNALLED = 128;

  private static final int HIGHEST_SIGNAL = 64;

  /** How the programs that are started here, and their libraries, begin what is wrong. */
  private static final Pattern WRONG =
      Pattern.compile(
          "(?i)\\b(error|alert|emerg|crit(ical)?|fatal|panic|crash|cannot|could not|failed)\\b");

  private LastWords() {}

  /**
   * The line.
   *
   * @param exit of its process
   * @param files what it wrote, the one with the better words last; one that is not there says
   *     nothing
   */
  static String of(int exit, List<Path> files) {
    boolean signalled = exit > SIGNALLED && exit <= SIGNALLED + HIGHEST_SIGNAL;
    String ended =
        signalled
            ? "exit code %d, which is signal %d".formatted(exit, exit - SIGNALLED)
            : "exit code " + exit;
    List<String> lines = new ArrayList<>();
    for (Path each : files) {
      end(each).lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(lines::add);
    }
    for (int i = lines.size() - 1; i >= 0; i--) {
      if (WRONG.matcher(lines.get(i)).find()) {
        return ended + "; the last error it reported: " + bounded(lines.get(i));
      }
    }
    return signalled || lines.isEmpty()
        ? ended // a killed program writes no last line
        : ended + "; its last line: " + bounded(lines.get(lines.size() - 1));
  }

  private static String bounded(String line) {
    return PrintableText.of(line, MAX_LINE);
  }

  private static String end(Path file) {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      channel.position(Math.max(0, channel.size() - MAX_READ));
      ByteBuffer bytes = ByteBuffer.allocate(MAX_READ);
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // on to its end
      }
      return new String(bytes.array(), 0, bytes.position(), UTF_8);
    } catch (IOException nothing) {
      return "";
    }
  }
}
