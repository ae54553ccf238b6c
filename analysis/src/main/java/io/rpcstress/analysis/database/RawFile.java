package io.rpcstress.analysis.database;

import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.measure.RunCsv.BadRow;
import io.rpcstress.measure.TimedLoad;
import io.rpcstress.measure.record.SearchFile;
import io.rpcstress.measure.record.SearchRecord;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What a raw file holds: good rows, or a failure, or a search; and what is wrong with it. */
final class RawFile {

  /** What a log costs that does not fit its rows, and what to do. */
  private static final String WITHOUT_PERCENTILES =
      ": its percentiles are left out; copy the file again from the client's host, or measure the"
          + " point again";

  private static final double NANOS_PER_MICRO = 1_000.0;
  private static final String MIN_US = "minUs";

  private final Path file;
  private final List<BadRow> bad = new ArrayList<>();
  private final List<Map<String, String>> rows = new ArrayList<>();
  private List<String> foreign = List.of();
  private @Nullable Point point;
  private @Nullable Histogram latency;
  private @Nullable FailedPoint failure;
  private @Nullable SearchRecord search;
  private String document = "";

  private RawFile(Path file) {
    this.file = file;
  }

  static RawFile unreadable(Path file, String problem) {
    RawFile found = new RawFile(file);
    found.bad(file, problem);
    return found;
  }

  /** Reads the result file of a counted or timed loop. */
  static RawFile closed(RawFiles raw, Path csv, byte[] bytes, int runsExpected) {
    RawFile found = new RawFile(csv);
    RunCsv.Content content = RunCsv.parse(csv, text(bytes));
    found.bad.addAll(content.bad());
    found.foreign = content.foreignColumns();
    List<Run> runs = found.ofThisFile(raw, content.runs());
    boolean headerRead = found.bad.stream().noneMatch(b -> b.line() == 1);
    if (headerRead) {
      found.missingOrders(runs, runsExpected);
    }
    List<Run> clients = found.ofThisFile(raw, content.clients());
    if (headerRead) {
      found.missingClients(runs, clients);
    }
    runs.forEach(run -> found.rows.add(RunCsv.cells(run)));
    clients.forEach(run -> found.rows.add(RunCsv.cells(run)));
    found.latency = found.latency(runs);
    return found;
  }

  static RawFile open(RawFiles raw, Path csv, byte[] bytes) {
    RawFile found = new RawFile(csv);
    RunCsv.OpenContent content = RunCsv.parseOpen(csv, text(bytes));
    found.bad.addAll(content.bad());
    for (OpenRun run : content.runs()) {
      Point of = run.run().point();
      if (csv.equals(raw.csv(of))) {
        found.point = of;
        Map<String, String> cells = new HashMap<>(RunCsv.cells(run));
        if (cells.getOrDefault(MIN_US, "").isEmpty()) {
          cells.put(MIN_US, found.fastestUs());
        }
        found.rows.add(cells);
      } else {
        found.bad(csv, "is of " + of + ": not of this file's load");
      }
    }
    return found;
  }

  static RawFile failed(RawFiles raw, Path file) {
    RawFile found = new RawFile(file);
    try {
      FailedPoint failed = RawFiles.readFailed(file);
      if (raw.failed(failed.point()).equals(file)) {
        found.point = failed.point();
        found.failure = failed;
      } else {
        found.bad(file, "is of " + failed.point() + ": not of this file's point");
      }
    } catch (MalformedInputException e) {
      found.bad(file, "is not UTF-8 text");
    } catch (IOException e) {
      found.bad(file, FileBytes.problem(file, e));
    } catch (IllegalArgumentException e) {
      found.bad(file, String.valueOf(e.getMessage()));
    }
    return found;
  }

