package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.ClientRun;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;

/** What single client processes had of runs that several made together: written and read back. */
final class ClientRuns {

  private static final String INSERT =
      """
      INSERT INTO client_run (sweep, source, technology, variant, threadNum, requestNum,
        requestMode, repetition, dimensions, client, "order", timeTotal, callsIssued, callsOk,
        callsPerSecond, minUs, meanUs, p50Us, p90Us, p95Us, p99Us, p999Us, maxUs, clientCpuMs,
        flags, startedAt)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
      """;

  private ClientRuns() {}

  /**
   * Adds the rows of a file.
   *
   * @param source its path below the sweep's folder
   * @param runs each of one client
   */
  static void add(Connection connection, long sweep, String source, List<Run> runs)
      throws SQLException {
    for (Run run : runs) {
      Point point = run.point();
      Latency latency = run.latency();
      Statements.update(
          connection,
          INSERT,
          sweep,
          source,
          point.technology(),
          point.variant(),
          point.threadNum(),
          point.requestNum(),
          point.requestMode().label(),
          point.repetition(),
          point.dimensions().toString(),
          run.circumstances().client(),
          run.order(),
          run.timeTotalMs(),
          run.calls().issued(),
          run.calls().ok(),
          PointRows.perSecond(run.calls().ok(), run),
          latency.minUs(),
          latency.meanUs(),
          latency.p50Us(),
          latency.p90Us(),
          latency.p95Us(),
          latency.p99Us(),
          latency.p999Us(),
          latency.maxUs(),
          run.cost().clientCpuMs(),
          String.join(" ", run.flags()),
          run.startedAt().toString());
    }
  }

  /** Those of a sweep, in an order that is the same from every database. */
  static List<ClientRun> of(Connection connection, long sweep) throws SQLException {
    return Statements.query(
            connection, "SELECT * FROM client_run WHERE sweep = ?", ClientRuns::run, sweep)
        .stream()
        .sorted(
            Comparator.comparing((ClientRun r) -> r.point().directoryName())
                .thenComparing(r -> r.point().fileStem())
                .thenComparing(ClientRun::client)
                .thenComparing(ClientRun::order))
        .toList();
  }

  private static ClientRun run(ResultSet row) throws SQLException {
    return new ClientRun(
        new Point(
            row.getString("technology"),
            row.getString("variant"),
            row.getInt("threadNum"),
            row.getInt("requestNum"),
            RequestMode.of(row.getString("requestMode")),
            row.getInt("repetition"),
            null,
            Dimensions.parse(row.getString("dimensions"))),
        row.getInt("client"),
        row.getInt("order"),
        row.getDouble("callsPerSecond"));
  }
}
