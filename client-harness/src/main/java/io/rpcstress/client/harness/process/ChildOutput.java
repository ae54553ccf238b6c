package io.rpcstress.client.harness.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a child writes to its stdout and stderr: two files that nobody reads before the child has
 * ended, so that no processor time goes into reading while it measures; and beside them what it is
 * handed. They lie in the system's folder for temporary files, may be read by this user alone, and
 * go when this is closed.
 */
final class ChildOutput implements AutoCloseable {

  /** Lines of a stderr that are passed on; what a library repeats beyond that says nothing new. */
  static final int MAX_STDERR_LINES = 10_000;

  static final String PREFIX = "rpc-stress-";

  private final Path events;
  private final Path errors;
  private @Nullable Path task;
  private final AtomicBoolean errorsTold = new AtomicBoolean();

  ChildOutput() throws IOException {
    try {
      events = Files.createTempFile(PREFIX, ".events");
      errors = Files.createTempFile(PREFIX, ".stderr");
    } catch (IOException e) {
      throw noRoom(e);
    }
  }

  private static IOException noRoom(IOException e) {
    return new IOException(
        "%s: no file can be made in it (%s): make room, or name another folder by -Djava.io.tmpdir"
            .formatted(System.getProperty("java.io.tmpdir"), e.getMessage()),
        e);
  }

  Path keepTask(String document) throws IOException {
    try {
      Path earlier = task;
      Path file = earlier == null ? Files.createTempFile(PREFIX, ".json") : earlier;
      task = file;
      return Files.writeString(file, document);
    } catch (IOException e) {
      throw noRoom(e);
    }
  }

  Path events() {
    return events;
  }

  Path errors() {
    return errors;
  }

  void tellEvents(Consumer<String> lines) throws IOException {
    try (BufferedReader reader = reader(events)) {
      for (String line; (line = reader.readLine()) != null; ) {
        lines.accept(line);
      }
    }
  }

  /** Passes on each line of its stderr, once. */
  void tellErrors(Consumer<String> lines) throws IOException {
    if (errorsTold.getAndSet(true)) {
      return;
    }
    try (BufferedReader reader = reader(errors)) {
      long number = 0;
      for (String line; (line = reader.readLine()) != null; ) {
        if (++number <= MAX_STDERR_LINES) {
          lines.accept(line);
        }
      }
      if (number > MAX_STDERR_LINES) {
        lines.accept("... and %d lines more".formatted(number - MAX_STDERR_LINES));
      }
    }
  }

  /** Bytes that are no text become a sign for that: a child may die within a character. */
  private static BufferedReader reader(Path file) throws IOException {
    return new BufferedReader(
        new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    ForkedPoint.delete(events);
    ForkedPoint.delete(errors);
    Path document = task;
    if (document != null) {
      ForkedPoint.delete(document);
    }
  }
}