  static RawFile search(Path file, byte[] bytes) {
    RawFile found = new RawFile(file);
    try {
      found.document = text(bytes);
      found.search = SearchFile.parse(found.document);
    } catch (IllegalArgumentException e) {
      found.bad(file, String.valueOf(e.getMessage()));
    }
    return found;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  List<BadRow> bad() {
    return bad;
  }

  List<Map<String, String>> rows() {
    return rows;
  }

  /** Columns that this version does not know. */
  List<String> foreign() {
    return foreign;
  }

  /** Whose rows or failure these are; null where there is neither. */
  @Nullable Point point() {
    return point;
  }

  /** Of the runs of a closed loop that count; null where it is not known whole. */
  @Nullable Histogram latency() {
    return latency;
  }

  @Nullable FailedPoint failure() {
    return failure;
  }

  @Nullable SearchRecord search() {
    return search;
  }

  String document() {
    return document;
  }

  private void bad(Path of, String problem) {
    bad.add(new BadRow(of, 0, problem));
  }

  /** A row that belongs to another point would be counted there, or twice. */
  private List<Run> ofThisFile(RawFiles raw, List<Run> all) {
    List<Run> own = new ArrayList<>();
    for (Run run : all) {
      Point of = run.point();
      if (!file.equals(raw.csv(of))) {
        bad(file, "order " + run.order() + " is of " + of + ": not of this file's point");
      } else if (!own.isEmpty() && !own.get(0).point().equals(of)) {
        bad(
            file,
            "order %d is of request mode %s where the rows before are not"
                .formatted(run.order(), of.requestMode().label()));
      } else {
        point = of;
        own.add(run);
      }
    }
    return own;
  }

  /** Each run has a row of each client, or what the clients had is no whole. */
  private void missingClients(List<Run> runs, List<Run> clients) {
    for (Run run : runs) {
      int processes = run.point().clientProcesses();
      int expected = processes == 1 ? 0 : processes;
      long there = clients.stream().filter(each -> each.order() == run.order()).count();
      if (there != expected) {
        bad(
            file,
            "order %d has rows of %d clients where %d are expected"
                .formatted(run.order(), there, expected));
      }
    }
  }

  /** A timed loop has as many rows as windows, whatever the others have. */
  private void missingOrders(List<Run> runs, int runsExpected) {
    if (runs.isEmpty()) {
      // Only a row says whether orders or windows are missing, and how many.
      bad(file, "has no row that could be read");
      return;
    }
    TimedLoad timed = runs.get(0).point().timed();
    List<Integer> seen = runs.stream().map(Run::order).toList();
    int last = seen.stream().mapToInt(Integer::intValue).max().orElse(0);
    List<String> missing = new ArrayList<>();
    for (int i = 0; i < Math.max(timed == null ? runsExpected : timed.windows(), last + 1); i++) {
      if (!seen.contains(i)) {
        missing.add(Integer.toString(i));
      }
    }
    if (!missing.isEmpty()) {
      bad(
          file,
          (missing.size() == 1 ? "order %s is missing" : "orders %s are missing")
              .formatted(String.join(", ", missing)));
    }
  }

  private @Nullable Histogram latency(List<Run> runs) {
    Path hlog = RawFiles.hlogOf(file);
    try {
      List<Histogram> histograms = RawFiles.histograms(file);
      if (histograms.isEmpty() && !Files.exists(hlog)) {
        return null;
      }
      Map<String, Histogram> byTag =
          histograms.stream()
              .collect(Collectors.toMap(h -> String.valueOf(h.getTag()), h -> h, (a, b) -> a));
      return merged(hlog, runs, byTag);
    } catch (IOException | RuntimeException e) {
      bad(hlog, notWhole(hlog, e) + WITHOUT_PERCENTILES);
      return null;
    }
  }

  /** All runs that count together; null where one is missing, or there is none. */
  private @Nullable Histogram merged(Path hlog, List<Run> runs, Map<String, Histogram> byTag) {
    Histogram sum = null;
    for (Run run : runs) {
      if (!run.inAverages()) {
        continue;
      }
      Histogram one = byTag.get(RawFiles.tag(run.order()));
      long samples = one == null ? 0 : one.getTotalCount();
      if (samples != run.calls().ok()) {
        bad(
            hlog,
            "order %d has %d samples where the rows have %d good calls"
                    .formatted(run.order(), samples, run.calls().ok())
                + WITHOUT_PERCENTILES);
        return null;
      }
      if (one != null) {
        sum = sum == null ? one : Latencies.added(sum, one);
      }
    }
    return sum == null || sum.getTotalCount() == 0 ? null : sum;
  }

  /** Whether what is said of one process is said of all: then its histogram is kept. */
  boolean isTimed() {
    return point != null && point.loadShape() == LoadShape.TIMED;
  }

  /** Of the response times; empty where there is no histogram of them that can be read. */
  private String fastestUs() {
    try {
      for (Histogram each : RawFiles.histograms(file)) {
        if (RawFiles.RESPONSE_TAG.equals(each.getTag()) && each.getTotalCount() > 0) {
          return String.format(Locale.ROOT, "%.3f", each.getMinValue() / NANOS_PER_MICRO);
        }
      }
    } catch (IOException | RuntimeException e) {
      Path hlog = RawFiles.hlogOf(file);
      bad(
          hlog,
          notWhole(hlog, e)
              + ": the fastest call is not known; copy the file again from the client's host, or"
              + " measure the load again");
    }
    return "";
  }

  /** A log's reader throws whatever its Base64, inflater or scanner stumbles over. */
  private static String notWhole(Path hlog, Exception e) {
    return e instanceof IOException unread && FileBytes.isOfOpening(hlog, e)
        ? FileBytes.problem(hlog, unread)
        : "is not a whole histogram log"
            + (e.getMessage() == null ? "" : " (" + e.getMessage() + ")");
  }
}
