package io.rpcstress.analysis.database;

import io.rpcstress.analysis.database.DatabaseRows.FileRow;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** Which of a sweep's files were imported, and as what. {@link #flush} ends its use. */
final class FileLedger {

  /** How a file stands to what was imported of it, and so what is to be done. */
  enum FileState {
    /** Never seen: read it. */
    NEW,
    /** Seen with other contents: forget its rows and read it. */
    CHANGED,
    /** Nothing to do. */
    UNCHANGED
  }

  private final Handle handle;
  private final long sweep;
  private final Map<String, String> known = new HashMap<>();
  private final Set<String> seen = new HashSet<>();
  private final RowBatch inserts;
  private int read;
  private int unchanged;

  FileLedger(Handle handle, long sweep) {
    this.handle = handle;
    this.sweep = sweep;
    handle
        .createQuery("SELECT path, digest FROM raw_file WHERE sweep = :sweep")
        .bind("sweep", sweep)
        .map(ConstructorMapper.of(FileRow.class))
        .forEach(row -> known.put(row.path(), row.digest()));
    this.inserts =
        new RowBatch(
            handle, "INSERT INTO raw_file (sweep, path, digest) VALUES (:sweep, :path, :digest)");
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
  FileState note(String path, String digest) {
    seen.add(path);
    String before = known.get(path);
    if (digest.equals(before)) {
      unchanged++;
      return FileState.UNCHANGED;
    }
    read++;
    if (before == null) {
      inserts.row().bind("sweep", sweep).bind("path", path).bind("digest", digest);
      inserts.add();
      return FileState.NEW;
    }
    handle
        .createUpdate("UPDATE raw_file SET digest = :digest WHERE sweep = :sweep AND path = :path")
        .bind("digest", digest)
        .bind("sweep", sweep)
        .bind("path", path)
        .execute();
    return FileState.CHANGED;
  }

  /** The files that were imported and have not been noted this time. Forgets them. */
  List<String> gone() {
    List<String> gone = known.keySet().stream().filter(p -> !seen.contains(p)).sorted().toList();
    for (String path : gone) {
      handle.execute("DELETE FROM raw_file WHERE sweep = ? AND path = ?", sweep, path);
    }
    return gone;
  }

  /** Sends what is waiting. */
  void flush() {
    inserts.flush();
  }
}
