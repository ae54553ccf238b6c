package io.rpcstress.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.measure.Cost.ProcessCost;
import io.rpcstress.measure.Cost.ProxyShare;
import io.rpcstress.measure.Cost.WireCost;
import io.rpcstress.measure.Run.Lateness;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What several clients' rows of one run are together. */
class ClientSumTest {

  private static final Point POINT = Samples.POINT.with(Dimension.CLIENTS, "2");

  @TempDir Path folder;

  /** What two processors have in a time, ns. */
  private static long cpuNanos(long nanos) {
    return 2 * nanos;
  }

  /**
   * A client's row of 100 good calls.
   *
   * @param lateMicros how long after the first its gate opened
   */
  private static Run client(
      long lateMicros, long tookMicros, double cpuMs, @Nullable Double foreign, String... flags) {
    Run other = Samples.run(POINT);
    return new Run(
        POINT,
        1,
        1,
        tookMicros,
        CallCounts.allOk(100),
        lateMicros == 0 ? 200L : null,
        other.latency(),
        new Cost(
            new ProcessCost(cpuMs, 7L, 1_000L, 1L, 4L, 90L),
            new ProcessCost(lateMicros == 0 ? (Double) 3.25 : null, null, null, null, null, null),
            new WireCost(lateMicros == 0 ? (Long) 900L : null, null, null, null, WireCost.SOCKET),
            ProxyShare.NONE),
        new Conditions(
            "greet", 16L, null, Conditions.CLOSED, "pool:1", lateMicros == 0 ? (Long) 2L : null),
        new SelfWatch(60.0, foreign, lateMicros / 1_000.0),
        new TreeSet<>(List.of(flags)),
        Samples.AT.plusNanos(lateMicros * 1_000),
        Circumstances.measured(0.9, null, null, null, null, null),
        new Lateness(900, lateMicros == 0 ? 1 : 2));
  }

