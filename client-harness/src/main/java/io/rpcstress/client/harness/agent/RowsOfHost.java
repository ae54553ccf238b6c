package io.rpcstress.client.harness.agent;

import io.rpcstress.contract.PrintableText;
import io.rpcstress.engine.load.PartResult;
import io.rpcstress.engine.point.ForwardingListener;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.measure.RunCsv.BadRow;
import io.rpcstress.measure.ServiceRow;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What one host's client says of its share, told as rows of the whole point, with starts by this
 * host's clock. Throws {@link IllegalStateException} for more runs than were ordered, and for rows
 * that could not be read again. Confined to the thread that hears it.
 */
final class RowsOfHost implements ForwardingListener {

  /** More than a client has of one point. */
  private static final int MAX_WARNINGS = 100;

  private final PointListener listener;
  private final Point whole;
  private final int maxRuns;
  private final Supplier<ClockOffset> offset;
  private int runs;
  private int warnings;

  RowsOfHost(PointListener listener, Point whole, int maxRuns, Supplier<ClockOffset> offset) {
    this.listener = listener;
    this.whole = whole;
    this.maxRuns = maxRuns;
    this.offset = offset;
  }

  @Override
  public List<PointListener> listeners() {
    return List.of(listener);
  }

  @Override
  public Run passed(Run run) {
    if (++runs > maxRuns) {
      throw new IllegalStateException(
          "its client sent more than the %d runs ordered".formatted(maxRuns));
    }
    return complete(
        () -> {
          Run told = run.of(whole).startedAt(offset.get().here(run.startedAt()));
          ReadableRow.check(told);
          return told;
        });
  }

  @Override
  public void open(OpenRun open, Histogram response, Histogram service) {
    OpenRun told =
        complete(
            () -> {
              OpenRun row = open.with(passed(open.run()));
              ReadableRow.check(row);
              return row;
            });
    listener.open(told, response, service);
  }

  /** Whoever reads a row from text does not see that parts of it are missing. */
  private static <R> R complete(Supplier<R> row) {
    try {
      return row.get();
    } catch (NullPointerException e) {
      throw new IllegalStateException("a row of which parts are missing", e);
    }
  }

  @Override
  public void services(List<ServiceRow> rows) {
    ReadableRow.check(rows);
    listener.services(rows);
  }

  /** Other hosts measure no mix. */
  @Override
  public void parts(List<PartResult> parts) {}

  /** Of those beyond a limit nobody hears. */
  @Override
  public void warning(String line) {
    if (++warnings <= MAX_WARNINGS) {
      listener.warning(HostAgent.printable(line));
    }
  }

  @Override
  public void failed(PointFailure failure) {
    Map<String, Long> kinds = new TreeMap<>();
    failure
        .failures()
        .forEach((kind, count) -> kinds.merge(HostAgent.printable(kind), count, Long::sum));
    listener.failed(
        new PointFailure(failure.cause(), HostAgent.printable(failure.detail()), kinds));
  }

  /**
   * Whether a row that another host has sent can be read again once it is in a file, and be shown
   * to a person. Stateless.
   */
  static final class ReadableRow {

    private static final int MAX_TEXT = 200;

    /** Nothing is read from there. */
    private static final Path NO_FILE = Path.of("row");

    private ReadableRow() {}

    static void check(Run run) {
      if (!run.conditions().loop().equals(Conditions.OPEN)) {
        try {
          checkNone(RunCsv.parse(NO_FILE, RunCsv.format(List.of(run))).bad());
        } catch (IllegalArgumentException e) {
          throw new IllegalStateException("not a row: " + e.getMessage(), e);
        }
      }
      boolean plain =
          Stream.of(
                      run.conditions().operation(),
                      run.conditions().loop(),
                      run.conditions().connectionPolicy(),
                      run.cost().wire().countedBy(),
                      run.circumstances().serverProcess(),
                      run.circumstances().serverAddress())
                  .allMatch(ReadableRow::isPlain)
              && run.flags().stream().allMatch(flag -> Flag.of(flag).isPresent());
      if (!plain) {
        throw new IllegalStateException("a row has a word or a flag that no client writes");
      }
    }

    static void check(OpenRun open) {
      checkNone(RunCsv.parseOpen(NO_FILE, RunCsv.format(open)).bad());
    }

    static void check(List<ServiceRow> services) {
      try {
        var unused = ServiceRow.parse(ServiceRow.csv(services));
      } catch (IllegalArgumentException e) {
        throw new IllegalStateException("not rows of services: " + e.getMessage(), e);
      }
      if (!services.stream().allMatch(each -> isTime(each.cpuMs()) && isTime(each.workMs()))) {
        throw new IllegalStateException("a service's row has a time that is negative or infinite");
      }
    }

    private static void checkNone(List<BadRow> bad) {
      if (!bad.isEmpty()) {
        throw new IllegalStateException("not a row: " + bad.get(0).problem());
      }
    }

    private static boolean isTime(@Nullable Double millis) {
      return millis == null || (Double.isFinite(millis) && millis >= 0);
    }

    private static boolean isPlain(@Nullable String text) {
      return text == null || PrintableText.of(text, MAX_TEXT).equals(text);
    }
  }

  /**
   * How far another host's clocks are ahead of this one's, by a question and its answer: the other
   * host is taken to have read its clocks in the middle of the round trip. It cannot be further
   * from the truth than half of that.
   */
  record ClockOffset(long nanos, Duration wall, long roundTripNanos) {

    private static final double NANOS_PER_MILLI = 1e6;

    /** No other host: its clocks are this one's. */
    static final ClockOffset NONE = new ClockOffset(0, Duration.ZERO, 0);

    /**
     * The offset by one round trip.
     *
     * @param sent this host's monotonic clock at the question, ns
     * @param answered its monotonic clock at the answer, ns
     * @param there the other host's monotonic clock in between, ns
     */
    static ClockOffset of(
        long sent, Instant sentWall, long answered, long there, Instant thereWall) {
      long half = (answered - sent) / 2;
      return new ClockOffset(
          there - (sent + half),
          Duration.between(sentWall.plusNanos(half), thereWall),
          answered - sent);
    }

    /** The one of several round trips that was the shortest: it knows best. */
    static ClockOffset best(Collection<ClockOffset> some) {
      return some.stream().min(Comparator.comparingLong(ClockOffset::roundTripNanos)).orElseThrow();
    }

    /** An instant of this host's monotonic clock as the other's has it, ns. */
    long there(long here) {
      return here + nanos;
    }

    /** An instant of the other's wall clock as this host's has it. */
    Instant here(Instant there) {
      return there.minus(wall);
    }

    /** How far from the truth it can be, ms. */
    double uncertainMs() {
      return roundTripNanos / (2 * NANOS_PER_MILLI);
    }
  }
}
