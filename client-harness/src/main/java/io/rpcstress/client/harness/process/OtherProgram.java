package io.rpcstress.client.harness.process;

import io.rpcstress.client.harness.process.Children.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** A program of others, run to its end. It ends with this process, and so do its files. */
public final class OtherProgram {

  private static final Path NO_INPUT = Path.of("/dev/null");

  /** Of the file's name: ghz takes no other, and the rest take any. */
  private static final String SUFFIX = ".proto";

  private OtherProgram() {}

  /**
   * What it printed, with whatever code it ended.
   *
   * @param document what stands in a file for it
   * @param command its words, given that file
   * @throws IOException if it cannot be started, or did not end in time
   */
  public static String output(
      String document, Function<Path, List<String>> command, Duration timeout)
      throws IOException, InterruptedException {
    try (Children children = new Children(line -> {})) {
      Path file = Files.writeString(children.file(SUFFIX), document);
      Child child =
          children.start(
              output ->
                  new ProcessBuilder(command.apply(file))
                      .redirectInput(NO_INPUT.toFile())
                      .redirectErrorStream(true)
                      .redirectOutput(output.events().toFile()));
      if (!children.await(timeout).running().isEmpty()) {
        throw new IOException("it did not end within %d s".formatted(timeout.toSeconds()));
      }
      StringBuilder text = new StringBuilder();
      child.output().tellEvents(line -> text.append(line).append('\n'));
      return text.toString();
    }
  }
}
