package io.rpcstress.analysis.table;

import static io.rpcstress.analysis.sample.SteadyCells.cell;
import static io.rpcstress.analysis.sample.SteadyCells.data;
import static io.rpcstress.analysis.sample.SteadyCells.point;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.experiment.ExperimentSections;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.OpenRuns;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a condition costs at the same transport. */
class ConditionsTest {

  private static final Point GRPC = point("grpc", 10);
  private static final Cell OFF = cell(GRPC, 10_000, 10_100, 9_900, 10_050, 9_950);
  private static final Cell ON = cell(tls(GRPC, "on"), 8_000, 8_050, 7_950, 8_020, 7_980);
  private static final Cell MTLS = cell(tls(point("rpcx", 10), "mtls"), 8_000, 8_050, 7_950);

  private static final List<String> FOREIGN = List.of("foreign-cpu");

  private static Point tls(Point point, String mode) {
    return point.with(Dimension.TLS, mode);
  }

  @Test
  void encryptionIsComparedWithPlainTextOfTheSameTechnologyAndLoad() {
    Table table = table(OFF, ON, MTLS, cell(point("grpc", 100), 9_000, 9_100));

    assertThat(column(table, "tls")).containsExactly("off", "on", "mtls");
    assertThat(column(table, "ratio of rates to off")).containsExactly("", "0.800", "");
    assertThat(column(table, "caveat")).containsExactly("", "", "not measured with off");
  }

  @Test
  void compressionIsComparedWithNoneAtTheSameEncryption() {
    Point both = tls(GRPC, "on").with(Dimension.COMPRESSION, "gzip");
    Cell gzip = cell(both, 12_000, 12_050, 11_950, 12_020, 11_980);
    Table table =
        ExperimentSections.in(data(OFF, ON, gzip)).get(0).tables(data(OFF, ON, gzip)).get(1);

    assertThat(table.id()).isEqualTo("conditions-compression");
    assertThat(column(table, "technology")).containsExactly("grpc, tls on", "grpc, tls on");
    assertThat(column(table, "compression")).containsExactly("none", "gzip");
    assertThat(column(table, "ratio of rates to none")).containsExactly("", "1.500");
  }

  private static Cell on(String jdk, String collector, double... rates) {
    return cell(GRPC.with(Dimension.JDK, jdk).with(Dimension.COLLECTOR, collector), rates);
  }

  @Test
  void jdksAreComparedWithTheLowestAndCollectorsWithSerialOnTheSameJdk() {
    Cell[] cells = {
      on("100", "serial", 8_000, 8_050, 7_950, 8_020, 7_980),
      on("25", "serial", 10_000, 10_050, 9_950, 10_020, 9_980),
      on("25", "g1", 12_000, 12_050, 11_950, 12_020, 11_980)
    };
    List<Table> tables = ExperimentSections.in(data(cells)).get(0).tables(data(cells));

    assertThat(tables).extracting(Table::id).containsExactly("conditions-jdk", "conditions-gc");
    assertThat(column(tables.get(0), "jdk")).containsExactly("100", "25", "25");
    assertThat(column(tables.get(0), "ratio of rates to 25")).containsExactly("0.800", "", "");
    assertThat(column(tables.get(1), "ratio of rates to serial")).containsExactly("", "", "1.200");
  }

