package io.rpcstress.client.harness.process;

import io.rpcstress.engine.load.PartResult;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import io.rpcstress.usage.ShellWords;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Gathers what one point gives and, where there is a folder, keeps it: the result or the failure,
 * whole or not at all.
 */
public final class PointRecord extends Gathered {

  private final Point point;
  private final @Nullable Path folder;
  private final String redo;
  private final PrintStream stderr;
  private final boolean silent;
  private final @Nullable Integer technologyOrder;
  private boolean logBroken;

  /**
   * A record.
   *
   * @param folder the sweep's; null keeps nothing
   * @param technologyOrder the technology's place in the order in which its point is measured, from
   *     0, for the rows; null where only one is
   */
  public PointRecord(
      Point point,
      @Nullable Path folder,
      String redo,
      PrintStream stderr,
      boolean silent,
      @Nullable Integer technologyOrder) {
    this.point = point;
    this.folder = folder;
    this.redo = folder == null ? redo : redo + " --out " + ShellWords.quoted(folder.toString());
    this.stderr = stderr;
    this.silent = silent;
    this.technologyOrder = technologyOrder;
  }

  @Override
  public synchronized void run(Run run, Histogram latencies) {
    super.run(placed(run), latencies);
  }

  @Override
  public synchronized void client(Run run, Histogram latencies) {
    super.client(placed(run), latencies);
  }

  private Run placed(Run run) {
    return run.with(run.circumstances().inOrder(technologyOrder));
  }

  public Point point() {
    return point;
  }

  /** A line that the measuring process wrote to its stderr: to the person, and to the log. */
  public synchronized void log(String line) {
    stderr.println(line);
    keep(line);
  }

  private void keep(String line) {
    Path sweep = folder;
    if (sweep == null || logBroken) {
      return;
    }
    try {
      Path log =
          sweep
              .resolve("log")
              .resolve("client-" + point.directoryName() + "-" + point.fileStem() + ".log");
      Files.createDirectories(sweep.resolve("log"));
      Files.writeString(
          log,
          line + "\n",
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      logBroken = true; // the person has read the line; the result decides about the point
    }
  }

  /**
   * Keeps the point; whether it has a result that is kept where it should be.
   *
   * @param expected how many runs there must be, of the whole point and of each of several client
   *     processes: one that got lost is no result
   */
  public synchronized boolean close(boolean measured, int expected) {
    PointFailure why = failure();
    int clients = silent ? 1 : point.clientProcesses(); // who adds them up is the parent
    boolean single = clients == 1 || point.offered() != null; // an open loop has the sum alone
    boolean whole =
        runs().size() == expected && clientRuns().size() == (single ? 0 : clients * expected);
    if (measured && why == null && whole) {
      Path sweep = folder;
      if (sweep == null) {
        return true;
      }
      try {
        RawFiles files = new RawFiles(sweep);
        Readings readings = Readings.of(sweep);
        OpenRun openRun = openRun();
        files.writeServices(point, services());
        files.writeParts(point, parts().stream().map(PartResult::row).toList());
        files.writeSeries(
            point, series()); // before the result: where that is, the point is complete
        if (openRun == null) {
          files.write(
              readings.flagged(joined(runs(), clientRuns())),
              joined(latencies(), clientLatencies()));
        } else {
          files.write(readings.flagged(openRun), latencies().get(0), service());
        }
        return true;
      } catch (IOException e) {
        why =
            new PointFailure(
                FailureCause.UNWRITABLE, "the result could not be written whole: " + e);
      }
    }
    if (why == null) {
      why =
          new PointFailure(
              FailureCause.CRASHED, "%d of %d runs arrived".formatted(runs().size(), expected));
    }
    if (!silent) {
      tell(why);
    }
    return false;
  }

  private static <T> List<T> joined(List<T> one, List<T> other) {
    List<T> all = new ArrayList<>(one);
    all.addAll(other);
    return all;
  }

  private void tell(PointFailure why) {
    stderr.printf("%s failed (%s): %s%n", point, why.cause().label(), why.detail());
    Path sweep = folder;
    if (sweep == null) {
      return;
    }
    FailedPoint failed =
        new FailedPoint(
            point, why.cause(), why.detail(), why.failures(), redo, Instant.now(), runs());
    RawFiles files = new RawFiles(sweep);
    try {
      files.writeFailed(failed);
      stderr.printf("  %s says more, and how to redo it%n", files.failed(point));
    } catch (IOException e) {
      stderr.printf("  and %s could not be written either: %s%n", files.failed(point), e);
    }
  }

  /**
   * When a sweep's files were read on this host, as {@code deploy/collect.sh} notes it beside them:
   * in {@code .readings} a line {@code begin ID MS} and, when it is over, {@code end ID MS}, ms
   * since 1970 by this host's clock. A run that was measured meanwhile is flagged. Immutable.
   */
  static final class Readings {

    static final String FILE = ".readings";

    /** What is looked at: the file's end, some thousand lines. */
    static final int MAX_BYTES = 1 << 16;

    private static final Pattern LINE = Pattern.compile("(begin|end) ([0-9]{1,10}) ([0-9]{13})");

    /** Of one reading, ms since 1970. */
    private record Span(long from, long to) {}

    private final List<Span> spans;

    private Readings(List<Span> spans) {
      this.spans = List.copyOf(spans);
    }

    /**
     * Those of a sweep's folder so far; none where nothing was noted, or the file cannot be read.
     */
    static Readings of(Path sweep) {
      Path file = sweep.resolve(FILE);
      if (!Files.isRegularFile(file)) {
        return new Readings(List.of());
      }
      try {
        return of(end(file));
      } catch (IOException e) {
        return new Readings(List.of()); // no result is lost for a remark
      }
    }

    private static String end(Path file) throws IOException {
      try (SeekableByteChannel channel = Files.newByteChannel(file)) {
        channel.position(Math.max(0, channel.size() - MAX_BYTES));
        ByteBuffer bytes = ByteBuffer.allocate(MAX_BYTES);
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
          // to the file's end
        }
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
      }
    }

    /** Whose beginning has no end goes on. */
    private static Readings of(String lines) {
      List<Span> ended = new ArrayList<>();
      Map<String, Long> begun = new HashMap<>();
      for (String line : lines.split("\n", -1)) {
        Matcher matcher = LINE.matcher(line);
        if (matcher.matches()) {
          String id = matcher.group(2);
          long at = Long.parseLong(matcher.group(3));
          if (matcher.group(1).equals("begin")) {
            begun.put(id, at);
          } else {
            Long from = begun.remove(id);
            ended.add(new Span(from == null ? at : from, at));
          }
        }
      }
      begun.values().forEach(from -> ended.add(new Span(from, Long.MAX_VALUE)));
      return new Readings(ended);
    }

    /** The run, with {@link Flag#READ_MEANWHILE} where files were read while it went. */
    Run flagged(Run run) {
      long from = run.startedAt().toEpochMilli();
      long to = from + (long) Math.ceil(run.timeTotalMs());
      boolean meanwhile = spans.stream().anyMatch(span -> span.from <= to && span.to >= from);
      return meanwhile ? run.flagged(Flag.READ_MEANWHILE.label()) : run;
    }

    OpenRun flagged(OpenRun open) {
      return open.with(flagged(open.run()));
    }

    List<Run> flagged(List<Run> runs) {
      return runs.stream().map(this::flagged).toList();
    }
  }
}
