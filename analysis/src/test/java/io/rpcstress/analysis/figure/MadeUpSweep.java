package io.rpcstress.analysis.figure;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.Row;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Sweeps that nobody measured: plausible shapes for tests, never a result. */
public final class MadeUpSweep {

  private static final long SEED = 20230804;
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private static final List<Series> PAPERS =
      List.of(
          new Series(1, "rpcx", Point.EXAMPLE),
          new Series(2, "grpc", Point.EXAMPLE),
          new Series(2, "grpc", "tuned"),
          new Series(3, "openfeign", Point.EXAMPLE));

  private final Random random = new Random(SEED);
  private final List<Cell> cells = new ArrayList<>();
  private final List<Failure> failures = new ArrayList<>();
  private String failureDetail =
      "no reply within 600 s; the server's log ends in \"too many open files\"";

  private MadeUpSweep() {}

  /** Three technologies and a tuned variant on a small grid, with failed and doubtful points. */
  public static SweepData small() {
    return new MadeUpSweep().ofFewPoints();
  }

  /** The same points, with what a malicious peer could write into a failure. */
  public static SweepData small(String failureDetail) {
    MadeUpSweep sweep = new MadeUpSweep();
    sweep.failureDetail = failureDetail;
    return sweep.ofFewPoints();
  }

  private SweepData ofFewPoints() {
    return of(PAPERS, List.of(10, 110, 210, 310, 410), List.of(10, 210, 410, 610));
  }

  /** More series than there are colours, some of long names, on a grid of four points. */
  public static SweepData ten() {
    List<Series> series = new ArrayList<>();
    series.add(new Series(1, "rpcx", Point.EXAMPLE));
    series.add(new Series(4, "tcp", Point.EXAMPLE));
    for (int type = 5; series.size() < 10; type++) {
      series.add(new Series(type, "technology-" + type, Point.EXAMPLE));
      series.add(new Series(type, "technology-" + type, "tuned"));
      series.add(new Series(type, "technology-" + type, "tuned-server"));
      series.add(new Series(type, "technology-" + type, "of-a-long-name"));
    }
    return new MadeUpSweep().of(series, List.of(10, 110), List.of(210, 410));
  }

  /** The paper's whole grid: 99 x 100 points for each of four. */
  public static SweepData whole() {
    return new MadeUpSweep()
        .of(
            PAPERS,
            IntStream.rangeClosed(1, 99).map(i -> i * 10).boxed().toList(),
            IntStream.rangeClosed(1, 100).map(i -> i * 10).boxed().toList());
  }

  /** Nothing measured yet. */
  public static SweepData empty() {
    return Cells.nothing(sweep());
  }

  private SweepData of(List<Series> series, List<Integer> threads, List<Integer> requests) {
    for (Series one : series) {
      for (int t : threads) {
        for (int r : requests) {
          add(one, t, r);
        }
      }
    }
    return Cells.data(sweep(), series, cells, failures);
  }

  private void add(Series series, int threads, int requests) {
    Point point =
        new Point(series.technology(), series.variant(), threads, requests, RequestMode.TOTAL);
    boolean fails =
        (series.label().equals("grpc") && threads > 300 && requests > 500)
            || (series.label().equals("openfeign") && threads >= 400 && requests >= 600);
    if (fails) {
      failures.add(
          new Failure(
              point,
              FailureCause.TIMEOUT,
              failureDetail,
              "unavailable=12",
              "java -jar client-harness.jar run --protocol "
                  + series.technology()
                  + " --threads "
                  + threads
                  + " --requests "
                  + requests,
              START,
              2));
      return;
    }
    double factor =
        switch (series.label()) {
          case "rpcx" -> 1;
          case "grpc" -> 0.8 + requests / 400.0;
          case "grpc@tuned" -> 0.7 + requests / 700.0;
          case "openfeign" -> 2.4 + threads / 300.0;
          default -> 0.5 + Math.floorMod(series.label().hashCode(), 100) / 25.0 + threads / 300.0;
        };
    cells.add(cell(point, series.type(), factor));
  }

  private Cell cell(Point point, int type, double factor) {
    int requests = point.requestNum();
    double ms =
        (4 + requests * 0.11 + point.threadNum() * 0.09)
            * factor
            * (0.96 + random.nextDouble() / 12);
    List<Run> runs = new ArrayList<>();
    boolean doubtful = random.nextInt(12) == 0;
    Map<Double, Double> curve = new TreeMap<>();
    for (double level : Percentiles.LEVELS) {
      if (9L * requests * (100 - level) / 100 >= 10) {
        curve.put(level, 300 * factor * (1 + Math.pow(level / 60, 4)));
      }
    }
    for (int i = 0; i <= (doubtful ? 7 : 9); i++) {
      double time = i == 0 ? ms * 4 + 600 : ms * (0.9 + random.nextDouble() / 5);
      Row row = new Row(i, time, requests);
      if (type != 3) {
        row.cpu(80 * factor * requests, 60 * factor * requests)
            .bytes(210L * requests, 190L * requests);
      }
      if (doubtful) {
        row.flags("client-cpu").notOk(i == 1 ? 3 : 0);
      }
      runs.add(row.run());
    }
    return Cells.with(
        Cells.of(type, point, List.of(ProcessRuns.of(point, null, runs, Double.NaN, null))),
        new Percentiles(9L * requests, curve, 9_000 * factor, 400 * factor, Double.NaN));
  }

  private static Sweep sweep() {
    List<Sweep.Fact> facts = new ArrayList<>();
    facts.add(new Sweep.Fact("", "experiment", "made-up"));
    facts.add(new Sweep.Fact("options", "runs", "10"));
    facts.add(new Sweep.Fact("options", "order", "paper"));
    for (String host : List.of("client", "server")) {
      facts.add(new Sweep.Fact(host, "cpu.model", "Made-up CPU of " + host + " @ 2.50GHz"));
      facts.add(new Sweep.Fact(host, "cpu.count.jvm", "1"));
      facts.add(new Sweep.Fact(host, "kernel", "4.18.0-193.el8.x86_64"));
      facts.add(new Sweep.Fact(host, "jdk.version", "17.0.15+6"));
    }
    facts.add(new Sweep.Fact("link", "rtt.p50.us", "58"));
    facts.add(new Sweep.Fact("link", "bandwidth.mbps", "545.411"));
    return new Sweep(
        "made-up",
        "made-up",
        "rpcx-grid",
        "0123456789abcdef",
        START,
        START.plusSeconds(5400),
        facts);
  }
}
