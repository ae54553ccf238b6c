package io.rpcstress.client.harness.campaign.coldstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.campaign.coldstart.ColdRun.ColdSubject;
import io.rpcstress.client.harness.console.ColdStartTable;
import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Target;
import io.rpcstress.engine.load.Workload;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.Circumstances;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.record.ColdStartRecord;
import io.rpcstress.measure.record.ColdStartRecord.Sample;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColdStartsTest {
  private static final ColdSubject TCP = new ColdSubject(ColdSubject.CLIENT, "tcp", false);

  @Test
  void whatAProcessWritesIsReadAmongWhateverItsLibrariesPrint() {
    FirstCalls said = new FirstCalls(1, 2, 3, 100, -1, 60_000);
    assertThat(ColdRun.parse("hello\n" + said.line() + "\nbye")).isEqualTo(said);
  }

  @Test
  void timesBeginWhereTheProcessWasStartedAndWhereItConnected() {
    FirstCalls said =
        new FirstCalls(800_000_000, 900_000_000, 950_000_000, 100, 700_000_000, 60_000);
    Sample sample = ColdRun.sample(TCP, 0, 300_000_000, said);
    assertThat(sample.startMs()).isEqualTo(600);
    assertThat(sample.firstCallMs()).isEqualTo(100);
    assertThat(sample.callsMs()).isEqualTo(150);
    assertThat(sample.cpuMs()).isEqualTo(700);
    assertThat(sample.rssKb()).isEqualTo(60_000);
  }

  @Test
  void theFirstCallsAreTimedFromConnectingToTheFirstAndTheLastReply() throws Exception {
    long before = System.nanoTime();
    FirstCalls said = FirstCalls.make(plan(), 5);
    assertThat(List.of(before, said.openedAt(), said.firstAt(), said.lastAt(), System.nanoTime()))
        .isSorted();
    assertThat(said.calls()).isEqualTo(5);
  }

  @Test
  void aTableHasTheMedianAndTheRangeOfEachSide() {
    ColdStartRecord found =
        new ColdStartRecord(
            Instant.EPOCH,
            7,
            100,
            List.of(
                new Sample("server", "tcp", true, 0, 400, null, null, null, 51_200L),
                client(0, 700),
                client(1, 500),
                client(2, 900)));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ColdStartTable.print(found, new PrintStream(bytes, true, StandardCharsets.UTF_8));
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .containsPattern(
            "client +tcp +no +700 \\(500\\.\\.900\\) +100\\.0 +150\\.0 +300 +58\\.6 +3")
        .containsPattern("server +tcp +yes +400 \\(400\\.\\.400\\) +50\\.0 +1")
        .contains("seed 7", "running already");
  }

  private static Sample client(int round, int startMs) {
    long first = startMs * 1_000_000L;
    return ColdRun.sample(
        TCP,
        round,
        0,
        new FirstCalls(first - 100_000_000, first, first + 50_000_000, 100, 300_000_000, 60_000));
  }

  private static PointPlan plan() {
    Address nowhere = new Address("127.0.0.1", 1);
    return new PointPlan(
        new Point("null", Point.EXAMPLE, 1, 1, RequestMode.TOTAL),
        Drivers.find("null").orElseThrow(),
        Target.of(nowhere),
        nowhere,
        new DriverOptions(Point.EXAMPLE, ConnectionPolicy.pool(1), 1, false, Duration.ofSeconds(1)),
        new Workload<>(Greeting.OPERATION, Greeting.defaultName()),
        1,
        0,
        Circumstances.FRESH_CLIENT,
        null,
        null,
        null);
  }
}
