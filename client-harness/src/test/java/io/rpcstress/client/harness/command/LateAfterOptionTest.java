package io.rpcstress.client.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.driver.GreetServer;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Lateness;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From option to file, against a real server that answers one call in a hundred late. */
class LateAfterOptionTest {

  /** Far above what a busy machine holds a call up for. */
  private static final long DELAY_MILLIS = 900;

  private static final int LATE = 42;

  @TempDir Path folder;

  private final AtomicInteger served = new AtomicInteger();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @SuppressWarnings("NullAway.Init") // set before each test
  private GreetServer server;

  @BeforeEach
  void answerOneInAHundredLate() throws IOException {
    server =
        GreetServer.start(
            "rpcx",
            name -> {
              if (served.getAndIncrement() % 100 == LATE) {
                hold();
              }
              return "hello, " + name;
            });
  }

  private static void hold() {
    try {
      Thread.sleep(DELAY_MILLIS); // the fault itself
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private int words(String line) {
    return CommandLines.execute(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        (line
                + " --protocol rpcx --port rpcx=%d --late-after 450ms --deadline 5s --no-fork --out %s"
                    .formatted(server.target().primary().port(), folder))
            .split(" ", -1));
  }

  @Test
  void aCountedLoopsRowsSayWhichRightAnswersWereLate() throws IOException {
    assertThat(words("run --threads 1 --requests 100 --runs 2"))
        .as(err.toString(StandardCharsets.UTF_8))
        .isZero();

    List<Run> runs = RunCsv.read(folder.resolve("raw/rpcx/t1-r100.csv")).runs();
    assertThat(runs).hasSize(2).allMatch(run -> run.calls().equals(CallCounts.allOk(100)));
    assertThat(runs).allMatch(run -> run.lateness() != null && run.lateness().calls() > 0);
    Run warm = runs.get(1); // of a cold process the first call may be late, too
    assertThat(warm.lateness()).isEqualTo(new Lateness(450, 1));
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern(
            "late after 450 ms: [23] of 200 right answers of all orders, so 19[78] accepted");
  }

  @Test
  void anOpenLoopsRowSaysItFromWhenCallsWereDue() throws IOException {
    assertThat(words("rate --rate 100 --duration 1s --warmup 0s --start threads --threads 1"))
        .as(err.toString(StandardCharsets.UTF_8))
        .isZero();

    Path csv = folder.resolve("raw/rpcx/rate100-constant-1s.csv");
    OpenRun open = RunCsv.parseOpen(csv, Files.readString(csv)).runs().get(0);
    Run run = open.run();
    assertThat(run.calls()).isEqualTo(CallCounts.allOk(100));
    // Behind the one that takes 900 ms those due in the next 450 ms wait longer than that.
    assertThat(run.lateness()).isNotNull();
    assertThat(run.lateness().afterMs()).isEqualTo(450);
    assertThat(run.lateness().calls()).isBetween(20L, 70L);
  }
}
