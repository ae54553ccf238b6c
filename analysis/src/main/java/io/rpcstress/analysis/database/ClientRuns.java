package io.rpcstress.analysis.database;

import io.rpcstress.analysis.database.DatabaseRows.ClientRow;
import io.rpcstress.analysis.model.ClientRun;
import io.rpcstress.measure.Run;
import java.util.Comparator;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** What single client processes had of runs that several made together: written and read back. */
final class ClientRuns {

  private static final String INSERT =
      """
      INSERT INTO client_run (sweep, source, technology, variant, threadNum, requestNum,
        requestMode, repetition, dimensions, client, "order", timeTotal, callsIssued, callsOk,
        callsPerSecond, minUs, meanUs, p50Us, p90Us, p95Us, p99Us, p999Us, maxUs, clientCpuMs,
        flags, startedAt, callsLate, lateAfterMs)
      VALUES (:sweep, :source, :technology, :variant, :threadNum, :requestNum,
        :requestMode, :repetition, :dimensions, :clientNumber, :order, :timeTotalMs, :issued, :ok,
        :perSecondOfFile, :minUs, :meanUs, :p50Us, :p90Us, :p95Us, :p99Us, :p999Us, :maxUs,
        :cost.client.cpuMs, :words, :startedAt, :callsLate, :lateAfterMs)\
      """;

  private ClientRuns() {}

  /**
   * Adds the rows of a file.
   *
   * @param source its path below the sweep's folder
   * @param runs each of one client
   */
  static void add(Handle handle, long sweep, String source, List<Run> runs) {
    RowBatch rows = new RowBatch(handle, INSERT);
    for (Run run : runs) {
      rows.row()
          .bind("sweep", sweep)
          .bind("source", source)
          .bind("perSecondOfFile", PointRows.perSecond(run.calls().ok(), run))
          .bind("words", ColumnTypes.flags(run.flags()))
          .bind("callsLate", PointRows.callsLate(run))
          .bind("lateAfterMs", PointRows.lateAfterMs(run))
          .bind("clientNumber", run.circumstances().client()) // a cost has a client, too
          .bindMethods(run)
          .bindMethods(run.point())
          .bindMethods(run.calls())
          .bindMethods(run.latency())
          .bindMethods("cost", run.cost());
      rows.add();
    }
    rows.flush();
  }

  /** Those of a sweep, in an order that is the same from every database. */
  static List<ClientRun> of(Handle handle, long sweep) {
    return handle
        .createQuery("SELECT * FROM client_run WHERE sweep = :sweep")
        .bind("sweep", sweep)
        .map(ConstructorMapper.of(ClientRow.class))
        .map(ClientRuns::run)
        .stream()
        .sorted(
            Comparator.comparing((ClientRun r) -> r.point().directoryName())
                .thenComparing(r -> r.point().fileStem())
                .thenComparing(ClientRun::client)
                .thenComparing(ClientRun::order))
        .toList();
  }

  private static ClientRun run(ClientRow row) {
    return new ClientRun(
        row.cell().point(row.repetition(), null), row.client(), row.order(), row.callsPerSecond());
  }
}
