package io.rpcstress.measure;

import io.rpcstress.measure.RecordCells.Cell;
import org.jspecify.annotations.Nullable;

/**
 * One run of an open loop. Its {@link Run} has the counts and the response times of the calls that
 * were due after the warm-up; the time is from the warm-up's end to the schedule's, or the last
 * reply where that is later. Immutable.
 *
 * @param run of a point that has an {@link OfferedLoad}; its latency is the response time, from
 *     when a call was due
 * @param service time of the same calls, from when each was really started: what a load generator
 *     sees that waits for a slow server
 * @param offeredPerSecond calls/s that the schedule had
 * @param achievedPerSecond good replies/s that came between the warm-up's end and the schedule's
 * @param starting how the calls were started: {@link #ASYNC} or {@link #THREADS}
 */
public record OpenRun(
    Run run,
    @Cell("service") Latency service,
    @Cell("warmup") CallCounts warmup,
    double offeredPerSecond,
    double achievedPerSecond,
    String starting,
    @Cell(value = "fault", optional = true) @Nullable FaultCourse fault) {

  /** Each call was started when it was due: the technology's caller does not wait for replies. */
  public static final String ASYNC = "async";

  /** Each call took a thread that waited for its reply; with all of them busy the next waited. */
  public static final String THREADS = "threads";

  public OpenRun {
    if (run.point().offered() == null || !run.conditions().loop().equals(Conditions.OPEN)) {
      throw new IllegalArgumentException(run.point() + " is not of an open loop");
    }
    if (!ASYNC.equals(starting) && !THREADS.equals(starting)) {
      throw new IllegalArgumentException(
          "starting is '" + starting + "': " + ASYNC + " or " + THREADS + " expected");
    }
  }

  public OpenRun(
      Run run,
      Latency service,
      CallCounts warmup,
      double offeredPerSecond,
      double achievedPerSecond,
      String starting) {
    this(run, service, warmup, offeredPerSecond, achievedPerSecond, starting, null);
  }

  public OpenRun with(@Nullable FaultCourse course) {
    return new OpenRun(run, service, warmup, offeredPerSecond, achievedPerSecond, starting, course);
  }

  /** The same, as the result of another process: so that it gets files of its own. */
  public OpenRun repeated(int repetition) {
    return with(run.of(run.point().repeated(repetition)));
  }

  /** The same as another run: of another point, or by another clock. */
  public OpenRun with(Run other) {
    return new OpenRun(
        other, service, warmup, offeredPerSecond, achievedPerSecond, starting, fault);
  }

  public OfferedLoad offered() {
    OfferedLoad offered = run.point().offered();
    if (offered == null) {
      throw new IllegalStateException("checked when it was made");
    }
    return offered;
  }
}
