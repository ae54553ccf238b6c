package io.rpcstress.client.harness.plan;

import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.TimedLoad;
import java.util.ArrayList;
import java.util.List;

/** The command line that measures one point alone again, for a person to paste. Stateless. */
public final class PointWords {

  /** Time at full speed before an open loop's load. */
  public static final String FULL_SPEED = "--full-speed";

  /** Names an open loop's files after its warm-up, too: of a sweep that has several. */
  public static final String WARMUP_IN_NAME = "--warmup-in-name";

  private PointWords() {}

  /** The words of a counted or timed point. */
  public static List<String> closed(Point point, Calls calls, ClosedRuns runs) {
    List<String> words = begun("run", point);
    words.addAll(List.of("--threads", Integer.toString(point.threadNum())));
    TimedLoad timed = point.timed();
    if (timed == null) {
      words.addAll(List.of("--requests", Integer.toString(point.requestNum())));
    } else {
      words.addAll(Calls.words(timed));
    }
    addRepetition(words, point);
    words.addAll(calls.words());
    words.addAll(runs.words());
    return words;
  }

  /** The words of a point that is offered a load. */
  public static List<String> open(Point point, OfferedLoad load, Calls calls, String start) {
    List<String> words = begun("rate", point);
    words.addAll(List.of("--rate", Integer.toString(load.rate())));
    words.addAll(List.of("--duration", load.seconds() + "s"));
    words.addAll(List.of("--shape", load.shape().label()));
    words.addAll(List.of("--seed", Long.toString(load.seed())));
    words.addAll(List.of("--warmup", load.warmupSeconds() + "s"));
    if (point.dimensions().has(Dimension.FULL_SPEED)) {
      words.addAll(List.of(FULL_SPEED, point.dimensions().text(Dimension.FULL_SPEED)));
    }
    words.addAll(List.of("--threads", Integer.toString(point.threadNum())));
    words.addAll(List.of("--start", start));
    addRepetition(words, point);
    if (point.dimensions().has(Dimension.LOAD_WARMUP)) {
      words.add(WARMUP_IN_NAME);
    }
    words.addAll(calls.words());
    return words;
  }

  private static List<String> begun(String command, Point point) {
    String contender = point.technology() + "@" + point.variant();
    return new ArrayList<>(List.of(command, "--protocol", contender));
  }

  private static void addRepetition(List<String> words, Point point) {
    if (point.repetition() > 0) {
      words.addAll(List.of("--repetition", Integer.toString(point.repetition())));
    }
  }
}
