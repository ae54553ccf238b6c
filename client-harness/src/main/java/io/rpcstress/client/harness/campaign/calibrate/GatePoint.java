package io.rpcstress.client.harness.campaign.calibrate;

import io.rpcstress.client.harness.plan.Axis;
import io.rpcstress.client.harness.plan.SweepGrid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Where the gate is measured. Between the points of a grid that {@link #of(SweepGrid)} gives lies
 * every cell of it, so that nothing is said of the gate beyond what was measured. Threads beyond
 * the calls of a run make none.
 */
public record GatePoint(int threads, int calls) {

  /** As many as any grid may have: a small one's three thread counts with its ends of requests. */
  private static final int MIN_POINTS = 6;

  /** As many take their time from the floors: more would leave them a round less. */
  private static final int MAX_OF_THE_BUDGET = 3;

  /** A larger grid has one for so many of its program executions. */
  private static final int EXECUTIONS_FOR_ONE = 100;

  /** As many as the paper's tables have thread counts. */
  private static final int MAX_ON_AN_AXIS = 11;

  private static final int MIN_THREADS = 3;
  private static final int MIN_REQUESTS = 2;

  /** How many places of each axis there are. */
  private record Places(int threads, int requests) {

    private int points() {
      return threads * requests;
    }
  }

  /**
   * Those of a sweep: both ends of its axes, and the larger it is, the more between them. Of an
   * axis that goes on until communication fails its first value: the others are not known.
   */
  public static List<GatePoint> of(SweepGrid grid) {
    int threads = size(grid.threads());
    Places chosen = grown(grid, Math.min(MIN_THREADS, threads), Math.min(MAX_ON_AN_AXIS, threads));
    return over(grid, spread(grid.threads(), chosen.threads()), chosen.requests());
  }

  public static List<GatePoint> of(SweepGrid grid, Collection<Integer> threads) {
    Places chosen = grown(grid, threads.size(), threads.size());
    return over(grid, threads, chosen.requests());
  }

  /** Those of thread counts with one number of calls; each thread has one at least. */
  public static List<GatePoint> of(Collection<Integer> threads, int calls) {
    return threads.stream()
        .distinct()
        .sorted()
        .map(count -> new GatePoint(count, Math.max(count, calls)))
        .toList();
  }

  public static Duration expected(int points) {
    return Duration.ofNanos(CalibrationSchedule.EXPECTED_OVERHEAD).multipliedBy(points);
  }

  public static Duration ofTheBudget(Duration taken, int processes) {
    return processes <= MAX_OF_THE_BUDGET
        ? taken
        : taken.multipliedBy(MAX_OF_THE_BUDGET).dividedBy(processes);
  }

  private static List<GatePoint> over(
      SweepGrid grid, Collection<Integer> threads, int requestPlaces) {
    List<GatePoint> points = new ArrayList<>();
    for (int count : new TreeSet<>(threads)) {
      for (int requests : spread(grid.requests(), requestPlaces)) {
        long calls = grid.mode().calls(count, requests);
        points.add(new GatePoint(count, (int) Math.min(Integer.MAX_VALUE, calls)));
      }
    }
    return points;
  }

  private static int points(SweepGrid grid) {
    long share = grid.executions() / EXECUTIONS_FOR_ONE; // -1 / 100 of an open end is 0
    return (int) Math.max(MIN_POINTS, Math.min(share, Integer.MAX_VALUE));
  }

  /** More places of both axes in turn, for as long as there are no more points than allowed. */
  private static Places grown(SweepGrid grid, int leastThreads, int mostThreads) {
    int requests = size(grid.requests());
    int mostRequests = Math.min(MAX_ON_AN_AXIS, requests);
    int allowed = points(grid);
    Places places = new Places(leastThreads, Math.min(MIN_REQUESTS, requests));
    while (true) {
      Places before = places;
      Places more = new Places(places.threads() + 1, places.requests());
      if (more.threads() <= mostThreads && more.points() <= allowed) {
        places = more;
      }
      more = new Places(places.threads(), places.requests() + 1);
      if (more.requests() <= mostRequests && more.points() <= allowed) {
        places = more;
      }
      if (places.equals(before)) {
        return places;
      }
    }
  }

  private static int size(Axis axis) {
    return axis.isOpenEnded() ? 1 : axis.size();
  }

  /** The first, every so many after it, and the last: no more than asked for. */
  private static Collection<Integer> spread(Axis axis, int places) {
    int last = size(axis) - 1;
    int step = places < 2 ? Math.max(1, last) : Math.max(1, (last + places - 2) / (places - 1));
    TreeSet<Integer> values = new TreeSet<>();
    for (int i = 0; i < last; i += step) {
      values.add(axis.value(i));
    }
    values.add(axis.value(last));
    return values;
  }
}