  private static Histogram latencies(long nanos, int calls) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(nanos, calls);
    return histogram;
  }

  private static Run sum(Run... clients) {
    Histogram all = latencies(1_000_000, 150);
    all.add(latencies(9_000_000, 50));
    return ClientSum.of(List.of(clients), all, ClientSumTest::cpuNanos);
  }

  @Test
  void callsCostsAndRatesAddUpAndWhatWasReadForAllStaysOnce() {
    Run whole = sum(client(0, 50_000, 40, 45.0), client(500, 100_000, 60, null));

    assertThat(whole.calls()).isEqualTo(CallCounts.allOk(200));
    assertThat(whole.callsPerSecond()).as("2000/s and 1000/s").isCloseTo(3_000, within(0.1));
    assertThat(whole.tps()).as("of both clients' requests").isCloseTo(3_000, within(0.1));
    assertThat(whole.cost().client().cpuMs()).isEqualTo(100);
    assertThat(whole.cost().client().ctxSwitches()).isEqualTo(14);
    assertThat(whole.cost().client().rssKb()).isEqualTo(180);
    assertThat(whole.cost().server().cpuMs()).isEqualTo(3.25);
    assertThat(whole.cost().wire().bytesOut()).isEqualTo(900);
    assertThat(whole.callsServed()).isEqualTo(200);
    assertThat(whole.conditions().connections()).isEqualTo(2);
    assertThat(whole.circumstances().callsUnderWay()).isEqualTo(1.8);
    assertThat(whole.lateness()).isEqualTo(new Lateness(900, 3));
    assertThat(whole.circumstances().releaseSkewMs()).isEqualTo(0.5);
    assertThat(whole.circumstances().client()).isNull();
    assertThat(whole.startedAt()).isEqualTo(Samples.AT);
  }

  @Test
  void percentilesAreOfTheAddedHistogramAndNeverAveraged() {
    Latency latency = sum(client(0, 50_000, 1, null), client(0, 50_000, 1, null)).latency();
    assertThat(latency.p50Us()).isCloseTo(1_000, within(1.0));
    assertThat(latency.p90Us()).isCloseTo(9_000, within(10.0));
    assertThat(latency.minUs()).isCloseTo(1_000, within(1.0));
    assertThat(latency.meanUs()).isCloseTo(3_000, within(5.0));
  }

  @Test
  void theOtherClientIsNoStranger() {
    // Of two processors in 100 ms the other client took 60 ms: 30 %.
    Run whole =
        sum(
            client(0, 100_000, 40, 35.0, "foreign-cpu"),
            client(100, 100_000, 60, null, "foreign-cpu", "jitter"));
    assertThat(whole.watch().foreignCpuPercent()).isCloseTo(5, within(0.01));
    assertThat(whole.flags()).containsExactly("jitter");

    Run crowded = sum(client(0, 100_000, 40, 50.0), client(100, 100_000, 60, null));
    assertThat(crowded.flags()).containsExactly("foreign-cpu");
  }

  @Test
  void ratesOfClientsThatWereHardlyTogetherAreFlagged() {
    Run one = client(0, 100_000, 1, null);
    assertThat(ClientSum.togetherShare(List.of(one, client(2_000, 100_000, 1, null))))
        .isCloseTo(98.0 / 102, within(1e-6));
    assertThat(sum(one, client(2_000, 100_000, 1, null)).flags()).isEmpty();
    assertThat(sum(one, client(2_000, 80_000, 1, null)).flags()).containsExactly("clients-apart");
    assertThat(ClientSum.togetherShare(List.of(one, client(200_000, 1_000, 1, null)))).isZero();
  }

  @Test
  void aClientsOwnRowHasItsNumberAndNothingOfEveryones() {
    Run own = ClientSum.own(client(0, 50_000, 40, 45.0, "foreign-cpu", "jitter"), 0);
    assertThat(own.circumstances().client()).isZero();
    assertThat(own.cost().client().cpuMs()).isEqualTo(40);
    assertThat(own.cost().server().cpuMs()).isNull();
    assertThat(own.cost().wire().bytesOut()).isNull();
    assertThat(own.cost().wire().countedBy()).isNull();
    assertThat(own.callsServed()).isNull();
    assertThat(own.conditions().connections()).isNull();
    assertThat(own.watch().foreignCpuPercent()).isNull();
    assertThat(own.flags()).containsExactly("jitter");
    assertThat(own.tps()).as("of its own requests").isEqualTo(own.callsPerSecond());
  }

  @Test
  void aFileKeepsBothAndReadersOfRunsSeeTheWholeAlone() throws Exception {
    Run one = client(0, 50_000, 40, 45.0);
    Run other = client(500, 100_000, 60, null);
    List<Run> rows = new ArrayList<>();
    rows.add(sum(one, other));
    rows.add(ClientSum.own(one, 0));
    rows.add(ClientSum.own(other, 1));
    RawFiles files = new RawFiles(folder);
    files.write(rows, List.of(latencies(2, 200), latencies(2, 100), latencies(2, 100)));

    assertThat(files.csv(POINT).getFileName()).hasToString("t7-r100-clients2.csv");
    RunCsv.Content content = RunCsv.read(files.csv(POINT));
    assertThat(content.bad()).isEmpty();
    assertThat(content.runs()).hasSize(1);
    assertThat(content.runs().get(0).circumstances().releaseSkewMs()).isEqualTo(0.5);
    assertThat(content.clients()).extracting(r -> r.circumstances().client()).containsExactly(0, 1);
    assertThat(RawFiles.histograms(files.csv(POINT)))
        .singleElement()
        .extracting(Histogram::getTotalCount)
        .isEqualTo(200L);
    assertThat(RawFiles.hlogOf(files.csv(POINT)))
        .content()
        .contains("Tag=order1,", "Tag=order1-client0,", "Tag=order1-client1,");
  }
}
