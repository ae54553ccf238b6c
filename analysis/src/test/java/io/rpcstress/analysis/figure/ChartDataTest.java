package io.rpcstress.analysis.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.SweepData;
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

  private JsonNode series(String label) {
    for (JsonNode one : json.get("series")) {
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
