package io.rpcstress.client.harness.console;

import io.rpcstress.client.harness.campaign.sweep.SweepStatus;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.function.IntFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Shows on stderr how far a measurement is: a bar with the time left on a terminal, else one line a
 * point. Everything is printed between points, never while one is measured: what draws a bar takes
 * processor time of the host that is measured.
 */
public final class Progress implements PointListener, AutoCloseable {

  private static final Path STDERR = Path.of("/proc/self/fd/2");

  private static final int BAR_CHARS = 20;

  /** A line is filled up to this, so that a shorter one leaves nothing of the one before. */
  private static final int LINE_CHARS = 79;

  private enum Form {
    SILENT,
    LINES,
    BAR
  }

  private final PrintStream stderr;
  private final int processes;
  private final Form form;
  private final IntFunction<String> whole;
  private final long start = System.nanoTime();
  private int started;
  private boolean drawn;
  private @Nullable Point current;
  private int runs;
  private double lastMillis;

  private Progress(PrintStream stderr, int processes, Form form, IntFunction<String> whole) {
    this.stderr = stderr;
    this.whole = whole;
    this.processes = processes;
    this.form = form;
  }

  /**
   * The one that suits stderr.
   *
   * @param silent whether nothing is shown
   * @param whole how far all is of which these processes are a part, by how many of these have
   *     ended, such as {@code 12 of 550 processes, about 62 min left}; empty where they are all
   */
  public static Progress on(
      PrintStream stderr, int processes, boolean silent, IntFunction<String> whole) {
    Form form = silent ? Form.SILENT : isOnTerminal() ? Form.BAR : Form.LINES;
    return new Progress(stderr, processes, form, whole);
  }

  /** Whether a person watches stderr. */
  public static boolean isOnTerminal() {
    try {
      String device = Files.readSymbolicLink(STDERR).toString();
      return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
    } catch (IOException e) {
      return false;
    }
  }

  public synchronized void point(Point point) {
    pause();
    current = point;
    runs = 0;
    if (form == Form.BAR) {
      draw(point.directoryName() + " " + point.fileStem());
    }
    started++;
  }

  private void draw(String what) {
    String place = whole.apply(started);
    int filled = BAR_CHARS * started / Math.max(1, processes);
    String bar = "#".repeat(filled) + " ".repeat(BAR_CHARS - filled);
    String line =
        place.isEmpty()
            ? "[%s] %d of %d processes%s: %s"
                .formatted(
                    bar,
                    started,
                    processes,
                    timeLeft(System.nanoTime() - start, started, processes - started),
                    what)
            : place + ": " + what;
    stderr.printf("\r%-" + LINE_CHARS + "s", line);
    stderr.flush();
    drawn = true;
  }

  @Override
  public synchronized void run(Run run, Histogram latencies) {
    runs++;
    lastMillis = run.timeTotalMs();
  }

  @Override
  public synchronized void warning(String line) {
    endBar();
    if (form != Form.SILENT) {
      stderr.println("warning: " + line);
    }
  }

  @Override
  public synchronized void failed(PointFailure failure) {
    endBar();
    current = null; // what keeps the point says why
  }

  /** Something else will be printed: leaves the terminal's line. */
  public synchronized void pause() {
    endBar();
    Point done = current;
    if (form == Form.LINES && done != null && runs > 0) {
      String count = runs == 1 ? "1 run" : runs + " runs, the last";
      String place = whole.apply(started);
      String end = place.isEmpty() ? "" : " (" + place + ")";
      stderr.printf(Locale.ROOT, "%s: %s in %.3f ms%s%n", done, count, lastMillis, end);
    }
    current = null;
  }

  private void endBar() {
    if (drawn) {
      stderr.println();
      drawn = false;
    }
  }

  @Override
  public void close() {
    pause();
  }

  /**
   * Words to go behind others, such as ", about 1 min 30 s left"; of the first one nothing is
   * known.
   */
  static String timeLeft(long nanos, int done, int left) {
    if (done == 0) {
      return "";
    }
    Duration rest = Duration.ofNanos(nanos).dividedBy(done).multipliedBy(left);
    return ", about " + SweepStatus.text(rest) + " left";
  }

  /**
   * Says which of several searches begins, and about how long they still take. Confined to one
   * thread.
   */
  public static final class SearchProgress {

    private final PrintStream stderr;
    private final int searches;
    private final long begun = System.nanoTime();
    private int named;
    private int made;

    public SearchProgress(PrintStream stderr, int searches) {
      this.stderr = stderr;
      this.searches = searches;
    }

    public void begins(String name) {
      if (searches > 1) {
        stderr.printf(
            "search %d of %d%s: %s%n",
            named + 1,
            searches,
            Progress.timeLeft(System.nanoTime() - begun, made, searches - named),
            name);
      }
      named++;
      made++;
    }

    public void leftOut(String name) {
      named++;
      stderr.printf("search %d of %d: %s has its answer already%n", named, searches, name);
    }
  }
}
