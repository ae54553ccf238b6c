package io.rpcstress.analysis.compare;

import static io.rpcstress.analysis.sample.Cells.around;
import static io.rpcstress.analysis.sample.Cells.cell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.answer.Comparison;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two sweeps side by side, without files and database. */
class SweepComparisonTest {

  private static Cell grpc(int threads, RequestMode mode, double ms) {
    return cell(2, SweepGenerator.point("grpc", threads, 100, mode), around(ms));
  }

  private static SweepData sweep(Cell... cells) {
    return Cells.data(List.of(cells), List.of());
  }

  /** Each point takes its own time; one sweep lacks some points and has the others in disorder. */
  @Tag("defect")
  @DisplayName("defect 8: two sweeps are joined by the points' keys, not by their rows")
  @Test
  void twoSweepsAreJoinedByTheirPointsKeysNotByTheirRows() {
    SweepData before =
        sweep(
            grpc(10, RequestMode.TOTAL, 10),
            grpc(20, RequestMode.TOTAL, 200),
            grpc(30, RequestMode.TOTAL, 3_000),
            grpc(40, RequestMode.TOTAL, 40_000));
    SweepData after =
        sweep(
            grpc(40, RequestMode.TOTAL, 40_000),
            grpc(10, RequestMode.PER_THREAD, 77),
            grpc(30, RequestMode.TOTAL, 6_000),
            grpc(20, RequestMode.TOTAL, 200));

    SweepComparison comparison = SweepComparison.of(before, after);

    assertThat(comparison.compared()).isEqualTo(3);
    for (Comparison.Pair pair : comparison.series().get(0).points().pairs()) {
      assertThat(pair.cell().point()).isEqualTo(pair.reference().point());
      assertThat(pair.ratio().value())
          .as("%s", pair.point())
          .isCloseTo(pair.point().threadNum() == 30 ? 2 : 1, within(1e-9));
    }
    assertThat(comparison.onlyBefore())
        .extracting(Point::threadNum, Point::requestMode)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(10, RequestMode.TOTAL));
    assertThat(comparison.onlyAfter())
        .extracting(Point::threadNum, Point::requestMode)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(10, RequestMode.PER_THREAD));
  }
}
