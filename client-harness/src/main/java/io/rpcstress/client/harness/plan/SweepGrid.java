package io.rpcstress.client.harness.plan;

import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.TimedLoad;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All points of a sweep and the order they are taken in. Immutable.
 *
 * @param requests request counts; of an open grid which of its loads, of one with payloads which of
 *     them, counted from 1
 * @param loads what open loops are offered, each drawn from the seed; empty where loops are closed
 * @param payloads what calls of a timed grid carry, one a point; empty where all points share one
 */
public record SweepGrid(
    List<Contender> contenders,
    Axis threads,
    Axis requests,
    RequestMode mode,
    SweepOrder order,
    Dimensions dimensions,
    List<OfferedLoad> loads,
    List<String> payloads) {

  /** The request axis of a timed grid. */
  public static final Axis NO_REQUESTS = Axis.parse("1");

  public SweepGrid {
    contenders = List.copyOf(contenders);
    loads = List.copyOf(loads);
    payloads = List.copyOf(payloads);
    int places = Math.max(loads.size(), payloads.size());
    if (places > 0 && (requests.isOpenEnded() || requests.size() != places)) {
      throw new IllegalArgumentException(
          "%d loads or payloads on the axis %s: a value for each expected"
              .formatted(places, requests));
    }
    if (order.isRandom() && (threads.isOpenEnded() || requests.isOpenEnded())) {
      throw new IllegalArgumentException("a random order needs ends for threads and requests");
    }
  }

  public SweepGrid withRepetitions(int rounds) {
    return new SweepGrid(
        contenders,
        threads,
        requests,
        mode,
        order.withRepetitions(rounds),
        dimensions,
        loads,
        payloads);
  }

  public int repetitions() {
    return order.repetitions();
  }

  /** The request axis of an open grid, or of one with payloads. */
  public static Axis places(List<?> loads) {
    return Axis.parse("1:" + loads.size() + ":1");
  }

  /**
   * A technology as one way to run it.
   *
   * @param own dimensions in which it differs from others of the same grid, such as the clients
   *     that call at once
   */
  public record Contender(String technology, String variant, Dimensions own) {

    public Contender(String technology, String variant) {
      this(technology, variant, Dimensions.NONE);
    }

    public Contender with(Dimensions others) {
      return new Contender(technology, variant, others);
    }

    /** Reads {@code grpc} and {@code grpc@tuned}. */
    public static Contender of(String word, String otherwise) {
      int at = word.indexOf('@');
      return at < 0
          ? new Contender(word, otherwise)
          : new Contender(word.substring(0, at), word.substring(at + 1));
    }

    /** Technology and variant, as {@code --protocol} takes them. */
    public String word() {
      return technology + "@" + variant;
    }

    /** The same, the variant only where it is another than the example's. */
    public String name() {
      return variant.equals(Point.EXAMPLE) ? technology : technology + "@" + variant;
    }

    /** The name, and what else tells it from others, for a person. */
    @Override
    public String toString() {
      return own.values().isEmpty() ? name() : name() + " (" + own + ")";
    }
  }

  /** Whether its points are timed: then the request axis counts no requests. */
  public boolean isTimed() {
    return dimensions.has(Dimension.DURATION);
  }

  /** Whether its points are offered a load, whatever becomes of it. */
  public boolean isOpen() {
    return !loads.isEmpty();
  }

  /**
   * What a repetition is offered: the same as every other technology, drawn from a seed of its own.
   */
  public OfferedLoad load(int place, int repetition) {
    OfferedLoad load = loads.get(place - 1);
    return load.drawnFrom(load.seed() + repetition);
  }

  /** Whether what stands further on the request axis is a larger one of the same load. */
  public boolean hasSteps() {
    return loads.isEmpty() && payloads.isEmpty();
  }

  /**
   * What calls of a point carry, as {@code --payload} takes it; null where all points share that.
   */
  public @Nullable String payload(int place) {
    return payloads.isEmpty() ? null : payloads.get(place - 1);
  }

  /** What a place on the request axis is, for a person; empty where it means nothing. */
  public String where(String before, int place) {
    String payload = payload(place);
    return isTimed()
        ? payload == null ? "" : ", " + payload
        : isOpen()
            ? ", %s after %d s"
                .formatted(loads.get(place - 1), loads.get(place - 1).warmupSeconds())
            : before + place + " requests";
  }

  /** How long the timed loop of its points goes; null where they are counted. */
  public @Nullable TimedLoad timed() {
    return isTimed() ? point(contenders.get(0), 1, 1).timed() : null;
  }

  /**
   * The point of a contender; its first repetition. Of an open grid the calls are what the rate
   * makes: a random shape may draw some more or less.
   */
  public Point point(Contender contender, int threadNum, int requestNum) {
    if (isOpen()) {
      OfferedLoad load = loads.get(requestNum - 1);
      return new Point(
          contender.technology(),
          contender.variant(),
          threadNum,
          Math.multiplyExact(load.rate(), load.seconds()),
          mode,
          0,
          load,
          dimensions.with(contender.own()).with(Dimension.LOAD_WARMUP, load.warmupSeconds() + "s"));
    }
    String payload = payload(requestNum);
    return new Point(
        contender.technology(),
        contender.variant(),
        threadNum,
        isTimed() ? 0 : requestNum,
        mode,
        0,
        null,
        (payload == null ? dimensions : dimensions.with(Dimension.PAYLOAD, payload))
            .with(contender.own()));
  }

  /** Program executions in all; -1 where an end is open. */
  public long executions() {
    return threads.isOpenEnded() || requests.isOpenEnded()
        ? -1
        : (long) threads.size() * requests.size() * contenders.size() * repetitions();
  }

  /** The contenders of one round at one point, in the order to measure them. */
  public List<Contender> round(int threadNum, int requestNum, int repetition) {
    long own = order.seed() ^ ((long) threadNum << Integer.SIZE | requestNum);
    return order.technologiesShuffled() ? Rounds.order(contenders, own, repetition) : contenders;
  }

  /** One technology at a thread count and a place on the request axis. */
  public record Cell(Contender contender, int threadNum, int requestNum) {}

  /** Every cell once, in a random order of the round. */
  public List<Cell> shuffled(int repetition) {
    List<Cell> cells = new ArrayList<>();
    for (int t = 0; t < threads.size(); t++) {
      for (int r = 0; r < requests.size(); r++) {
        for (Contender each : contenders) {
          cells.add(new Cell(each, threads.value(t), requests.value(r)));
        }
      }
    }
    return Rounds.order(cells, order.seed(), repetition);
  }

  /**
   * In which order a sweep takes its points, and how often. Immutable.
   *
   * @param points {@link #PAPER} or {@link #RANDOM}
   * @param repetitions processes that measure each cell, 1 or more
   * @param technologiesShuffled whether the technologies of one point and repetition are in random
   *     order
   */
  public record SweepOrder(
      String points, int repetitions, long seed, boolean technologiesShuffled) {

    /**
     * Threads outside, requests inside, all technologies at each point, shuffled unless a fixed
     * order was asked for. Where cells are repeated, each point has a round for each repetition,
     * its technologies shuffled anew.
     */
    public static final String PAPER = "paper";

    /**
     * Every (point, technology) pair shuffled, so that a drift of the host meets all alike. Where
     * cells are repeated, the whole grid is a round, shuffled anew for each repetition.
     */
    public static final String RANDOM = "random";

    public SweepOrder {
      if (!points.equals(PAPER) && !points.equals(RANDOM)) {
        throw new IllegalArgumentException(
            "'" + points + "' is no order: paper or random expected");
      }
      if (repetitions < 1 || repetitions > Point.MAX_REPETITIONS) {
        throw new IllegalArgumentException(
            "%d repetitions: 1 to %d expected".formatted(repetitions, Point.MAX_REPETITIONS));
      }
    }

    public boolean isRandom() {
      return points.equals(RANDOM);
    }

    SweepOrder withRepetitions(int rounds) {
      return new SweepOrder(points, rounds, seed, technologiesShuffled);
    }
  }
}
