package io.rpcstress.client.harness;

import io.rpcstress.client.harness.process.ForkedPoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What the threads of processes are doing that do not end, for the message of a test. */
final class ProcessStacks {

  /** A JVM that is about to end, or is stuck within itself, does not answer. */
  private static final long ANSWER_SECONDS = 20;

  /** What every measuring process has on its command line. */
  private static final String CHILD = ForkedPoint.CHILD;

  private static final String JCMD =
      Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();

  private ProcessStacks() {}

  /** Of a process and of all that it started. */
  static String of(ProcessHandle process) throws InterruptedException {
    return of(Stream.concat(Stream.of(process), process.descendants()));
  }

  /** Of all measuring processes, also those whose parent has ended. */
  static String ofLeft() throws InterruptedException {
    return of(
        ProcessHandle.allProcesses()
            .filter(each -> each.info().commandLine().orElse("").contains(CHILD)));
  }

  private static String of(Stream<ProcessHandle> processes) throws InterruptedException {
    StringBuilder all = new StringBuilder();
    for (ProcessHandle each : processes.toList()) {
      all.append(each.pid()).append(' ').append(each.info().commandLine().orElse("")).append('\n');
      try {
        all.append(stacks(each.pid())).append(kernel(each.pid()));
      } catch (IOException | UncheckedIOException e) { // no JDK, or it ended meanwhile
        all.append(e.getMessage()).append('\n');
      }
    }
    return all.toString();
  }

  private static String stacks(long pid) throws IOException, InterruptedException {
    Path said = Files.createTempFile("stacks", ".txt");
    try {
      Process jcmd =
          new ProcessBuilder(JCMD, Long.toString(pid), "Thread.print", "-l")
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
      boolean answered = jcmd.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS);
      jcmd.destroyForcibly();
      String text = Files.readString(said, StandardCharsets.UTF_8);
      return answered ? text : "%sno answer to jcmd within %d s%n".formatted(text, ANSWER_SECONDS);
    } finally {
      Files.deleteIfExists(said);
    }
  }

  /** Each thread's name and state as Linux knows them: there is no other word of a stuck JVM. */
  private static String kernel(long pid) throws IOException {
    Path tasks = Path.of("/proc/" + pid + "/task");
    if (!Files.isDirectory(tasks)) {
      return "";
    }
    StringBuilder all = new StringBuilder();
    try (Stream<Path> each = Files.list(tasks)) {
      for (Path task : each.toList()) {
        String stat = Files.readString(task.resolve("stat"), StandardCharsets.UTF_8);
        int name = stat.lastIndexOf(')');
        all.append(stat, stat.indexOf('('), Math.min(stat.length(), name + 3)).append(' ');
        all.append(Files.readString(task.resolve("wchan"), StandardCharsets.UTF_8)).append('\n');
      }
    }
    return all.toString();
  }
}
