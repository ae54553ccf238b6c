package io.rpcstress.analysis.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.sample.SteadyCells;
import io.rpcstress.measure.Dimension;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a call costs by transport and encoding. */
class EncodingsDataTest {

  private static Cell cell(String technology, int threads, String encoding) {
    return SteadyCells.cell(
        SteadyCells.point(technology, threads)
            .with(Dimension.OPERATION, "message")
            .with(Dimension.MESSAGE, "order-0123456789abcdef")
            .with(Dimension.PAYLOAD, "encoding=" + encoding),
        10_000,
        10_100,
        9_900);
  }

  private static List<JsonNode> drawn(Cell... cells) {
    return DrawnOptions.of(
        SteadyCells.data(cells),
        "encodings",
        "{ title: f.title, transports: o.xAxis.data, values: o.series.map(function (s) {"
            + " return [s.name].concat(s.data.map(function (v) { return v > 0; })); }) }");
  }

  @Test
  void aBarForEachEncodingStandsAtEachTransportAtTheLoadThatMostHave() {
    List<JsonNode> drawn =
        drawn(
            cell("rpcx", 10, "json"),
            cell("rpcx", 10, "avro"),
            cell("rpcx", 100, "json"),
            cell("grpc", 10, "json"),
            cell("grpc", 10, "avro"),
            cell("tcp", 10, "json"));
    assertThat(drawn).hasSize(1);
    JsonNode figure = drawn.get(0);
    assertThat(figure.get("title").stringValue())
        .matches(
            "Processor time of a call at 10 threads: avro/json [0-9.]+ \\((rpcx|grpc)\\)"
                + " to [0-9.]+ \\((rpcx|grpc)\\)");
    assertThat(figure.get("transports").toString()).isEqualTo("[\"rpcx\",\"grpc\",\"tcp\"]");
    assertThat(figure.get("values").toString())
        .isEqualTo("[[\"json\",true,true,true],[\"avro\",true,true,false]]");
  }

  @Test
  void oneTransportOrOneEncodingIsNoFigure() {
    assertThat(drawn(cell("rpcx", 10, "json"), cell("rpcx", 10, "avro"))).isEmpty();
    assertThat(drawn(cell("rpcx", 10, "json"), cell("grpc", 10, "json"))).isEmpty();
  }
}
