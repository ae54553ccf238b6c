package io.rpcstress.client.harness.plan;

import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.TimedLoad;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The command line that measures one point alone again, for a person to paste. Stateless. */
public final class PointWords {

  /** Time at full speed before an open loop's load. */
  public static final String FULL_SPEED = "--full-speed";

  /** Names an open loop's files after its warm-up, too: of a sweep that has several. */
  public static final String WARMUP_IN_NAME = "--warmup-in-name";

  private PointWords() {}

  public static List<String> closed(Point point, Calls calls, ClosedRuns runs) {
    TimedLoad timed = point.timed();
    OptionWords load =
        timed == null
            ? new OptionWords().add("--requests", point.requestNum())
            : Calls.options(timed);
    return words(
        "run",
        new OptionWords()
            .add("--protocol", calls.own() == null ? point.contender() : null)
            .add("--threads", point.threadNum())
            .add(load)
            .add("--repetition", repetition(point))
            .add(calls.options())
            .add(runs.options()));
  }

  public static List<String> open(Point point, OfferedLoad load, Calls calls, String start) {
    return words(
        "rate",
        new OptionWords()
            .add("--protocol", calls.own() == null ? point.contender() : null)
            .add(offered(load, calls.arrivals()))
            .add("--warmup", load.warmupSeconds() + "s")
            .add(
                FULL_SPEED,
                point.dimensions().has(Dimension.FULL_SPEED)
                    ? point.dimensions().text(Dimension.FULL_SPEED)
                    : null)
            .add("--threads", point.threadNum())
            .add("--start", start)
            .add("--repetition", repetition(point))
            .add(WARMUP_IN_NAME, point.dimensions().has(Dimension.LOAD_WARMUP))
            .add(calls.options()));
  }

  private static OptionWords offered(OfferedLoad load, @Nullable ArrivalTrace arrivals) {
    return arrivals != null
        ? arrivals.options()
        : new OptionWords()
            .add("--rate", load.rate())
            .add("--duration", load.seconds() + "s")
            .add("--shape", load.shape().label())
            .add("--seed", load.seed());
  }

  private static List<String> words(String command, OptionWords options) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(options.list());
    return words;
  }

  private static @Nullable Integer repetition(Point point) {
    return point.repetition() > 0 ? (Integer) point.repetition() : null;
  }
}
