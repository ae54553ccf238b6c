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

  /** Warm runs that the paper averages. */
  public static final int WARM_ORDERS = 9;

  static final String RULE =
      "drop order 0 of every process, open and timed loops, average the rest over all processes; "
          + "complete means as many warm orders of each process as were requested, or if that is "
          + "not known as the longest process of the sweep has";

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
        CASE WHEN COUNT(clientCpuUs) = COUNT(*) THEN CAST(SUM(clientCpuUs) AS DOUBLE PRECISION) / NULLIF(SUM(callsOk), 0) END,
        CASE WHEN COUNT(clientCtxSwitches) = COUNT(*) THEN CAST(SUM(clientCtxSwitches) AS DOUBLE PRECISION) / NULLIF(SUM(callsOk), 0) END,
        CASE WHEN COUNT(clientAllocBytes) = COUNT(*) THEN CAST(SUM(clientAllocBytes) AS DOUBLE PRECISION) / NULLIF(SUM(callsOk), 0) END,
        CASE WHEN COUNT(serverCpuUs) = COUNT(*) THEN CAST(SUM(serverCpuUs) AS DOUBLE PRECISION) / NULLIF(SUM(callsOk), 0) END,
        CASE WHEN COUNT(serverCtxSwitches) = COUNT(*) THEN CAST(SUM(serverCtxSwitches) AS DOUBLE PRECISION) / NULLIF(SUM(callsOk), 0) END,
        CASE WHEN COUNT(bytesOut) = COUNT(*) THEN CAST(SUM(bytesOut) AS DOUBLE PRECISION) / NULLIF(SUM(callsOk), 0) END,
        CASE WHEN COUNT(bytesIn) = COUNT(*) THEN CAST(SUM(bytesIn) AS DOUBLE PRECISION) / NULLIF(SUM(callsOk), 0) END,
        CASE WHEN COUNT(packetsOut) = COUNT(*) THEN CAST(SUM(packetsOut) AS DOUBLE PRECISION) / NULLIF(SUM(callsOk), 0) END,
        CASE WHEN COUNT(packetsIn) = COUNT(*) THEN CAST(SUM(packetsIn) AS DOUBLE PRECISION) / NULLIF(SUM(callsOk), 0) END,
        MAX(serverRssBytes) / 1024,
        SUM(clientGcUs) / 1000,
        dimensions
      FROM original
      WHERE sweep = ? AND "order" > 0 AND loadShape = 'counted' AND client IS NULL
      GROUP BY sweep, technology, variant, threadNum, requestNum, requestMode, dimensions\
      """;

  private Cleaner() {}

  public static int run(Sweep sweep, Database database) throws SQLException, IOException {
    return database.inTransaction(
        handle -> {
          long id =
              SweepReader.idOf(sweep.id(), handle)
                  .orElseThrow(() -> SweepReader.notImported(sweep.id(), database.url()));
          handle.execute("DELETE FROM cleaned WHERE sweep = ?", id);
          String query = QUERY.replace("%WARM%", Integer.toString(warmOrders(handle, id)));
          int points = handle.execute(query, id);
          handle.execute("DELETE FROM cleaning WHERE sweep = ?", id);
          handle.execute(
              "INSERT INTO cleaning (sweep, rule, query) VALUES (?, ?, ?)", id, RULE, query);
          return points;
        });
  }

  /**
   * What the sweep was asked for. Where it does not say, as in a folder without its sweep.json,
   * what its longest process has: a sweep of five runs each is not short of the paper's ten.
   */
  static int warmOrders(Handle handle, long id) {
    List<String> runs =
        handle
            .createQuery(
                "SELECT value FROM sweep_fact"
                    + " WHERE sweep = :sweep AND section = 'options' AND name = 'runs'")
            .bind("sweep", id)
            .mapTo(String.class)
            .list();
    boolean told = runs.size() == 1 && runs.get(0).matches("[0-9]{1,9}");
    return told ? Math.max(1, Integer.parseInt(runs.get(0)) - 1) : lastOrder(handle, id);
  }

  /** The highest order of any counted run, which is how many warm ones were made before it. */
  private static int lastOrder(Handle handle, long id) {
    return handle
        .createQuery(
            "SELECT MAX(\"order\") FROM original"
                + " WHERE sweep = :sweep AND loadShape = 'counted'")
        .bind("sweep", id)
        .mapTo(Integer.class)
        .findOne()
        .map(last -> Math.max(1, last))
        .orElse(WARM_ORDERS);
  }
}
