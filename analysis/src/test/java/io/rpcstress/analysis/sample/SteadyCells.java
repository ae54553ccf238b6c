package io.rpcstress.analysis.sample;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.HostPair;
import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.TimedLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Timed loops to test with, without files and database. */
public final class SteadyCells {

  private static final double SECONDS = 10;
  private static final List<String> TYPES = List.of("", "rpcx", "grpc", "openfeign", "tcp");

  private SteadyCells() {}

  /** A timed loop's point, warmed until steady. */
  public static Point point(String technology, int threads) {
    return point(technology, threads, Duration.ofSeconds(60));
  }

  /** A timed loop's point; without a cap nobody asked whether it is steady. */
  public static Point point(String technology, int threads, @Nullable Duration cap) {
    return Point.timed(
        technology,
        Point.EXAMPLE,
        threads,
        new TimedLoad(Duration.ofSeconds(10), Duration.ofSeconds(2), 5, cap));
  }

  /** Processes of so many calls a second, each with a server of its own; all calls under way. */
  public static Cell cell(Point point, double... callsPerSecond) {
    List<ProcessRuns> processes = new ArrayList<>();
    for (int i = 0; i < callsPerSecond.length; i++) {
      long calls = Math.round(callsPerSecond[i] * SECONDS);
      Run run =
          new Row(0, SECONDS * 1_000, calls)
              .cpu(calls * 100.0, calls * 50.0)
              .underWay((double) point.threadNum())
              .steadyFrom(4)
              .run();
      processes.add(
          ProcessRuns.of(point.repeated(i), "server " + i, List.of(run), Double.NaN, null));
    }
    double meanUs = point.threadNum() * 1e6 / Arrays.stream(callsPerSecond).average().orElse(1);
    Percentiles latency =
        new Percentiles(
            1_000, Map.of(50.0, meanUs, 99.0, 3 * meanUs), 4 * meanUs, meanUs, Double.NaN);
    return new Cell(
        point,
        TYPES.indexOf(point.technology()),
        new Conditions("greet", 16L, null, Conditions.CLOSED, "multiplexed:1", 1L),
        HostPair.UNKNOWN,
        processes,
        0,
        latency,
        latency,
        new TreeSet<>());
  }

  /** The same whose processes have other rows. */
  public static Cell rows(Cell cell, BiFunction<Integer, Row, Row> change) {
    return Cells.with(
        cell,
        p ->
            ProcessRuns.of(
                p.point(),
                p.server(),
                p.runs().stream()
                    .map(run -> change.apply(p.repetition(), new Row(run)).run())
                    .toList(),
                p.p99Us(),
                null));
  }

  /** The same with a flag on one process. */
  public static Cell flagged(Cell cell, int repetition, String... flags) {
    return rows(cell, (i, row) -> i == repetition ? row.flags(flags) : row);
  }

  /** The same half of whose calls exceeded their deadline, with a p99 of the others. */
  public static Cell halfTimedOut(Cell cell) {
    return Cells.with(
        cell,
        p ->
            ProcessRuns.of(
                p.point(),
                p.server(),
                p.runs().stream()
                    .map(run -> new Row(run).timedOut(run.callsIssued() / 2).run())
                    .toList(),
                1_000.0,
                null));
  }

  /** A sweep of them, beside what a sweep of counted loops holds. */
  public static SweepData data(SweepData counted, Cell... cells) {
    return Cells.with(counted, cells);
  }

  /** A sweep of nothing else. */
  public static SweepData data(Cell... cells) {
    return data(Cells.nothing(new Sweep("id", "name", null, null, null, null, List.of())), cells);
  }
}
