package io.rpcstress.client.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.SampleRun;
import io.rpcstress.engine.load.PartResult;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Cost.ProcessCost;
import io.rpcstress.measure.Cost.ProxyShare;
import io.rpcstress.measure.Cost.WireCost;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SeriesRow;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a child tells arrives whole at its parent. */
class PointEventsTest {

  private static final Cost COST =
      new Cost(
          new ProcessCost(1.5, 2L, 3L, 4L, 5L, null),
          new ProcessCost(6.5, 7L, 8L, 9L, 10L, 11L),
          new WireCost(12L, 13L, 14L, 15L, WireCost.INTERFACE),
          new ProxyShare(16.5, 17L, 18L));

  @Tag("defect")
  @DisplayName("defect 16: what a child measured reaches its parent as data")
  @Test
  void whatIsWrittenIsRead() {
    Histogram latencies = new Histogram(3);
    latencies.recordValue(12_345);
    Run run =
        SampleRun.of(
                new Point("grpc", "tuned", 7, 100, RequestMode.PER_THREAD).repeated(4),
                3,
                1_234_567,
                new CallCounts(700, 698, 1, 1, 0),
                Latency.of(latencies),
                COST,
                List.of("served-mismatch"))
            .startedAt(Instant.parse("2026-01-02T03:04:05.678901234Z"));
    PointFailure failure =
        new PointFailure(FailureCause.WRONG_REPLY, "asked \"a\",\nanswered", Map.of("refused", 3L));

    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PointListener writer =
        PointEvents.writer(new PrintStream(bytes, false, StandardCharsets.UTF_8), run.point(), 2);
    SeriesRow row = new SeriesRow(0, 500, 7, SeriesRow.Phase.WARM_UP);
    List<SeriesRow> series =
        List.of(row, new SeriesRow(0, 500, 7, SeriesRow.Phase.WARM_UP, 1.5, null, 20.0));
    writer.run(run, latencies);
    writer.series(series);
    writer.parts(List.of(new PartResult("read", 3, latencies)));
    writer.parentCpu(0.25);
    writer.warning("mind the gap");
    writer.failed(failure);

    Gathered gathered = new Gathered();
    bytes
        .toString(StandardCharsets.UTF_8)
        .lines()
        .forEach(line -> PointEvents.read(line, gathered));
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .allMatch(line -> line.contains("\"repetition\":4,\"technologyOrder\":2"));
    assertThat(gathered.runs()).containsExactly(run);
    assertThat(gathered.latencies()).containsExactly(latencies);
    assertThat(gathered.series()).isEqualTo(series);
    assertThat(gathered.parts()).containsExactly(new PartResult("read", 3, latencies));
    assertThat(gathered.parentMs()).isEqualTo(0.25);
    assertThat(gathered.warnings()).containsExactly("mind the gap");
    assertThat(gathered.failure()).isEqualTo(failure);
  }

  @Test
  void aCostIsWrittenUnderTheNamesOfResultFiles() {
    assertThat(written(COST))
        .contains(
            "\"clientCpuMs\":1.5",
            "\"clientCompileMs\":5",
            "\"serverCpuMs\":6.5",
            "\"serverRssKb\":11",
            "\"bytesOut\":12",
            "\"bytesFrom\":\"interface\"",
            "\"proxy\":{");
    assertThat(written(Cost.UNKNOWN)).contains("\"clientCpuMs\":null");
  }

  /** The line of a run with a cost. */
  private static String written(Cost cost) {
    Run run =
        SampleRun.of(
            new Point("tcp", Point.EXAMPLE, 1, 1, RequestMode.TOTAL),
            0,
            1_000,
            CallCounts.allOk(1),
            Latency.UNKNOWN,
            cost,
            List.of());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PointEvents.writer(new PrintStream(bytes, false, StandardCharsets.UTF_8), run.point(), 0)
        .run(run, new Histogram(3));
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void anOpenLoopsRunArrivesWithBothItsHistograms() {
    Histogram response = new Histogram(3);
    response.recordValue(900_000_000);
    Histogram service = new Histogram(3);
    service.recordValue(100_000);
    OfferedLoad load = new OfferedLoad(ArrivalShape.POISSON, 100, 60, 5, 42);
    Run run =
        SampleRun.of(
            new Point("grpc", "tuned", 100, 6_017, RequestMode.TOTAL, load),
            0,
            60_012_345,
            new CallCounts(6_017, 6_000, 0, 7, 10),
            Latency.of(response),
            Cost.UNKNOWN,
            List.of(Flag.SATURATED.label()));
    OpenRun open =
        new OpenRun(
            run, Latency.of(service), CallCounts.allOk(498), 6_017 / 60.0, 99.5, OpenRun.ASYNC);

    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PointEvents.writer(new PrintStream(bytes, false, StandardCharsets.UTF_8), run.point(), 0)
        .open(open, response, service);

    Gathered gathered = new Gathered();
    PointEvents.read(bytes.toString(StandardCharsets.UTF_8), gathered);
    assertThat(gathered.openRun()).isEqualTo(open);
    assertThat(gathered.latencies()).containsExactly(response);
    assertThat(gathered.service()).isEqualTo(service);
  }
}
