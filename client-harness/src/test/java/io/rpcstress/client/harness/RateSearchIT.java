package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.measure.record.ProbeRecord;
import io.rpcstress.measure.record.SearchFile;
import io.rpcstress.measure.record.SearchRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.assertj.core.data.Index;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The search for a sustainable rate, with the jars that are shipped: a process a probe. */
@Timeout(600)
class RateSearchIT {

  /** A call takes 1 ms at least and waits for the one before, so more than this is impossible. */
  private static final int CAPACITY = 1_000;

  private static final Set<String> EXPLORING = Set.of("descent", "growth", "bisection");

  @TempDir Path folder;

  @Tag("long")
  @Test
  void theKneeOfAServerOfKnownCapacityIsFound() throws Exception {
    ReentrantLock oneAtATime = new ReentrantLock(true);
    try (SocketServer server = new SocketServer(socket -> serve(socket, oneAtATime))) {
      String[] words =
          JarProcess.words(
              ("rate --protocol tcp --connections multiplexed:1 --deadline 60s --warmup 0s"
                      + " --full-speed 1s --retry-flagged 0 --port tcp=%d --search --slo p50=400ms"
                      + " --rate 100 --duration 1s --precision 50%% --confirm 1 --beyond 4 --out %s")
                  .formatted(server.port(), folder),
              JarProcess.QUICK);
      JarProcess client = JarProcess.client(words).succeeded();
      assertThat(client.out)
          .anyMatch(line -> line.matches("tcp sustains [0-9,]+ calls/s at p50 <= 400ms .*4x.*"));
      leavesOutWhatHasItsAnswer(words);
    }
    SearchRecord report = SearchFile.read(folder.resolve("raw/tcp/search-p50-400ms.json"));
    assertThat(report.ending()).isEqualTo("found");
    assertThat(report.capacity()).isBetween(CAPACITY / 20, CAPACITY * 102 / 100);
    assertThat(report.probes().get(0).rate()).isEqualTo(report.capacity());
    int rate = Objects.requireNonNull(report.sustainableRate());
    assertThat(rate)
        .as("not far below what is possible on any host, and not above it: %s", report)
        .isBetween(CAPACITY / 20, CAPACITY * 102 / 100);
    ProbeRecord beyond = report.probes().get(report.probes().size() - 1);
    assertThat(beyond.stage()).isEqualTo("beyond");
    assertThat(beyond.rate()).isEqualTo(4 * rate);
    for (ProbeRecord probe : report.probes()) {
      assertThat(probe.file()).as("%s", probe).isNotNull();
      assertThat(folder.resolve("raw/tcp").resolve(String.valueOf(probe.file()))).isNotEmptyFile();
    }
    assertThat(report.probes()).extracting(ProbeRecord::file).doesNotHaveDuplicates();
    assertThat(report.probes())
        .filteredOn(probe -> EXPLORING.contains(probe.stage()))
        .as("one process explores: it calls at full speed before its first rate alone")
        .hasSizeGreaterThan(1)
        .satisfies(first -> assertThat(first.file()).contains("-fullspeed1s"), Index.atIndex(0))
        .filteredOn(probe -> String.valueOf(probe.file()).contains("-fullspeed1s"))
        .hasSize(1);
    assertThat(report.probes())
        .filteredOn(probe -> !EXPLORING.contains(probe.stage()))
        .as("a process of its own is as cold as any")
        .isNotEmpty()
        .allSatisfy(probe -> assertThat(probe.file()).contains("-fullspeed1s"));
  }

  /** The same command with --once, as behind an interruption. */
  private void leavesOutWhatHasItsAnswer(String... words) throws Exception {
    Path file = folder.resolve("raw/tcp/search-p50-400ms.json");
    byte[] kept = Files.readAllBytes(file);
    List<String> again = new ArrayList<>(List.of(words));
    again.add("--once");
    JarProcess client = JarProcess.client(again.toArray(String[]::new)).succeeded();
    assertThat(client.err).contains("search 1 of 1: tcp has its answer already");
    assertThat(Files.readAllBytes(file)).isEqualTo(kept);
  }

  private static void serve(Socket socket, ReentrantLock oneAtATime)
      throws IOException, InterruptedException {
    try (socket;
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      for (String name; (name = in.readLine()) != null; ) {
        oneAtATime.lock();
        try {
          Thread.sleep(1); // the work itself
        } finally {
          oneAtATime.unlock();
        }
        socket
            .getOutputStream()
            .write((Greeting.greet(name) + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
  }
}
