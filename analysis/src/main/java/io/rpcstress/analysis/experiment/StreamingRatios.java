package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Sample;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.Heading;
import io.rpcstress.analysis.table.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the published gRPC streaming looks pipelined: its rate by that of a blocking socket, with
 * one put in flight and with several, beside the published ratio.
 */
final class StreamingRatios {

  /** How a setup ends where each thread waits for its reply. */
  static final String ONE = "one in flight";

  /** How it ends where it does not, behind the number. */
  static final String SEVERAL = " in flight";

  private static final String STREAMING = "gRPC streaming";
  private static final String SOCKET = "Protobuf";

  private StreamingRatios() {}

  static Table of(String id, Published published, List<Measured> measured) {
    Published.Technology streaming = technology(published, STREAMING);
    Published.Technology socket = technology(published, SOCKET);
    List<Row> rows = new ArrayList<>();
    for (Measured above : measured) {
      for (Measured below : measured) {
        if (above.technology().equals(streaming.here())
            && below.technology().equals(socket.here())
            && below.setup().equals(waiting(above.setup()))) {
          published
              .quantities()
              .forEach(q -> row(published.ratio(streaming, socket, q), q, above, below, rows));
        }
      }
    }
    return new Columns<Row>()
        .add("quantity", Row::quantity)
        .add("gRPC streaming here", row -> row.above().setup())
        .add(Heading.marked("published ratio"), row -> PublishedTables.ratio(row.published()))
        .addAll(CellText.estimate("ratio here"), Row::ratio)
        .add(
            "published ratio inside the interval",
            row -> PublishedTables.isInside(row.published(), row.ratio()))
        .add("caveat", row -> row.above().caveatWith(row.below()))
        .table(
            id + "-streaming",
            "Does the published gRPC streaming look pipelined?",
            rows,
            "gRPC streaming divided by Protobuf over a socket, whose client always waits for its "
                + "reply. Pipelining explains a ratio that is above 1 in the publication, below 1 "
                + "here with one in flight, and above 1 with several. This is no verdict.");
  }

  private static Published.Technology technology(Published published, String name) {
    return published.technologies().stream()
        .filter(each -> each.published().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The same setup, with one in flight. */
  private static String waiting(String setup) {
    return setup.replaceFirst("[0-9]+" + SEVERAL, ONE);
  }

  private static void row(
      double said, String quantity, Measured above, Measured below, List<Row> rows) {
    Sample ours = above.samples().get(quantity);
    Sample theirs = below.samples().get(quantity);
    if (ours == null || theirs == null) {
      return;
    }
    Estimate ratio = ours.by(theirs, above.setup().hashCode());
    rows.add(new Row(quantity, above, below, said, ratio));
  }

  private record Row(
      String quantity, Measured above, Measured below, double published, Estimate ratio) {}
}
