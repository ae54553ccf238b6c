package io.rpcstress.analysis.database;

import io.rpcstress.measure.Conditions;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What several columns of a row of {@code original} say together. Stateless. */
final class Columns {

  private Columns() {}

  /** What tells the server's process from others: its id and its start; null without either. */
  static @Nullable String server(ResultSet row) throws SQLException {
    String process = row.getString("serverProcess");
    String start = row.getString("serverStartedAt");
    return process == null && start == null ? null : process + " " + start;
  }

  /** How the load was made. */
  static Conditions conditions(ResultSet row) throws SQLException {
    return new Conditions(
        row.getString("operation"),
        Statements.whole(row, "payloadBytes"),
        row.getString("loop"),
        row.getString("connectionPolicy"),
        Statements.whole(row, "connections"));
  }
}
