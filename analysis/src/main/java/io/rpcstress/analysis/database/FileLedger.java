package io.rpcstress.analysis.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which of a sweep's files were imported, and as what. To be closed, after {@link #flush}. */
final class FileLedger implements AutoCloseable {

  /** What is to be done with a file. */
  enum Verdict {
    /** Never seen: read it. */
    NEW,
    /** Seen with other contents: forget its rows and read it. */
    CHANGED,
    /** Nothing to do. */
    UNCHANGED
  }

  private static final int BATCH_ROWS = 1_000;

  private final Connection connection;
  private final long sweep;
  private final Map<String, String> known = new HashMap<>();
  private final Set<String> seen = new HashSet<>();
  private final PreparedStatement insert;
  private int waiting;
  private int read;
  private int unchanged;

  FileLedger(Connection connection, long sweep) throws SQLException {
    this.connection = connection;
    this.sweep = sweep;
    Statements.query(
        connection,
        "SELECT path, digest FROM raw_file WHERE sweep = ?",
        row -> known.put(row.getString(1), row.getString(2)),
        sweep);
    this.insert =
        connection.prepareStatement("INSERT INTO raw_file (sweep, path, digest) VALUES (?, ?, ?)");
  }

  /** Files that were new or had changed. */
  int read() {
    return read;
  }

  /** Files that were as before. */
  int unchanged() {
    return unchanged;
  }

  /** Whether a file was imported as it is. May be asked by many threads while none notes. */
  boolean isKnown(String path, String digest) {
    return digest.equals(known.get(path));
  }

  /** Notes a file, and tells what is to be done with it. */
  Verdict note(String path, String digest) throws SQLException {
    seen.add(path);
    String before = known.get(path);
    if (digest.equals(before)) {
      unchanged++;
      return Verdict.UNCHANGED;
    }
    read++;
    if (before == null) {
      Statements.bind(insert, sweep, path, digest);
      insert.addBatch();
      if (++waiting == BATCH_ROWS) {
        flush();
      }
      return Verdict.NEW;
    }
    Statements.update(
        connection,
        "UPDATE raw_file SET digest = ? WHERE sweep = ? AND path = ?",
        digest,
        sweep,
        path);
    return Verdict.CHANGED;
  }

  /** The files that were imported and have not been noted this time. Forgets them. */
  List<String> gone() throws SQLException {
    List<String> gone = known.keySet().stream().filter(p -> !seen.contains(p)).sorted().toList();
    for (String path : gone) {
      Statements.update(
          connection, "DELETE FROM raw_file WHERE sweep = ? AND path = ?", sweep, path);
    }
    return gone;
  }

  /** Sends what is waiting. */
  void flush() throws SQLException {
    if (waiting > 0) {
      insert.executeBatch();
      waiting = 0;
    }
  }

  @Override
  public void close() throws SQLException {
    insert.close();
  }
}
