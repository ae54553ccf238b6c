package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.Sweep;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * The paper's cleaning as one query: drop order 0 of every process, average the rest. Repeating it
 * makes the same rows, and the originals stay. Open and timed loops stay out: their numbers and a
 * counted loop's never mix.
 */
public final class Cleaner {

  /** Warm runs that the paper averages: what a process has where the sweep does not say. */
  public static final int WARM_ORDERS = 9;

  static final String RULE =
      "drop order 0 of every process, open and timed loops, average the rest over all processes;"
          + " complete means as many warm orders of each process as were asked for";

  /**
   * All values in {@code original} have at most three decimals, so they are summed as whole
   * thousandths: whole numbers below 2^53 add up exactly, in any order, in every database. Only the
   * division rounds, once, as IEEE 754 says.
   */
  private static final String QUERY =
      """
      INSERT INTO cleaned (id, type, threadNum, requestNum, timeTotalAvg, tpsAvg, sweep,
        technology, variant, requestMode, ordersUsed, complete, callsPerSecondAvg, callsOk,
        callsNotOk, clientCpuUsPerCall, clientCtxSwitchesPerCall, clientAllocBytesPerCall,
        serverCpuUsPerCall, serverCtxSwitchesPerCall, bytesOutPerCall, bytesInPerCall,
        packetsOutPerCall, packetsInPerCall, serverRssKbMax, clientGcMsSum, dimensions)
      SELECT MIN(id), MIN(type), threadNum, requestNum,
        SUM(ROUND(timeTotal * 1000)) / (1000 * COUNT(*)),
        SUM(ROUND(TPS * 1000)) / (1000 * COUNT(*)),
        sweep, technology, variant, requestMode,
        COUNT(*),
        CASE WHEN COUNT(*) >= %WARM% * COUNT(DISTINCT repetition) THEN 1 ELSE 0 END,
        SUM(ROUND(callsPerSecond * 1000)) / (1000 * COUNT(*)),
        SUM(callsOk),
        SUM(callsIssued - callsOk),
        CASE WHEN COUNT(clientCpuMs) = COUNT(*) THEN SUM(ROUND(clientCpuMs * 1000)) / NULLIF(SUM(callsOk), 0) END,
        CASE WHEN COUNT(clientCtxSwitches) = COUNT(*) THEN CAST(SUM(clientCtxSwitches) AS %DOUBLE%) / NULLIF(SUM(callsOk), 0) END,
        CASE WHEN COUNT(clientAllocBytes) = COUNT(*) THEN CAST(SUM(clientAllocBytes) AS %DOUBLE%) / NULLIF(SUM(callsOk), 0) END,
        CASE WHEN COUNT(serverCpuMs) = COUNT(*) THEN SUM(ROUND(serverCpuMs * 1000)) / NULLIF(SUM(callsOk), 0) END,
        CASE WHEN COUNT(serverCtxSwitches) = COUNT(*) THEN CAST(SUM(serverCtxSwitches) AS %DOUBLE%) / NULLIF(SUM(callsOk), 0) END,
        CASE WHEN COUNT(bytesOut) = COUNT(*) THEN CAST(SUM(bytesOut) AS %DOUBLE%) / NULLIF(SUM(callsOk), 0) END,
        CASE WHEN COUNT(bytesIn) = COUNT(*) THEN CAST(SUM(bytesIn) AS %DOUBLE%) / NULLIF(SUM(callsOk), 0) END,
        CASE WHEN COUNT(packetsOut) = COUNT(*) THEN CAST(SUM(packetsOut) AS %DOUBLE%) / NULLIF(SUM(callsOk), 0) END,
        CASE WHEN COUNT(packetsIn) = COUNT(*) THEN CAST(SUM(packetsIn) AS %DOUBLE%) / NULLIF(SUM(callsOk), 0) END,
        MAX(serverRssKb),
        SUM(clientGcMs),
        dimensions
      FROM original
      WHERE sweep = ? AND "order" > 0 AND "loop" <> 'open' AND loadShape = 'counted'
      GROUP BY sweep, technology, variant, threadNum, requestNum, requestMode, dimensions\
      """;

  private Cleaner() {}

  /**
   * Cleans a sweep.
   *
   * @return points that have an average
   * @throws SQLException if the database refuses; then nothing changed
   * @throws UnusableInputException if the sweep was not imported
   */
  public static int run(Sweep sweep, Database database) throws SQLException, IOException {
    return database.inTransaction(
        handle -> {
          long id =
              SweepReader.idOf(sweep.id(), handle)
                  .orElseThrow(() -> SweepReader.notImported(sweep.id(), database.url()));
          handle.execute("DELETE FROM cleaned WHERE sweep = ?", id);
          String query =
              QUERY
                  .replace("%DOUBLE%", database.dialect().castToDouble())
                  .replace("%WARM%", Integer.toString(warmOrders(handle, id)));
          int points = handle.execute(query, id);
          handle.execute("DELETE FROM cleaning WHERE sweep = ?", id);
          handle.execute(
              "INSERT INTO cleaning (sweep, rule, query) VALUES (?, ?, ?)", id, RULE, query);
          return points;
        });
  }

  /** What the sweep was asked for; the paper's where it does not say. */
  private static int warmOrders(Handle handle, long id) {
    List<String> runs =
        handle
            .createQuery(
                "SELECT value FROM sweep_fact"
                    + " WHERE sweep = :sweep AND section = 'options' AND name = 'runs'")
            .bind("sweep", id)
            .mapTo(String.class)
            .list();
    boolean told = runs.size() == 1 && runs.get(0).matches("[0-9]{1,9}");
    return told ? Math.max(1, Integer.parseInt(runs.get(0)) - 1) : WARM_ORDERS;
  }
}
