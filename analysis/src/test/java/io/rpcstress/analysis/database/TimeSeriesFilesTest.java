package io.rpcstress.analysis.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.TimeSeries;
import io.rpcstress.analysis.sample.SteadyCells;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.SeriesRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Time series beside a sweep's result files. */
class TimeSeriesFilesTest {

  private static final Point POINT = SteadyCells.point("grpc", 10);
  private static final SweepData DATA =
      SteadyCells.data(SteadyCells.cell(POINT, 1_000, 1_100, 900));

  @TempDir Path folder;

  @Test
  void eachProcessHasItsOwnAndABrokenFileIsSaidWhileTheRestCounts() throws IOException {
    RawFiles files = new RawFiles(folder);
    List<SeriesRow> rows = List.of(new SeriesRow(0, 1_000, 5, SeriesRow.Phase.WARM_UP));
    files.writeSeries(POINT, rows);
    files.writeSeries(POINT.repeated(1), rows);
    Files.writeString(files.series(POINT.repeated(1)), SeriesRow.csv(rows) + "1000,2\n");

    SweepData found = TimeSeriesFiles.added(DATA, folder);

    assertThat(found.timeSeries()).containsExactly(new TimeSeries(POINT, rows));
    assertThat(found.badRows()).hasSize(1);
    assertThat(found.badRows().get(0).toString())
        .startsWith("raw/grpc/")
        .contains("-p1.series.csv: line 3: 2 cells where 8 are expected");
  }

  @Test
  void aSweepWithoutAnyStaysAsItWas() {
    assertThat(TimeSeriesFiles.added(DATA, folder)).isSameAs(DATA);
  }
}
