package io.rpcstress.analysis.sample;

import io.rpcstress.analysis.model.Percentiles;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SteadyCost;
import io.rpcstress.analysis.model.SteadyProcess;
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
import java.util.function.Function;
import java.util.function.UnaryOperator;
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
  public static SteadyCell cell(Point point, double... callsPerSecond) {
    List<SteadyProcess> processes = new ArrayList<>();
    for (int i = 0; i < callsPerSecond.length; i++) {
      long calls = Math.round(callsPerSecond[i] * SECONDS);
      processes.add(
          new SteadyProcess(
              i,
              "server " + i,
              SECONDS,
              calls,
              0,
              0,
              new SteadyCost(
                  calls / 10.0,
                  null,
                  null,
                  calls / 20.0,
                  null,
                  null,
                  null,
                  null,
                  null,
                  null,
                  null,
                  null),
              (double) point.threadNum(),
              4,
              List.of(),
              null,
              null));
    }
    double meanUs = point.threadNum() * 1e6 / Arrays.stream(callsPerSecond).average().orElse(1);
    return new SteadyCell(
        point,
        TYPES.indexOf(point.technology()),
        new Conditions("greet", 16L, Conditions.CLOSED, "multiplexed:1", 1L),
        processes,
        new Percentiles(1_000, Map.of(50.0, meanUs, 99.0, 3 * meanUs), 4 * meanUs, meanUs, null),
        new Percentiles(1_000, Map.of(50.0, meanUs, 99.0, 3 * meanUs), 4 * meanUs, meanUs, null));
  }

  /** The same with one process changed. */
  public static SteadyCell with(
      SteadyCell cell, int repetition, UnaryOperator<SteadyProcess> change) {
    List<SteadyProcess> processes = new ArrayList<>(cell.processes());
    processes.set(repetition, change.apply(processes.get(repetition)));
    return new SteadyCell(
        cell.point(), cell.type(), cell.conditions(), processes, cell.latency(), cell.latency());
  }

  /** The same with a flag on one process. */
  public static SteadyCell flagged(SteadyCell cell, int repetition, String... flags) {
    return with(
        cell,
        repetition,
        p ->
            new SteadyProcess(
                p.repetition(),
                p.server(),
                p.seconds(),
                p.callsOk(),
                p.callsNotOk(),
                p.callsTimedOut(),
                p.cost(),
                p.callsUnderWay(),
                p.steadyFrom(),
                List.of(flags),
                null,
                null));
  }

  /** The same whose processes took so much processor time for a call, us each; null unknown. */
  public static SteadyCell costing(SteadyCell cell, @Nullable Double... us) {
    return costing(
        cell,
        p -> {
          Double each = us[p.repetition() % us.length];
          Double ms = each == null ? null : (Double) (each * p.callsOk() / 1_000);
          return new SteadyCost(ms, null, null, ms, null, null, null, null, null, null, null, null);
        });
  }

  /** The same with what each of its processes had. */
  public static SteadyCell costing(SteadyCell cell, Function<SteadyProcess, SteadyCost> cost) {
    SteadyCell changed = cell;
    for (int i = 0; i < cell.processes().size(); i++) {
      changed =
          with(
              changed,
              i,
              p ->
                  new SteadyProcess(
                      p.repetition(),
                      p.server(),
                      p.seconds(),
                      p.callsOk(),
                      p.callsNotOk(),
                      p.callsTimedOut(),
                      cost.apply(p),
                      p.callsUnderWay(),
                      p.steadyFrom(),
                      p.flags(),
                      p.p99Us(),
                      p.callsLate()));
    }
    return changed;
  }

  /** The same of whose good calls so many came too late, by process. */
  public static SteadyCell late(SteadyCell cell, Long... late) {
    SteadyCell changed = cell;
    for (int i = 0; i < late.length; i++) {
      Long own = late[i];
      changed =
          with(
              changed,
              i,
              p ->
                  new SteadyProcess(
                      p.repetition(),
                      p.server(),
                      p.seconds(),
                      p.callsOk(),
                      p.callsNotOk(),
                      p.callsTimedOut(),
                      p.cost(),
                      p.callsUnderWay(),
                      p.steadyFrom(),
                      p.flags(),
                      p.p99Us(),
                      own));
    }
    return changed;
  }

  /** The same half of whose calls exceeded their deadline, with a p99 of the others. */
  public static SteadyCell halfTimedOut(SteadyCell cell) {
    SteadyCell changed = cell;
    for (int i = 0; i < cell.processes().size(); i++) {
      changed =
          with(
              changed,
              i,
              p ->
                  new SteadyProcess(
                      p.repetition(),
                      p.server(),
                      p.seconds(),
                      p.callsOk(),
                      p.callsOk(),
                      p.callsOk(),
                      p.cost(),
                      p.callsUnderWay(),
                      p.steadyFrom(),
                      p.flags(),
                      1_000.0,
                      null));
    }
    return changed;
  }

  /** The same whose processes called the servers of these names; null where they do not say. */
  public static SteadyCell onServers(SteadyCell cell, @Nullable String... servers) {
    SteadyCell changed = cell;
    for (int i = 0; i < servers.length; i++) {
      String server = servers[i];
      changed =
          with(
              changed,
              i,
              p ->
                  new SteadyProcess(
                      p.repetition(),
                      server,
                      p.seconds(),
                      p.callsOk(),
                      p.callsNotOk(),
                      p.callsTimedOut(),
                      p.cost(),
                      p.callsUnderWay(),
                      p.steadyFrom(),
                      p.flags(),
                      null,
                      null));
    }
    return changed;
  }

  /** A sweep of them, beside what a sweep of counted loops holds. */
  public static SweepData data(SweepData counted, SteadyCell... cells) {
    return new SweepData(
        counted.sweep(),
        counted.series(),
        counted.cells(),
        counted.failures(),
        List.of(),
        List.of(),
        List.of(),
        List.of(cells),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  /** A sweep of nothing else. */
  public static SweepData data(SteadyCell... cells) {
    return data(Cells.nothing(new Sweep("id", "name", null, null, null, null, List.of())), cells);
  }
}
