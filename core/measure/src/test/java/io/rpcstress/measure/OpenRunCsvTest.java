package io.rpcstress.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class OpenRunCsvTest {

  private static final Path FILE = Path.of("rate100-poisson-60s.csv");

  @Test
  void whatWasWrittenIsReadBack() {
    OpenRun written = openRun();

    RunCsv.OpenContent content = RunCsv.parseOpen(FILE, RunCsv.format(written));

    assertThat(content.bad()).isEmpty();
    assertThat(content.runs()).containsExactly(written);
  }

  @Test
  void neitherLoopsReaderTakesTheOthersRow() {
    String closed = RunCsv.format(List.of(Samples.run(0)));
    assertThat(RunCsv.parseOpen(FILE, closed).bad())
        .singleElement()
        .satisfies(
            b ->
                assertThat(b.problem()).isEqualTo("loop is 'closed': an open loop's row expected"));
    assertThat(RunCsv.parse(FILE, RunCsv.format(openRun())).bad())
        .singleElement()
        .satisfies(
            b -> assertThat(b.problem()).isEqualTo("loop is 'open': a closed loop's row expected"));
    assertThat(RunCsv.parseOpen(FILE, "").bad()).hasSize(1);
  }

  @Test
  void aBadRowIsNamed() {
    String text = RunCsv.format(openRun());

    assertThat(RunCsv.parseOpen(FILE, text.replace(",poisson,", ",tidal,")).bad())
        .singleElement()
        .satisfies(b -> assertThat(b.toString()).contains(":2: 'tidal' is no shape"));
    assertThat(RunCsv.parseOpen(FILE, text.replace(",99.500,", ",-1,")).bad())
        .singleElement()
        .satisfies(b -> assertThat(b.problem()).startsWith("achievedPerSecond is '-1'"));
    assertThat(RunCsv.parseOpen(FILE, text.substring(0, text.length() - 9)).bad()).isNotEmpty();
  }

  private static OpenRun openRun() {
    Run sample = Samples.run(0);
    Run run =
        new Run(
            new Point(
                "rpcx",
                Point.EXAMPLE,
                64,
                6_000,
                RequestMode.TOTAL,
                2,
                new OfferedLoad(ArrivalShape.POISSON, 100, 60, 5, -42)),
            1,
            0,
            60_000_123,
            sample.calls(),
            sample.callsServed(),
            sample.latency(),
            sample.cost(),
            new Conditions("greet", 16L, Conditions.OPEN, "multiplexed:1", 1L),
            sample.watch(),
            new TreeSet<>(sample.flags()),
            sample.startedAt());
    return new OpenRun(
        run,
        new Latency(1.25, 2.5, null, null, 99.125),
        new CallCounts(500, 499, 1, 0, 0),
        100.0,
        99.5,
        OpenRun.THREADS);
  }
}
