package io.rpcstress.analysis.experiment;

import static io.rpcstress.analysis.sample.Cells.around;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.figure.Figure;
import io.rpcstress.analysis.figure.FigureBook;
import io.rpcstress.analysis.figure.MadeUpSweep;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.RequestMode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When the paper's tables stand in the page, and that files have every table once. */
class RpcxGridSectionTest {

  private final RpcxGridSection section = new RpcxGridSection();

  @Test
  void onlyWhereThePapersGridWasMeasured() {
    assertThat(section.isIn(grid(List.of(10, 990), List.of(100, 900)))).isTrue();
    assertThat(section.isIn(grid(List.of(10, 990), List.of(10_000)))).isFalse();
    assertThat(section.isIn(grid(List.of(1, 7), List.of(100, 500)))).isFalse();
  }

  @Test
  void figuresOfAnotherGridAreNotNumberedAsThePapers() {
    assertThat(new FigureBook().of(grid(List.of(10, 990), List.of(100, 900))))
        .extracting(Figure::title)
        .anyMatch(title -> title.startsWith("Figure 8 (a)"));
    assertThat(new FigureBook().of(grid(List.of(1, 7), List.of(100, 500))))
        .extracting(Figure::title)
        .isNotEmpty()
        .noneMatch(title -> title.startsWith("Figure "));
  }

  @Test
  void everyTableIsOneFile() {
    assertThat(ExperimentSections.allTables(MadeUpSweep.small()))
        .extracting(Table::id)
        .contains("table-3-runtime", "published")
        .doesNotHaveDuplicates();
  }

  private static io.rpcstress.analysis.model.SweepData grid(
      List<Integer> threads, List<Integer> requests) {
    List<Cell> cells = new ArrayList<>();
    for (int t : threads) {
      for (int r : requests) {
        cells.add(Cells.cell(1, SweepGenerator.point("rpcx", t, r, RequestMode.TOTAL), around(40)));
        cells.add(Cells.cell(2, SweepGenerator.point("grpc", t, r, RequestMode.TOTAL), around(80)));
      }
    }
    return Cells.data(cells, List.of());
  }
}
