package io.rpcstress.analysis.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Words;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.OpenRuns;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Golden files: what the tables must look like, byte by byte. After a change that is meant, copy
 * what the test made ({@code target/golden}) over them and read the difference.
 */
class TablesTest {

  /** Without them two failures of one technology would look like the same. */
  @Test
  void aFailedPointHasItsFurtherDimensionsAndItsLoad() {
    Point counted = point("grpc", 10, 100).with(Dimension.PATH, "haproxy");
    Point offered = OpenRuns.drawn("rpcx", 20_000, 1, 1).point();
    SweepData data = Cells.data(List.of(), List.of(failure(counted), failure(offered)));

    Table failed =
        Tables.of(data).stream()
            .filter(t -> t.id().equals("failed-points"))
            .findFirst()
            .orElseThrow();

    assertThat(failed.header()).contains("threads", "requests").doesNotContain("threadNum", "redo");
    int load = failed.header().indexOf("load");
    assertThat(failed.header().subList(load, failed.header().size()))
        .containsExactly("load", "dimensions");
    assertThat(failed.rows())
        .extracting(row -> row.subList(load, row.size()))
        .containsExactly(
            List.of("", "path=haproxy"),
            List.of("20000 calls/s poisson for 60 s", "full-speed=8s;load-warmup=2s"));
  }

  private static Failure failure(Point point) {
    return new Failure(point, FailureCause.TIMEOUT, "late", "", "redo", Instant.EPOCH, 0);
  }

  @Test
  void noPointStillGivesTables() {
    List<Table> tables = Tables.of(Cells.data(List.of(), List.of()));
    assertThat(tables).extracting(Table::id).containsExactly("failed-points", "not-read");
    assertThat(TableFiles.markdown(tables.get(0))).contains("None.");
  }

  @Test
  void aBarInACellEndsNoCell() {
    Table table = Table.ofTexts("x", "t", List.of("a"), List.of(List.of("1|2\n3*<b>")), List.of());
    assertThat(TableFiles.markdown(table)).contains("| 1\\|2 3\\*&lt;b> |\n");
    assertThat(TableFiles.csv(table)).isEqualTo("a\n\"1|2\n3*<b>\"\n");
    assertThat(TableFiles.json(table))
        .isEqualTo(
            "{\"title\":\"t\",\"columns\":[\"a\"],\"rows\":[[\"1|2\\n3*<b>\"]],\"notes\":[]}\n");
  }

  @Test
  void marksAndIntervalsAreForPeopleAndNumbersForPrograms() {
    record Row(Entry time, Entry interval, Entry processes) {}
    Table table =
        new Columns<Row>()
            .add(Heading.marked("time, ms"), Row::time)
            .add(Heading.range("interval"), Row::interval)
            .add(Heading.counts("processes", "of", "of"), Row::processes)
            .table(
                new Words("x", "t", List.of()),
                List.of(
                    new Row(Entry.of(62.3, 2, "*<"), Entry.range(-1.0, 2.5, 1), Entry.both(4, 5)),
                    new Row(Entry.word("> deadline"), Entry.EMPTY, Entry.EMPTY)));

    assertThat(TableFiles.markdown(table))
        .contains("| 62.30\\*&lt; | -1.0 to 2.5 | 4 of 5 |\n", "| > deadline |  |  |\n");
    assertThat(TableFiles.csv(table))
        .isEqualTo(
            """
            "time, ms","time, ms, marks","interval, low","interval, high",processes,"processes, of"
            62.30,*<,-1.0,2.5,4,5
            ,> deadline,,,,
            """);
    assertThat(TableFiles.json(table))
        .contains(
            "\"rows\":[[62.30,\"*<\",-1.0,2.5,4,5],[null,\"> deadline\",null,null,null,null]]");
  }

  @Test
  void aColumnThatIsNotThereCannotBeShownOnDemand() {
    Columns<String> columns = new Columns<String>().add("name", row -> row);

    assertThat(columns.details("name").names()).containsExactly("name");
    assertThatThrownBy(() -> columns.details("name", "nam")).hasMessageContaining("[nam]");
  }

  private static Point point(String technology, int threads, int requests) {
    return SweepGenerator.point(technology, threads, requests, RequestMode.TOTAL);
  }
}
