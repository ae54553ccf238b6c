package io.rpcstress.client.harness.campaign.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.client.harness.SampleRun;
import io.rpcstress.client.harness.campaign.calibrate.CalibrationItem.Floor;
import io.rpcstress.client.harness.campaign.calibrate.CalibrationRun.Calibration;
import io.rpcstress.client.harness.campaign.calibrate.MeasuredProcesses.Planned;
import io.rpcstress.client.harness.host.LinkReading;
import io.rpcstress.engine.load.ClockReading;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Cost.ProcessCost;
import io.rpcstress.measure.Cost.ProxyShare;
import io.rpcstress.measure.Cost.WireCost;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.TimedLoad;
import io.rpcstress.measure.record.CalibrationRecord;
import io.rpcstress.measure.record.CalibrationRecord.Gate;
import io.rpcstress.measure.record.CalibrationRecord.Spread;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class CalibrationTest {

  private static final Offset<Double> ROUNDING = within(1e-6);
  private static final CalibrationItem OWN = new CalibrationItem(Floor.PER_THREAD, 10);
  private static final CalibrationItem SHARED = new CalibrationItem(Floor.MULTIPLEXED, 10);

  @Test
  void theFlagsOfAllWindowsAreKept() {
    CalibrationReading reading =
        reading(run(0, 100, 50, 5), run(1, 100, 150, 15, "client-cpu", "foreign-cpu"));
    assertThat(reading.callsPerSecond()).isCloseTo(1_000, ROUNDING);
    assertThat(reading.clientCpuUs()).isCloseTo(100, ROUNDING);
    assertThat(reading.serverCpuUs()).isCloseTo(200, ROUNDING);
    assertThat(reading.clientBytes()).isCloseTo(0.5, ROUNDING);
    assertThat(reading.latencies().getTotalCount()).isEqualTo(200);
    assertThat(reading.flags()).as("busy is what it is to be").containsExactly("foreign-cpu");
  }

  @Test
  void allWindowsOfATimedLoopCountAndItsWarmUpIsKept() {
    TimedLoad load = new TimedLoad(Duration.ofSeconds(10), Duration.ofSeconds(1), 2, null);
    CalibrationReading reading =
        CalibrationReading.of(
                List.of(run(0, 1_000, 100, 5), run(1, 1_000, 300, 15)),
                List.of(histogram(100), histogram(300)),
                load)
            .orElseThrow();
    assertThat(reading.callsPerSecond()).isCloseTo(200, ROUNDING);
    assertThat(reading.clientCpuUs()).isCloseTo(50, ROUNDING);
    assertThat(reading.warmSeconds()).isCloseTo(10, ROUNDING);
    assertThat(reading.measuredSeconds()).isCloseTo(2, ROUNDING);
    assertThat(CalibrationReading.of(List.of(), List.of(), load)).isEmpty();
  }

  @Test
  void aProcessWithoutAnyReplyIsNoFloor() {
    TimedLoad load = new TimedLoad(Duration.ofSeconds(1), Duration.ofSeconds(1), 2, null);
    List<Histogram> latencies = List.of(histogram(0), histogram(5));
    Run silent = run(0, 1_000, 0, 5);
    assertThat(CalibrationReading.of(List.of(silent), latencies, load)).isEmpty();
    assertThat(CalibrationReading.of(List.of(silent, run(1, 1_000, 5, 5)), latencies, load))
        .hasValueSatisfying(each -> assertThat(each.callsPerSecond()).isCloseTo(2.5, ROUNDING));
  }

  @Test
  void aFloorIsJudgedSteadyOnlyWhereAllOfItsProcessesWere() throws IOException {
    TimedLoad until =
        new TimedLoad(Duration.ofSeconds(1), Duration.ofSeconds(1), 1, Duration.ofSeconds(9));
    CalibrationReading judged =
        CalibrationReading.of(List.of(run(0, 1_000, 100, 5)), List.of(histogram(100)), until)
            .orElseThrow();
    assertThat(of(Map.of(OWN, List.of(judged, judged))).floors().get(0).warmth())
        .hasFieldOrPropertyWithValue("judged", true);
    assertThat(of(Map.of(OWN, List.of(judged, process(100)))).floors().get(0).warmth())
        .hasFieldOrPropertyWithValue("judged", false);
  }

  @Test
  void theMedianAndBothEndsOfTheProcessesAreKept() throws IOException {
    List<CalibrationRecord.Floor> floors = calibration().floors();
    assertThat(floors.get(0).callsPerSecond()).isEqualTo(new Spread(1_000.0, 500.0, 2_000.0));
    assertThat(floors.get(2).callsPerSecond()).isEqualTo(new Spread(1_500.0, 1_000.0, 2_000.0));
  }

  @Test
  void aProcessThatWasNotSteadyCountsAndIsSaidSo() throws IOException {
    CalibrationReading moving = reading(run(0, 1_000, 9_000, 1, "not-steady"));
    CalibrationRecord found = of(Map.of(OWN, List.of(moving, process(1_000), process(2_000))));
    assertThat(found.floors().get(0).processes()).isEqualTo(3);
    assertThat(found.floors().get(0).each()).contains(1_000.0, 2_000.0).hasSize(3);
    assertThat(found.flags()).containsExactly("not-steady");
  }

  private static CalibrationRecord calibration() throws IOException {
    return of(
        Map.of(
            CalibrationItem.NULL,
            List.of(process(1_000)),
            OWN,
            List.of(process(2_000), process(500), process(1_000)),
            SHARED,
            List.of(process(2_000), process(1_000)),
            new CalibrationItem(Floor.PER_THREAD, 20),
            List.of(process(1_000))));
  }

  private static CalibrationRecord of(Map<CalibrationItem, List<CalibrationReading>> readings)
      throws IOException {
    MeasuredProcesses kept = MeasuredProcesses.inMemory();
    for (Map.Entry<CalibrationItem, List<CalibrationReading>> each : readings.entrySet()) {
      for (int round = 0; round < each.getValue().size(); round++) {
        kept.add(new Planned(round, each.getKey()), Optional.of(each.getValue().get(round)));
      }
    }
    kept.add(new Gate(990, 10_000, new Spread(25.0, 19.0, 60.0), 10));
    return Calibration.of(kept, readings.keySet(), new ClockReading(20, 25), LinkReading.UNKNOWN);
  }

  /** A process with one window of a second. */
  private static CalibrationReading process(int callsPerSecond) {
    return reading(run(0, 1_000, callsPerSecond, callsPerSecond / 10.0));
  }

  private static CalibrationReading reading(Run... windows) {
    List<Histogram> latencies = new ArrayList<>();
    for (Run each : windows) {
      latencies.add(histogram((int) each.calls().ok()));
    }
    TimedLoad load =
        new TimedLoad(Duration.ofSeconds(1), Duration.ofSeconds(1), windows.length, null);
    return CalibrationReading.of(List.of(windows), latencies, load).orElseThrow();
  }

  private static Histogram histogram(int calls) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(1_000, calls);
    return histogram;
  }

  private static Run run(int order, int millis, int calls, double clientCpuMs, String... flags) {
    return SampleRun.of(
        new Point("tcp", Point.EXAMPLE, 10, Math.max(1, calls), RequestMode.TOTAL),
        order,
        millis * 1_000L,
        CallCounts.allOk(calls),
        Latency.of(histogram(calls)),
        new Cost(
            new ProcessCost(clientCpuMs, null, calls / 2L, null, null, null),
            new ProcessCost(2 * clientCpuMs, null, null, null, null, null),
            WireCost.UNKNOWN,
            ProxyShare.NONE),
        List.of(flags));
  }
}
