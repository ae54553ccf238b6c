package io.rpcstress.client.harness.metrics;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * How many calls a measuring process has made so far, in a file of sixteen bytes: the process
 * writes it once a second beside the line that it prints, and its parent reads it when it is
 * scraped. So neither wakes the other. Confined to one thread.
 */
public final class LiveTotals implements AutoCloseable {

  /** System property with the file that a measuring process writes its counts to. */
  public static final String FILE = "rpcstress.live";

  private static final int BYTES = 2 * Long.BYTES;

  private final @Nullable FileChannel file;
  private final ByteBuffer bytes = ByteBuffer.allocate(BYTES);
  private long ok;
  private long failed;

  /** Calls so far. */
  public record Calls(long ok, long failed) {}

  private LiveTotals(@Nullable FileChannel file) {
    this.file = file;
  }

  /** The file that the parent of this process named; null where nobody asks. */
  public static @Nullable Path file() {
    String name = System.getProperty(FILE);
    return name == null ? null : Path.of(name);
  }

  /** To a file, which begins anew; null counts for nobody. */
  public static LiveTotals to(@Nullable Path path) {
    if (path == null) {
      return new LiveTotals(null);
    }
    try {
      LiveTotals totals =
          new LiveTotals(
              FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.CREATE));
      totals.add(0, 0); // the classes of a writing are loaded before any clock starts
      return totals;
    } catch (IOException e) {
      return new LiveTotals(null); // a count that nobody sees is no reason to measure nothing
    }
  }

  public void add(long okSince, long failedSince) {
    ok += okSince;
    failed += failedSince;
    FileChannel out = file;
    if (out == null) {
      return;
    }
    try {
      bytes.clear().putLong(ok).putLong(failed).flip();
      out.write(bytes, 0);
    } catch (IOException e) {
      // As above: the next second tries again.
    }
  }

  /** What stands in a file; null where there is nothing yet. */
  static @Nullable Calls read(Path path) {
    try {
      byte[] there = Files.readAllBytes(path);
      if (there.length != BYTES) {
        return null;
      }
      ByteBuffer bytes = ByteBuffer.wrap(there);
      return new Calls(bytes.getLong(), bytes.getLong());
    } catch (IOException e) {
      return null;
    }
  }

  /** Nothing stands in a file any more: another process is to count. */
  static void clear(Path path) {
    try {
      Files.write(path, new byte[0]);
    } catch (IOException e) {
      // The counts of the process before stay until the next one's.
    }
  }

  @Override
  public void close() {
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      // Nothing is lost: each count was written at once.
    }
  }
}
