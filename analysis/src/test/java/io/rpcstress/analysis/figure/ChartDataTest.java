package io.rpcstress.analysis.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ChartDataTest {

  private final SweepData data = MadeUpSweep.small();
  private final JsonNode json =
      JsonMapper.builder().build().readTree(ChartData.json(data, Findings.of(data)));

  @Test
  void everyCellStandsAtItsPlace() {
    for (Cell cell : data.cells()) {
      JsonNode series = series(cell.point().directoryName());
      int at = place(cell.point().threadNum(), cell.point().requestNum());
      assertThat(series.get("values").get("timeAvg").get(at).doubleValue())
          .isCloseTo(cell.timeTotalAvg(), within(cell.timeTotalAvg() * 1e-4));
      assertThat(series.get("status").stringValue().charAt(at))
          .isEqualTo(cell.isSound() && cell.flags().isEmpty() ? '.' : '~');
    }
  }

  @Test
  void aFailedPointHasACauseAndNoValue() {
    assertThat(data.failures()).isNotEmpty();
    for (Failure failure : data.failures()) {
      JsonNode series = series(failure.point().directoryName());
      int at = place(failure.point().threadNum(), failure.point().requestNum());
      assertThat(series.get("values").get("timeAvg").get(at).isNull()).isTrue();
      assertThat(series.get("status").stringValue().charAt(at)).isEqualTo('x');
      assertThat(series.get("marks").get(Integer.toString(at)).stringValue()).isEqualTo("timeout");
    }
  }

  @Test
  void whatIsUnknownIsAbsentAndNeverZero() {
    assertThat(series("openfeign").get("values").has("serverCpu")).isFalse();
    assertThat(series("rpcx").get("values").has("serverCpu")).isTrue();
    // Ten requests a run are too few for a 99th percentile.
    assertThat(series("rpcx").get("values").get("p99").get(place(10, 10)).isNull()).isTrue();
  }

  @Test
  void aSeriesIsDividedByTheBaselineAtItsOwnLoad() {
    SweepData several =
        Cells.data(
            List.of(
                inFlight("rpcx", 1, "1"),
                inFlight("rpcx", 1, "64"),
                inFlight("grpc", 2, "64"),
                inFlight("mml", 3, "8")),
            List.of());
    JsonNode charts =
        JsonMapper.builder().build().readTree(ChartData.json(several, Findings.of(several)));

    assertThat(base(charts, "grpc in-flight 64")).isEqualTo("rpcx in-flight 64");
    assertThat(base(charts, "mml in-flight 8")).as("the baseline has no such load").isEmpty();

    SweepData alone =
        Cells.data(List.of(inFlight("rpcx", 1, "1"), inFlight("rpcx", 1, "64")), List.of());
    charts = JsonMapper.builder().build().readTree(ChartData.json(alone, Findings.of(alone)));
    assertThat(base(charts, "rpcx in-flight 64")).isEqualTo("rpcx");
  }

  private static Cell inFlight(String technology, int type, String calls) {
    Point point = SweepGenerator.point(technology, 10, 100, RequestMode.TOTAL);
    return Cells.cell(type, point.with(Dimension.IN_FLIGHT, calls), Cells.around(10));
  }

  private static String base(JsonNode charts, String label) {
    int base = series(charts, label).get("base").intValue();
    return base < 0 ? "" : charts.get("series").get(base).get("label").stringValue();
  }

  private JsonNode series(String label) {
    return series(json, label);
  }

  private static JsonNode series(JsonNode charts, String label) {
    for (JsonNode one : charts.get("series")) {
      if (one.get("label").stringValue().equals(label)) {
        return one;
      }
    }
    throw new AssertionError("no series " + label);
  }

  private int place(int threads, int requests) {
    return data.threads().indexOf(threads) * data.requests().size()
        + data.requests().indexOf(requests);
  }
}
