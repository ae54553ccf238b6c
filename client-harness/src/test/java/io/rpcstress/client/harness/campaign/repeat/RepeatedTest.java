package io.rpcstress.client.harness.campaign.repeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.rpcstress.client.harness.SampleRun;
import io.rpcstress.client.harness.campaign.repeat.Repeated.Spread;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.TimedLoad;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Processes are the samples, whatever happened inside them. */
class RepeatedTest {

  private static final Point CELL = new Point("tcp", "example", 1, 100, RequestMode.TOTAL);

  /** A process whose orders took so many ms, each with 100 calls of 1 us per ms. */
  private static ProcessSample process(int repetition, long... millis) {
    List<Run> runs = new ArrayList<>();
    List<Histogram> histograms = new ArrayList<>();
    for (int order = 0; order < millis.length; order++) {
      Histogram histogram = new Histogram(3);
      histogram.recordValueWithCount(millis[order] * 1_000, 100);
      histograms.add(histogram);
      runs.add(
          SampleRun.of(
              CELL.repeated(repetition),
              order,
              millis[order] * 1_000,
              CallCounts.allOk(100),
              Latency.of(histogram),
              Cost.UNKNOWN,
              List.of()));
    }
    return new ProcessSample(runs, histograms);
  }

  private static Repeated cell(ProcessSample... processes) {
    Repeated repeated = new Repeated(CELL);
    List.of(processes).forEach(repeated::add);
    return repeated;
  }

  @Test
  void aProcessIsTheAverageOfItsOrdersAfterTheFirst() {
    ProcessSample process = process(2, 500, 10, 20);
    assertThat(process.timeMs()).isEqualTo(15);
    assertThat(process.callsPerSecond()).isEqualTo((10_000 + 5_000) / 2.0, offset(1e-9));
    assertThat(process.repetition()).isEqualTo(2);
    assertThat(process.latency().maxUs()).isEqualTo(20, offset(0.1));
    assertThat(process.clientMicrosPerCall()).isNull();
  }

  @Test
  void numbersSpreadOverProcessesNotOverTheirRuns() {
    Repeated cell = cell(process(0, 9, 10, 30), process(1, 9, 20, 20), process(2, 9, 26, 26));
    Spread spread = cell.spread(ProcessSample::timeMs);
    assertThat(spread).isNotNull();
    assertThat(spread.mean()).isEqualTo(22, offset(1e-9));
    assertThat(spread.median()).isEqualTo(20, offset(1e-9));
    assertThat(spread.percent()).isEqualTo(100 * Math.sqrt(12) / 22, offset(1e-9));
    assertThat(cell.spread(ProcessSample::clientMicrosPerCall)).isNull();
  }

  @Test
  void percentilesComeFromAddedHistograms() {
    // 100 calls of 10 us and 300 of 40 us: p50 is 40; the average of the processes' is 32.5 or 25.
    Repeated cell = cell(process(0, 5, 10), process(1, 5, 40, 40, 40));
    assertThat(cell.latency().p50Us()).isEqualTo(40, offset(0.1));
  }

  @Test
  void fiveProcessesASideCarryOne() {
    Repeated slow = cell(processes(20, 21, 20, 22, 21));
    Repeated fast = cell(processes(10, 11, 10, 9, 11));
    assertThat(RuntimeRatio.of(slow, fast).verdict(Holm.LEVEL)).isEqualTo(Verdict.SLOWER);
    assertThat(RuntimeRatio.of(fast, slow).verdict(Holm.LEVEL)).isEqualTo(Verdict.FASTER);
    assertThat(RuntimeRatio.of(fast, fast).verdict(Holm.LEVEL)).isEqualTo(Verdict.TOO_CLOSE);

    RuntimeRatio few = RuntimeRatio.of(slow, cell(processes(10, 11, 10)));
    assertThat(few.ratio().isKnown()).isTrue();
    assertThat(few.verdict(Holm.LEVEL)).isEqualTo(Verdict.NONE);
    assertThat(few.standing(Holm.LEVEL)).isEqualTo("too few processes: 2 more");
  }

  /** What a report withholds a verdict from carries none here, in the same words. */
  @Test
  void whatIsOnlyAssumedOrWasDisturbedOrFailedCarriesNone() {
    Duration second = Duration.ofSeconds(1);
    Repeated assumed = timed(new TimedLoad(second, second, 2, null), 0);
    Repeated shown = timed(new TimedLoad(second, second, 2, Duration.ofSeconds(40)), 0);
    Repeated failing = timed(new TimedLoad(second, second, 2, Duration.ofSeconds(40)), 1);

    assertThat(RuntimeRatio.of(shown, shown).standing(Holm.LEVEL)).isEqualTo("too close to call");
    assertThat(RuntimeRatio.of(assumed, assumed).standing(Holm.LEVEL))
        .isEqualTo("the steady state is assumed, not shown (--until-steady would show it)");
    assertThat(RuntimeRatio.of(shown, failing).standing(Holm.LEVEL))
        .isEqualTo("calls of tcp failed");
  }

  @Test
  void aDisturbedProcessOfATimedLoopIsLeftOutOfItsCell() {
    Duration second = Duration.ofSeconds(1);
    TimedLoad load = new TimedLoad(second, second, 2, Duration.ofSeconds(40));
    Repeated whole = timed(load, 0);
    Repeated disturbed = timed(load, 0);
    disturbed.add(timed(load, 5, 1, 0, "jitter"));

    assertThat(disturbed.timesMs()).containsExactly(whole.timesMs());
    assertThat(RuntimeRatio.of(disturbed, whole).verdict(Holm.LEVEL)).isEqualTo(Verdict.TOO_CLOSE);

    Repeated few = new Repeated(Point.timed("tcp", "example", 1, load));
    few.add(timed(load, 0, 100, 0, "jitter"));
    assertThat(RuntimeRatio.of(few, whole).standing(Holm.LEVEL))
        .isEqualTo("disturbed by jitter: 5 more processes");
    assertThat(RuntimeRatio.of(few, whole).ratio().value()).isNaN();
  }

  /** Five processes of two windows. */
  private static Repeated timed(TimedLoad load, long failed) {
    Repeated cell = new Repeated(Point.timed("tcp", "example", 1, load));
    for (int repetition = 0; repetition < 5; repetition++) {
      cell.add(timed(load, repetition, 1_000 + 10 * repetition, failed));
    }
    return cell;
  }

  private static ProcessSample timed(
      TimedLoad load, int repetition, long ok, long failed, String... flags) {
    Point point = Point.timed("tcp", "example", 1, load).repeated(repetition);
    List<Run> runs = new ArrayList<>();
    for (int order = 0; order < load.windows(); order++) {
      runs.add(
          SampleRun.of(
              point,
              order,
              1_000_000,
              new CallCounts(ok + failed, ok, failed, 0, 0),
              Latency.UNKNOWN,
              Cost.UNKNOWN,
              List.of(flags)));
    }
    return new ProcessSample(runs, List.of(new Histogram(3), new Histogram(3)));
  }

  private static ProcessSample[] processes(long... millis) {
    ProcessSample[] all = new ProcessSample[millis.length];
    for (int i = 0; i < millis.length; i++) {
      all[i] = process(i, 1, millis[i]);
    }
    return all;
  }
}
