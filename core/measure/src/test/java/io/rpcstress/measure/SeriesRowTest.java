package io.rpcstress.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A time series as a file. */
class SeriesRowTest {

  private static final List<SeriesRow> ROWS =
      List.of(
          new SeriesRow(0, 500, 100, SeriesRow.Phase.WARM_UP),
          new SeriesRow(500, 1_000, 0, SeriesRow.Phase.STEADY),
          new SeriesRow(1_000, 1_300, 1, SeriesRow.Phase.WINDOW, 51.5, null, 70.0));

  @Test
  void everyIntervalIsARowWithItsRateAndPhase() {
    assertThat(SeriesRow.csv(ROWS))
        .isEqualTo(
            """
            fromMs,toMs,callsOk,callsPerSecond,phase,p50Us,p99Us,clientCpuMs
            0,500,100,200.000,warm-up,,,
            500,1000,0,0.000,steady,,,
            1000,1300,1,3.333,window,51.500,,70.000
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
  void anEmptyIntervalIsNone() {
    assertThatThrownBy(() -> new SeriesRow(5, 5, 0, SeriesRow.Phase.WINDOW))
        .hasMessageContaining("from 5 to 5 ms");
  }

  @Test
  void whatIsWrittenIsReadBackAndWhatIsNotSaysWhere() {
    assertThat(SeriesRow.parse(SeriesRow.csv(ROWS))).isEqualTo(ROWS);
    assertThat(SeriesRow.parse("phase,callsOk,toMs,new,fromMs\nsteady,3,20,x,10\n"))
        .as("columns are found by their names")
        .containsExactly(new SeriesRow(10, 20, 3, SeriesRow.Phase.STEADY));
    assertThatThrownBy(() -> SeriesRow.parse("fromMs,toMs\n"))
        .hasMessageContaining("line 1")
        .hasMessageContaining("callsOk");
    assertThatThrownBy(() -> SeriesRow.parse(SeriesRow.csv(ROWS) + "1500,20"))
        .hasMessageStartingWith("line 5: 2 cells where 8 are expected");
    assertThatThrownBy(() -> SeriesRow.parse(SeriesRow.csv(ROWS).replace("window", "door")))
        .hasMessageContaining("phase 'door'");
    assertThatThrownBy(() -> SeriesRow.parse(SeriesRow.csv(ROWS).replace("51.500", "-1")))
        .hasMessage("line 4: p50Us '-1': 0 or more expected");
  }

  @Test
  void whatAnEarlierVersionWroteHasNoLatencyAndNoCpu() {
    assertThat(SeriesRow.parse("fromMs,toMs,callsOk,callsPerSecond,phase\n0,500,1,2.000,window\n"))
        .containsExactly(new SeriesRow(0, 500, 1, SeriesRow.Phase.WINDOW));
  }
}
