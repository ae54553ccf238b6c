package io.rpcstress.analysis.database;

import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/** Rows on their way into a table, sent many at a time. Not thread-safe. */
final class RowBatch {

  private static final int BATCH_ROWS = 1_000;

  private final Handle handle;
  private final String sql;
  private PreparedBatch waiting;

  RowBatch(Handle handle, String sql) {
    this.handle = handle;
    this.sql = sql;
    this.waiting = handle.prepareBatch(sql);
  }

  /** The row that is being filled; {@link #add} ends it. */
  PreparedBatch row() {
    return waiting;
  }

  /** Ends a row, and sends all when there are enough. */
  void add() {
    waiting.add();
    if (waiting.size() >= BATCH_ROWS) {
      flush();
    }
  }

  void flush() {
    if (waiting.size() > 0) {
      waiting.execute();
      waiting = handle.prepareBatch(sql);
    }
  }
}
