package io.rpcstress.analysis.database;

import io.rpcstress.measure.BadRow;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.measure.TimedLoad;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What one process's raw files of a point hold: the good rows, the latency of its warm runs, and
 * what is wrong.
 *
 * @param runs of one point, the one the file is named after
 * @param latency of the orders from 1; of a timed loop, of all its windows
 * @param bad what could not be read
 * @param foreign columns that this version does not know
 * @param clients what each of several client processes had of the runs; empty for one
 */
record PointFile(
    List<Run> runs,
    WarmLatency latency,
    List<BadRow> bad,
    List<String> foreign,
    List<Run> clients) {

  /** What a log costs that does not fit its rows, and what to do. */
  private static final String WITHOUT_PERCENTILES =
      ": its percentiles are left out; copy the file again from the client's host, or measure the"
          + " point again";

  /**
   * Reads one point.
   *
   * @param raw the sweep's raw files
   * @param csv the point's result file
   * @param bytes what is in it
   * @param runsExpected orders that a whole file has
   * @param repeated whether other processes measured the cell, too
   */
  static PointFile read(RawFiles raw, Path csv, byte[] bytes, int runsExpected, boolean repeated) {
    RunCsv.Content content = RunCsv.parse(csv, new String(bytes, StandardCharsets.UTF_8));
    List<BadRow> bad = new ArrayList<>(content.bad());
    List<Run> runs = ofThisFile(raw, csv, content.runs(), bad);
    boolean headerRead = bad.stream().noneMatch(b -> b.line() == 1);
    if (headerRead) {
      missingOrders(csv, runs, ordersExpected(runs, runsExpected), bad);
    }
    List<Run> clients = ofThisFile(raw, csv, content.clients(), bad);
    if (headerRead) {
      missingClients(csv, runs, clients, bad);
    }
    return new PointFile(
        runs, latency(csv, runs, repeated, bad), bad, content.foreignColumns(), clients);
  }

  /** A timed loop has as many rows as windows, whatever the others have. */
  private static int ordersExpected(List<Run> runs, int runsExpected) {
    TimedLoad timed = runs.isEmpty() ? null : runs.get(0).point().timed();
    return timed == null ? runsExpected : timed.windows();
  }

  /** A file of which nothing is taken. */
  static PointFile unreadable(Path csv, String problem) {
    return new PointFile(
        List.of(), WarmLatency.UNKNOWN, List.of(new BadRow(csv, 0, problem)), List.of(), List.of());
  }

  /** A row that belongs to another point would be counted there, or twice. */
  private static List<Run> ofThisFile(RawFiles raw, Path csv, List<Run> all, List<BadRow> bad) {
    List<Run> own = new ArrayList<>();
    for (Run run : all) {
      Point point = run.point();
      if (!csv.equals(raw.csv(point))) {
        bad.add(
            new BadRow(
                csv, 0, "order " + run.order() + " is of " + point + ": not of this file's point"));
      } else if (!own.isEmpty() && !own.get(0).point().equals(point)) {
        bad.add(
            new BadRow(
                csv,
                0,
                "order "
                    + run.order()
                    + " is of request mode "
                    + point.requestMode().label()
                    + " where the rows before are not"));
      } else {
        own.add(run);
      }
    }
    return own;
  }

  /** Each run has a row of each client, or what the clients had is no whole. */
  private static void missingClients(
      Path csv, List<Run> runs, List<Run> clients, List<BadRow> bad) {
    for (Run run : runs) {
      int processes = run.point().clientProcesses();
      int expected = processes == 1 ? 0 : processes;
      long there = clients.stream().filter(each -> each.order() == run.order()).count();
      if (there != expected) {
        bad.add(
            new BadRow(
                csv,
                0,
                "order %d has rows of %d clients where %d are expected"
                    .formatted(run.order(), there, expected)));
      }
    }
  }

  private static void missingOrders(Path csv, List<Run> runs, int runsExpected, List<BadRow> bad) {
    if (runs.isEmpty()) {
      // Only a row says whether orders or windows are missing, and how many.
      bad.add(new BadRow(csv, 0, "has no row that could be read"));
      return;
    }
    List<Integer> seen = runs.stream().map(Run::order).toList();
    int last = seen.stream().mapToInt(Integer::intValue).max().orElse(0);
    List<String> missing = new ArrayList<>();
    for (int order = 0; order < Math.max(runsExpected, last + 1); order++) {
      if (!seen.contains(order)) {
        missing.add(Integer.toString(order));
      }
    }
    if (!missing.isEmpty()) {
      bad.add(
          new BadRow(
              csv,
              0,
              (missing.size() == 1 ? "order " : "orders ")
                  + String.join(", ", missing)
                  + (missing.size() == 1 ? " is" : " are")
                  + " missing"));
    }
  }

  private static WarmLatency latency(Path csv, List<Run> runs, boolean repeated, List<BadRow> bad) {
    Path hlog = RawFiles.hlogOf(csv);
    try {
      List<Histogram> histograms = RawFiles.histograms(csv);
      if (histograms.isEmpty() && !Files.exists(hlog)) {
        return WarmLatency.UNKNOWN;
      }
      Map<String, Histogram> byTag =
          histograms.stream()
              .collect(Collectors.toMap(h -> String.valueOf(h.getTag()), h -> h, (a, b) -> a));
      Histogram sum = merge(hlog, runs, byTag, bad);
      return sum == null ? WarmLatency.UNKNOWN : WarmLatency.of(sum, repeated || isTimed(runs));
    } catch (IOException | RuntimeException e) {
      bad.add(new BadRow(hlog, 0, notWhole(hlog, e) + WITHOUT_PERCENTILES));
      return WarmLatency.UNKNOWN;
    }
  }

  /** A log's reader throws whatever its Base64, inflater or scanner stumbles over. */
  static String notWhole(Path hlog, Exception e) {
    return e instanceof IOException unread && FileProblem.isOfOpening(hlog, e)
        ? FileProblem.of(hlog, unread)
        : "is not a whole histogram log"
            + (e.getMessage() == null ? "" : " (" + e.getMessage() + ")");
  }

  /** Whose histograms are always kept: what is said of it is said of all its processes. */
  private static boolean isTimed(List<Run> runs) {
    return runs.stream().anyMatch(run -> run.point().loadShape() == LoadShape.TIMED);
  }

  /** All warm runs together; null where one is missing, or there is none. */
  private static @Nullable Histogram merge(
      Path hlog, List<Run> runs, Map<String, Histogram> byTag, List<BadRow> bad) {
    Histogram sum = null;
    for (Run run : runs) {
      if (!run.inAverages()) {
        continue;
      }
      Histogram one = byTag.get(RawFiles.tag(run.order()));
      long samples = one == null ? 0 : one.getTotalCount();
      if (samples != run.calls().ok()) {
        bad.add(
            new BadRow(
                hlog,
                0,
                "order "
                    + run.order()
                    + " has "
                    + samples
                    + " samples where the rows have "
                    + run.calls().ok()
                    + " good calls"
                    + WITHOUT_PERCENTILES));
        return null;
      }
      if (one != null) {
        sum = sum == null ? one : WarmLatency.added(sum, one);
      }
    }
    return sum;
  }
}
