package io.rpcstress.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A time series as a file. */
class SeriesRowTest {

  private static final List<SeriesRow> ROWS =
      List.of(
          new SeriesRow(0, 500, 100, SeriesRow.Phase.WARM_UP),
          new SeriesRow(500, 1_000, 0, SeriesRow.Phase.STEADY),
          new SeriesRow(
              1_000,
              1_300,
              1,
              SeriesRow.Phase.WINDOW,
              51.5,
              null,
              70.0,
              new TreeSet<>(List.of("connect=5", "deadline=2"))));

  @Test
  void everyIntervalIsARowWithItsRateAndPhase() {
    assertThat(SeriesRow.csv(ROWS))
        .isEqualTo(
            """
            fromUs,toUs,phase,callsOk,callsPerSecond,p50Us,p99Us,clientCpuUs,failures
            0,500000,warm-up,100,200.000,,,,
            500000,1000000,steady,0,0.000,,,,
            1000000,1300000,window,1,3.333,51.500,,70000,connect=5 deadline=2
            """);
  }

  @Test
  void noReaderOfResultsMeetsASeries(@TempDir Path sweep) throws Exception {
    RawFiles files = new RawFiles(sweep);
    Point point = new Point("rpcx", Point.EXAMPLE, 3, 10, RequestMode.TOTAL);
    files.writeSeries(point, ROWS);

    assertThat(files.series(point)).content().isEqualTo(SeriesRow.csv(ROWS));
    assertThat(Files.exists(files.csv(point))).isFalse();
    assertThat(files.csvFiles()).isEmpty();
    assertThat(files.openCsvFiles()).isEmpty();
  }

  @Test
  void whatIsWrittenIsReadBackAndWhatIsNotSaysWhere() {
    assertThat(SeriesRow.parse(SeriesRow.csv(ROWS))).isEqualTo(ROWS);
    assertThatThrownBy(() -> SeriesRow.parse("fromUs,toUs\n"))
        .hasMessageContaining("line 1")
        .hasMessageContaining("callsOk");
    assertThatThrownBy(() -> SeriesRow.parse(SeriesRow.csv(ROWS) + "1500,20\n"))
        .hasMessageStartingWith("line 5: 2 cells where 9 are expected");
    assertThatThrownBy(() -> SeriesRow.parse(SeriesRow.csv(ROWS).replace("window", "door")))
        .hasMessageContaining("phase is 'door'");
    assertThatThrownBy(() -> SeriesRow.parse(SeriesRow.csv(ROWS).replace("51.500", "-1")))
        .hasMessage("line 4: p50Us is '-1': a number, 0 or more expected");
  }
}
