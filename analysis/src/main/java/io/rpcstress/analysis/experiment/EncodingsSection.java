package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A user's own message in timed loops: what each encoding costs on the same transport. What the
 * transports cost in the same encoding is in the answer and its tables, where each is a load.
 */
final class EncodingsSection extends ExperimentSection {

  private static final String BASELINE = "encoding=json";

  EncodingsSection() {
    super("encodings", "Encodings: one message on the same transport");
  }

  @Override
  boolean isIn(SweepData data) {
    return data.steady().stream().anyMatch(cell -> isMessage(cell.point()));
  }

  private static boolean isMessage(Point point) {
    return point.dimensions().has(Dimension.MESSAGE);
  }

  @Override
  public List<String> notes(SweepData data) {
    return List.of(
        "Both hosts encode and decode within the call: the client its request, the server that"
            + " request and its reply, the client the reply, which it compares.");
  }

  @Override
  public List<Table> tables(SweepData data) {
    Map<Point, Cell> cells = new HashMap<>();
    data.steady().forEach(cell -> cells.put(cell.point(), cell));
    List<Encoded> rows =
        data.steady().stream()
            .filter(cell -> isMessage(cell.point()))
            .map(
                cell ->
                    new Encoded(cell, cells.get(cell.point().with(Dimension.PAYLOAD, BASELINE))))
            .toList();
    return List.of(
        new Columns<Encoded>()
            .add("technology", row -> CellText.technology(row.cell()))
            .add("message", row -> row.cell().point().dimensions().text(Dimension.MESSAGE))
            .add("encoding", row -> CellText.payload(row.cell().point()).split("=", 2)[1])
            .add("threads", row -> row.cell().point().threadNum())
            .add("processes", row -> row.cell().valid().size())
            .add("request, bytes", row -> row.cell().conditions().payloadBytes())
            .add("reply, bytes", row -> row.cell().conditions().replyBytes())
            .addAll(CellText.estimate("calls/s"), row -> Estimate.callsPerSecond(row.cell()))
            .addAll(CellText.ratio("ratio of rates to json"), Encoded::ratio)
            .addAll(CellText.CPU, Encoded::cell)
            .add("caveat", Encoded::caveat)
            .table(
                id() + "-cost",
                "Encodings of a message, relative to JSON on the same transport",
                rows,
                "A ratio is the rate in this encoding divided by that in JSON, of one technology in this"
                    + " sweep; above 1 the encoding is faster. Processor time is that of a good call."));
  }

  /** A cell, and the same calls in JSON where they were measured. */
  private record Encoded(Cell cell, @Nullable Cell json) {

    String caveat() {
      String own = CellText.caveat(cell);
      return !own.isEmpty() ? own : json == null ? "not measured in JSON" : CellText.caveat(json);
    }

    private boolean isBaseline() {
      return CellText.payload(cell.point()).equals(BASELINE);
    }

    Estimate ratio() {
      return json == null || isBaseline() || !caveat().isEmpty()
          ? Estimate.NOTHING
          : CellText.ratioOfRates(cell, json);
    }
  }
}
