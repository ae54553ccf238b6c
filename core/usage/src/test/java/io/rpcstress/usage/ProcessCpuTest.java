package io.rpcstress.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What another process computed, by its threads. */
class ProcessCpuTest {

  @TempDir Path folder;

  private void thread(String number, long nanos) throws IOException {
    Path thread = Files.createDirectories(folder.resolve("task").resolve(number));
    Files.writeString(thread.resolve("schedstat"), nanos + " 77 3\n");
  }

  @Test
  void growthIsThatOfEveryThreadAndAllOfANewOne() throws IOException {
    thread("10", 1_000);
    thread("11", 5_000);
    thread("12", 9_000);
    ProcessCpu cpu = ProcessCpu.in(folder);
    long before = cpu.nanos();
    thread("10", 1_500);
    thread("13", 40);
    Files.delete(folder.resolve("task/12/schedstat"));
    assertThat(cpu.nanos() - before).isEqualTo(540);
  }

  @Test
  void whatIsNotThereIsUnknownAndNotZero() {
    assertThat(ProcessCpu.in(folder.resolve("absent")).nanos()).isEqualTo(ProcessUsage.UNKNOWN);
    assertThat(ProcessCpu.NONE.nanos()).isEqualTo(ProcessUsage.UNKNOWN);
  }
}
