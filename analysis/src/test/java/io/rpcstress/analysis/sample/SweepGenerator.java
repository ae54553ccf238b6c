package io.rpcstress.analysis.sample;

import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Circumstances;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Cost.ProcessCost;
import io.rpcstress.measure.Cost.ProxyShare;
import io.rpcstress.measure.Cost.WireCost;
import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.Run.Lateness;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.measure.SelfWatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.HdrHistogram.Histogram;

/**
 * Makes sweeps whose averages are known before they are measured: the warm runs of a point lie
 * symmetrically around {@link #averageMicros}, and order 0 takes twenty times that.
 */
public final class SweepGenerator {

  /** Rows that the paper tells of. */
  public static final int PAPER_ROWS = 186_860;

  private static final int RUNS = 10;
  private static final int COLD_FACTOR = 20;
  private static final int MIDDLE_ORDER = 5;
  private static final Instant START = Instant.parse("2026-01-31T12:00:00Z");
  private static final Map<String, Integer> TYPES =
      new TreeMap<>(Map.of("rpcx", 1, "grpc", 2, "openfeign", 3, "tcp", 4));

  private final Path sweep;
  private final RawFiles raw;
  private final ConcurrentMap<Integer, byte[]> histograms = new ConcurrentHashMap<>();

  /** Into a folder, which is made. */
  public SweepGenerator(Path sweep) throws IOException {
    this.sweep = sweep;
    this.raw = new RawFiles(sweep);
    Files.createDirectories(raw.raw());
  }

  /** By hand: the paper's grid and count of rows into the folder given. */
  public static void main(String[] args) throws IOException {
    new SweepGenerator(Path.of(args[0])).sweepJson("generated-paper").paperGrid();
  }

  /** A sweep.json as the harness writes it, with keys that no reader knows. */
  public SweepGenerator sweepJson(String id) throws IOException {
    Files.writeString(
        sweep.resolve("sweep.json"),
        """
        {"id": "%s", "experiment": "rpcx-grid", "gitCommit": "0123456789abcdef",
         "start": "2026-01-31T12:00:00Z", "end": "2026-01-31T13:00:00Z",
         "options": {"runs": 10, "protocols": ["rpcx", "grpc", "openfeign"]},
         "client": {"hostname": "host-a", "cpu": "1 x Example 2.0 GHz"},
         "server": {"hostname": "host-b"}, "seeds": {"order": 42}, "unknownKey": true}
        """
            .formatted(id));
    return this;
  }

  /**
   * The average that a point's warm runs have, us: 20 us steps, so that nine runs fit around it.
   */
  public static long averageMicros(String technology, int threads, int requests) {
    long base = 40_000L + 37L * threads + 11L * requests;
    return switch (technology) {
      case "rpcx" -> base;
      case "grpc" -> 3 * base + threads;
      case "openfeign" -> 5 * base + requests;
      default -> base / 2;
    };
  }