  @Test
  void encodingsOfCountedLoopsAreComparedWithoutThoseThatAreFlagged() {
    Point json =
        new Point("grpc", Point.EXAMPLE, 10, 500, RequestMode.TOTAL)
            .with(Dimension.OPERATION, "message")
            .with(Dimension.MESSAGE, "order-0123456789abcdef")
            .with(Dimension.PAYLOAD, "encoding=json");
    Cell plain = Cells.repeated(2, json, Cells.around(40), Cells.around(42));
    Cell small = Cells.repeated(2, in("protobuf", json), Cells.around(20), Cells.around(21));
    Cell busy = Cells.repeated(2, in("avro", json), Cells.around(10)).flagged(FOREIGN);
    SweepData data = Cells.data(List.of(plain, small, busy), List.of());
    Table table = ExperimentSections.in(data).get(0).tables(data).get(0);

    assertThat(table.id()).isEqualTo("conditions-encoding");
    assertThat(column(table, "encoding")).containsExactly("json", "protobuf", "avro");
    assertThat(column(table, "requests")).containsOnly("500");
    assertThat(column(table, "ratio of rates to json")).containsExactly("", "2.000", "");
    assertThat(column(table, "caveat")).containsExactly("", "", "flagged foreign-cpu");
  }

  @Test
  void encodingsOfStreamsAreComparedAtEqualLength() {
    Point json =
        new Point("grpc", Point.EXAMPLE, 10, 500, RequestMode.TOTAL)
            .with(Dimension.OPERATION, "server-stream")
            .with(Dimension.MESSAGE, "order-0123456789abcdef")
            .with(Dimension.PAYLOAD, "encoding=json,messages=9");
    Point protobuf = json.with(Dimension.PAYLOAD, "encoding=protobuf,messages=9");
    Point longer = json.with(Dimension.PAYLOAD, "encoding=protobuf,messages=90");
    SweepData data =
        Cells.data(
            List.of(
                Cells.repeated(2, json, Cells.around(40), Cells.around(42)),
                Cells.repeated(2, protobuf, Cells.around(20), Cells.around(21)),
                Cells.repeated(2, longer, Cells.around(200), Cells.around(210))),
            List.of());
    Table table = ExperimentSections.in(data).get(0).tables(data).get(0);

    assertThat(column(table, "encoding")).containsExactly("json", "protobuf", "protobuf");
    assertThat(column(table, "ratio of rates to json")).containsExactly("", "2.000", "");
    assertThat(column(table, "caveat")).containsExactly("", "", "not measured with json");
    assertThat(column(StreamsTable.of(data).get(0), "kind"))
        .containsExactly(
            "server-stream, json", "server-stream, protobuf", "server-stream, protobuf");
  }

  @Test
  void encodingsOfOpenLoopsAreComparedByTheirP99() {
    List<ProcessRuns> runs = new ArrayList<>();
    runs.addAll(OpenRuns.encoded("grpc", "json", 2_000));
    runs.addAll(OpenRuns.encoded("grpc", "protobuf", 1_000));
    runs.addAll(OpenRuns.encoded("rpcx", "protobuf", 500));
    SweepData data = OpenRuns.data(runs);
    List<Table> tables = ExperimentSections.in(data).get(0).tables(data);

    assertThat(tables).extracting(Table::id).containsExactly("conditions-encoding-open");
    assertThat(column(tables.get(0), "encoding")).containsExactly("json", "protobuf", "protobuf");
    assertThat(column(tables.get(0), "ratio of p99 to json")).containsExactly("", "0.500", "");
    assertThat(column(tables.get(0), "caveat")).containsExactly("", "", "not measured with json");
  }

  private static Point in(String encoding, Point point) {
    return point.with(Dimension.PAYLOAD, "encoding=" + encoding);
  }

  @Test
  void aSweepUnderOneConditionHasNoSuchSection() {
    assertThat(ExperimentSections.in(data(OFF))).isEmpty();
    Cell only = on("25", "serial", 8_000, 8_050);
    assertThat(ExperimentSections.in(data(only))).isEmpty();
    assertThat(ExperimentSections.in(data(ON))).isEmpty();
  }

  private static Table table(Cell... cells) {
    return ExperimentSections.in(data(cells)).get(0).tables(data(cells)).get(0);
  }

  private static List<String> column(Table table, String heading) {
    int place = table.header().indexOf(heading);
    assertThat(place).as("%s of %s", heading, table.header()).isNotNegative();
    return table.rows().stream().map(row -> row.get(place)).toList();
  }
}
