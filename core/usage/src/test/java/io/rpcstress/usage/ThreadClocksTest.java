package io.rpcstress.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.usage.TaskReader.Border;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * CPU time is what the threads' own clocks show; the clock of the process only adds what they miss.
 */
class ThreadClocksTest {
  private static final long MS = 1_000_000;

  @TempDir Path process;

  private final AtomicLong ticks = new AtomicLong();
  private ProcessReader reader;

  @BeforeEach
  void aReader() {
    reader = new ProcessReader(process, ticks::get);
  }

  @Test
  void aTickOfTheProcessDoesNotReplaceTheThreadsNanoseconds() throws IOException {
    task(1, "main", 105 * MS);
    ticks.set(100 * MS);
    ProcessUsage before = reader.read(Border.BEFORE);
    task(1, "main", 105 * MS + 42);
    ticks.set(120 * MS); // user and system time both turned a tick
    ProcessUsage used = reader.read(Border.AFTER).since(before);
    assertThat(used.cpuNanos()).isEqualTo(42);
  }

  @Test
  void aThreadThatBeganAndEndedBetweenTwoReadingsIsMadeUpFor() throws IOException {
    task(1, "main", 5 * MS);
    ProcessUsage before = reader.read(Border.BEFORE);
    ticks.set(205 * MS); // 200 ms that no thread has to show
    assertThat(reader.read(Border.AFTER).since(before).cpuNanos()).isEqualTo(200 * MS);
    assertThat(reader.read(Border.AFTER).since(before).cpuNanos()).isEqualTo(200 * MS);
  }

  @Test
  void theCompilersTimeIsPartOfTheWholeAndKnownApart() throws IOException {
    task(1, "main", 10 * MS);
    task(2, "C2 CompilerThre", 20 * MS);
    task(3, "C1 CompilerThre", 30 * MS);
    ProcessUsage before = reader.read(Border.BEFORE);
    task(1, "main", 11 * MS);
    task(2, "C2 CompilerThre", 24 * MS);
    task(3, "C1 CompilerThre", 38 * MS);
    ProcessUsage used = reader.read(Border.AFTER).since(before);
    assertThat(used.compileNanos()).isEqualTo(12 * MS);
    assertThat(used.cpuNanos()).isEqualTo(13 * MS);
  }

  @Test
  void aCompilerIsFoundOnceTheJvmHasNamedIt() throws IOException {
    task(2, "java", 0);
    task(3, "C1 CompilerThre", MS);
    ProcessUsage before = reader.read(Border.BEFORE);
    task(2, "C2 CompilerThre", 5 * MS);
    assertThat(reader.read(Border.AFTER).since(before).compileNanos()).isEqualTo(5 * MS);
  }

  private void task(int id, String name, long nanos) throws IOException {
    Path folder = Files.createDirectories(process.resolve("task/" + id));
    Files.writeString(folder.resolve("comm"), name + "\n");
    Files.writeString(folder.resolve("schedstat"), nanos + " 0 1\n");
  }
}