  /**
   * As many rows as the paper has, on its grid: rpcx all, grpc to 500 requests, openfeign the rest.
   */
  public SweepGenerator paperGrid() throws IOException {
    List<Point> points = new ArrayList<>();
    for (int t = 10; t <= 990; t += 10) {
      for (int r = 10; r <= 1000; r += 10) {
        points.add(point("rpcx", t, r, RequestMode.TOTAL));
        if (r <= 500) {
          points.add(point("grpc", t, r, RequestMode.TOTAL));
        }
      }
    }
    for (int r = 10; r <= 1000; r += 10) {
      // Round by round over the thread counts, from the paper's rows on.
      for (int t = 10; t <= 990 && points.size() < PAPER_ROWS / RUNS; t += 10) {
        points.add(point("openfeign", t, r, RequestMode.TOTAL));
      }
    }
    try {
      points.parallelStream().forEach(this::made);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return this;
  }

  private void made(Point point) {
    try {
      point(point.technology(), point.threadNum(), point.requestNum());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A grid of some technologies, all points good. */
  public SweepGenerator grid(List<String> technologies, int[] threads, int[] requests)
      throws IOException {
    for (String technology : technologies) {
      for (int t : threads) {
        for (int r : requests) {
          point(technology, t, r);
        }
      }
    }
    return this;
  }

  /** One good point with ten orders around its known average, and its histograms. */
  public SweepGenerator point(String technology, int threads, int requests) throws IOException {
    long average = averageMicros(technology, threads, requests);
    long[] micros = new long[RUNS];
    micros[0] = COLD_FACTOR * average;
    for (int order = 1; order < RUNS; order++) {
      micros[order] = average + 20L * (order - MIDDLE_ORDER) * (1 + requests % 7);
    }
    return point(point(technology, threads, requests, RequestMode.TOTAL), micros);
  }

  /** One good point with the runtimes given, from order 0 on, us. */
  public SweepGenerator point(Point point, long... micros) throws IOException {
    List<Run> runs = new ArrayList<>();
    for (int order = 0; order < micros.length; order++) {
      runs.add(run(point, order, micros[order]));
    }
    Path csv = raw.csv(point);
    Files.createDirectories(csv.getParent());
    Files.write(raw.hlog(point), hlog(point.requestNum()));
    // Not fsynced, unlike the harness: tens of thousands of them would take minutes.
    Files.writeString(csv, RunCsv.format(runs));
    return this;
  }

  /** One good point whose runs say, too, what not every sweep does: late answers. */
  public SweepGenerator judged(String technology, int threads, int requests) throws IOException {
    point(technology, threads, requests);
    Path csv = raw.csv(point(technology, threads, requests, RequestMode.TOTAL));
    List<Run> runs = RunCsv.read(csv).runs().stream().map(SweepGenerator::judged).toList();
    Files.writeString(csv, RunCsv.format(runs));
    return this;
  }

  private static Run judged(Run run) {
    return new Run(
        run.point(),
        run.type(),
        run.order(),
        run.timeTotalMicros(),
        run.calls(),
        run.callsServed(),
        run.latency(),
        run.cost(),
        run.conditions(),
        run.watch(),
        run.flags(),
        run.startedAt(),
        run.circumstances(),
        new Lateness(900, run.order()));
  }

  /** One failed point. */
  public SweepGenerator failed(String technology, int threads, int requests, FailureCause cause)
      throws IOException {
    raw.writeFailed(
        new FailedPoint(
            point(technology, threads, requests, RequestMode.TOTAL),
            cause,
            "no reply within 600 s; raise --timeout",
            Map.of("deadline", 7L),
            "java -jar client-harness.jar run --protocol " + technology,
            START,
            List.of()));
    return this;
  }

  /** The key of a point of the official example. */
  public static Point point(String technology, int threads, int requests, RequestMode mode) {
    return new Point(technology, Point.EXAMPLE, threads, requests, mode);
  }

  /** One run whose other numbers follow from its runtime. */
  public static Run run(Point point, int order, long micros) {
    long calls = point.calls();
    return new Run(
        point,
        TYPES.getOrDefault(point.technology(), 9),
        order,
        micros,
        CallCounts.allOk(calls),
        calls,
        new Latency(100.0, 200.5, null, null, 400.25),
        new Cost(
            new ProcessCost(millis(micros / 4), 3 * calls, 500 * calls, 0L, null, null),
            new ProcessCost(millis(micros / 8), 2 * calls, null, null, null, 60_000L),
            new WireCost(150 * calls, 120 * calls, 2 * calls, null, null),
            ProxyShare.NONE),
        new Conditions(
            "greet", 16L, null, Conditions.CLOSED, "multiplexed:1", order == 0 ? 1L : 0L),
        SelfWatch.UNKNOWN,
        new TreeSet<>(),
        START.plusSeconds(order),
        Circumstances.UNKNOWN,
        null);
  }

  private static double millis(long micros) {
    return micros / 1e3;
  }

  /** The histograms depend on the request count alone, so their text is made once for each. */
  private byte[] hlog(int requests) throws IOException {
    byte[] known = histograms.get(requests);
    if (known != null) {
      return known;
    }
    RawFiles files = new RawFiles(Files.createTempDirectory(sweep, ".hlog")); // read by no import
    Point point = point("rpcx", 1, requests, RequestMode.TOTAL);
    List<Run> runs = new ArrayList<>();
    List<Histogram> all = new ArrayList<>();
    for (int order = 0; order < RUNS; order++) {
      runs.add(run(point, order, 1_000));
      Histogram histogram = new Histogram(3);
      for (int call = 1; call <= requests; call++) {
        // 1 ms, 1.01 ms, ...: spread over a few thousand buckets as real latencies are.
        histogram.recordValue(1_000_000L + 10_000L * call + 100L * order);
      }
      all.add(histogram);
    }
    files.write(runs, all);
    byte[] text = Files.readAllBytes(files.hlog(point));
    histograms.put(requests, text);
    return text;
  }
}
