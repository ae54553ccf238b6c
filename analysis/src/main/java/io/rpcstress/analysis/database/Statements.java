package io.rpcstress.analysis.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SQL with its parameters in one line, for statements that run once. */
final class Statements {

  /** Rows that are fetched at a time: a whole sweep need not be in the driver's memory. */
  private static final int FETCH_ROWS = 5_000;

  private Statements() {}

  /** Makes something of a row. */
  interface Row<T> {
    T of(ResultSet row) throws SQLException;
  }

  /** Runs a change; parameters are strings, integers, longs, doubles or null. */
  static int update(Connection connection, String sql, @Nullable Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, parameters);
      return statement.executeUpdate();
    }
  }

  /** Runs a query and keeps what becomes of its rows. */
  static <T> List<T> query(
      Connection connection, String sql, Row<T> row, @Nullable Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setFetchSize(FETCH_ROWS);
      bind(statement, parameters);
      List<T> found = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(row.of(rows));
        }
      }
      return found;
    }
  }

  /** Fills in the parameters from the first on. */
  static void bind(PreparedStatement statement, @Nullable Object... parameters)
      throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
  }

  /** A double, or null where the column is NULL. */
  static @Nullable Double decimal(ResultSet row, String column) throws SQLException {
    double value = row.getDouble(column);
    return row.wasNull() ? null : value;
  }

  /** A long, or null where the column is NULL. */
  static @Nullable Long whole(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }
}
