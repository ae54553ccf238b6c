package io.rpcstress.analysis.sample;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.HostPair;
import io.rpcstress.analysis.model.Offered;
import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Made-up processes of open loops: for a minute, at 100 calls/s where nothing else is said. */
public final class OpenRuns {

  private static final int RATE = 100;
  private static final int SECONDS = 60;
  private static final int CALLS = RATE * SECONDS;

  private OpenRuns() {}

  /** A process whose median is a quarter of its p99, us. */
  public static ProcessRuns run(
      String technology, ArrivalShape shape, int warmupSeconds, int repetition, double p99Us) {
    return run(technology, shape, warmupSeconds, repetition, p99Us, 0);
  }

  /** The same with calls that timed out, and flags. */
  public static ProcessRuns run(
      String technology,
      ArrivalShape shape,
      int warmupSeconds,
      int repetition,
      double p99Us,
      long timedOut,
      String... flags) {
    Point point =
        new Point(
                technology,
                Point.EXAMPLE,
                100,
                CALLS,
                RequestMode.TOTAL,
                repetition,
                new OfferedLoad(shape, RATE, SECONDS, warmupSeconds, 7 + repetition),
                Dimensions.NONE)
            .with(Dimension.LOAD_WARMUP, warmupSeconds + "s");
    Run run =
        new Row(0, SECONDS * 1_000, CALLS)
            .timedOut(timedOut)
            .cpu(1_200_000.0, 600_000.0)
            .bytes(600_000L, 300_000L)
            .flags(flags)
            .run();
    Latency response = new Latency(p99Us / 4, p99Us / 2, p99Us, null, p99Us * 9 / 4);
    Offered offer = new Offered(RATE, RATE, OpenRun.ASYNC, response, response, 0, null);
    return ProcessRuns.of(point, null, List.of(run), Double.NaN, offer);
  }

  /**
   * A process of Poisson arrivals, after 8 s at full speed and 2 s of the load. As many calls are
   * due as it drew, and each round has a server of its own.
   */
  public static ProcessRuns drawn(
      String technology, int rate, int repetition, double p99Us, String... flags) {
    boolean kept = flags.length == 0;
    int calls = rate * SECONDS + 31 * repetition - 17;
    double perSecond = (double) calls / SECONDS;
    Point point =
        new Point(
                technology,
                Point.EXAMPLE,
                100,
                calls,
                RequestMode.TOTAL,
                repetition,
                new OfferedLoad(ArrivalShape.POISSON, rate, SECONDS, 2, 2_026 + repetition),
                Dimensions.NONE)
            .with(Dimension.FULL_SPEED, "8s")
            .with(Dimension.LOAD_WARMUP, "2s");
    Run run =
        new Row(0, SECONDS * 1_000, calls)
            .cpu(200.0 * calls, 100.0 * calls)
            .bytes(100L * calls, 50L * calls)
            .flags(flags)
            .run();
    Latency response = new Latency(p99Us / 4, p99Us / 2, p99Us, null, p99Us * 2);
    Offered offer =
        new Offered(
            perSecond,
            kept ? perSecond : perSecond * 0.8,
            OpenRun.ASYNC,
            response,
            response,
            0,
            null);
    return ProcessRuns.of(point, "server of round " + repetition, List.of(run), Double.NaN, offer);
  }

  /** Five processes of it, whose percentiles are a hundredth apart. */
  public static List<ProcessRuns> five(String technology, int rate, double p99Us, String... flags) {
    return IntStream.range(0, 5)
        .mapToObj(i -> drawn(technology, rate, i, p99Us * (1 + 0.01 * i), flags))
        .toList();
  }

  /** The same at 1,000 calls/s, each of which carries the message of a pack. */
  public static List<ProcessRuns> encoded(String technology, String encoding, double p99Us) {
    return five(technology, 1_000, p99Us).stream()
        .map(
            run ->
                ProcessRuns.of(
                    run.point()
                        .with(Dimension.OPERATION, "message")
                        .with(Dimension.PAYLOAD, "encoding=" + encoding)
                        .with(Dimension.MESSAGE, "order-0123456789abcdef"),
                    run.server(),
                    run.runs(),
                    run.p99Us(),
                    run.offer()))
        .toList();
  }

  /** Two technologies at 1,000 and 20,000 calls/s, of which grpc does not hold the second. */
  public static SweepData ofTwoRates() {
    List<ProcessRuns> runs = new ArrayList<>();
    runs.addAll(five(Series.RPCX, 1_000, 1_400));
    runs.addAll(five(Series.RPCX, 20_000, 2_000));
    runs.addAll(five("grpc", 1_000, 3_600));
    runs.addAll(five("grpc", 20_000, 1_900_000, "client-cpu", "saturated"));
    return data(runs);
  }

  /** Of both shapes, cold and after half a minute, by one process each. */
  public static SweepData ofFourLoads(String... technologies) {
    List<ProcessRuns> runs = new ArrayList<>();
    for (int i = 0; i < technologies.length; i++) {
      for (ArrivalShape shape : List.of(ArrivalShape.CONSTANT, ArrivalShape.RANDOM_BURSTS)) {
        for (int warmup : List.of(0, 30)) {
          double p99 = (shape == ArrivalShape.CONSTANT ? 2_000 : 9_000) * (i + 1) - 40.0 * warmup;
          runs.add(run(technologies[i], shape, warmup, 0, p99));
        }
      }
    }
    return data(runs);
  }

  public static SweepData data(List<ProcessRuns> runs) {
    Map<Point, List<ProcessRuns>> byLoad = new LinkedHashMap<>();
    runs.forEach(
        run -> byLoad.computeIfAbsent(Cell.load(run.point()), l -> new ArrayList<>()).add(run));
    List<Cell> cells = new ArrayList<>();
    byLoad.forEach((load, processes) -> cells.add(cell(load, processes)));
    return Cells.data(
        new Sweep("id", "offered", null, null, null, null, List.of()), List.of(), cells, List.of());
  }

  private static Cell cell(Point load, List<ProcessRuns> processes) {
    return new Cell(
        load,
        load.technology().equals(Series.RPCX) ? 1 : 2,
        new Conditions("greet", 16L, null, Conditions.OPEN, "multiplexed:1", 1L),
        HostPair.UNKNOWN,
        processes,
        0,
        Percentiles.UNKNOWN,
        Percentiles.UNKNOWN,
        new TreeSet<>());
  }
}
