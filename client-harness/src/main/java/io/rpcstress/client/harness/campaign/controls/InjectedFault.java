package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.TargetWidth;
import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A small fault must be found, and be found about as large as it is: the interval of the time ratio
 * excludes 1, and that of the size reaches into what was injected. One thread, in a timed loop: a
 * second one would wait for the processor that the first one's delay holds, and add that too.
 *
 * <p>Rounds are added until the interval is so narrow that it cannot both span 1 and reach the
 * injected size. Where a sound harness misses it by chance, as one in twenty does, a second
 * measurement with another seed decides.
 *
 * @param scale how much is measured
 * @param fault of the second side: a slowdown or a delay
 * @param delayed measures the second side where its server has the fault; null where the client has
 *     it
 * @param pace what the client does in every call of both sides, beside that
 */
record InjectedFault(Scale scale, Fault fault, @Nullable Rig delayed, Fault pace)
    implements Control {

  /** How much longer each call takes, in percent of its own time. */
  static final int SHARE_PERCENT = 5;

  /** How much longer each call takes, us. */
  static final int ADDED_MICROS = 50;

  /**
   * How far from its size a fault may be found, as a share of it: reading the clock takes its time,
   * and a call after a pause meets colder caches and a server that sleeps.
   */
  private static final double TOLERANCE = 0.1;

  private static final double PERCENT = 100;

  /** With what a call itself takes, about a millisecond. */
  private static final Duration PACE = Duration.of(900, ChronoUnit.MICROS);

  /** Each call takes {@link #SHARE_PERCENT} of its time longer, on the client. */
  static InjectedFault share(Scale scale) {
    return new InjectedFault(scale, Fault.slowdown(SHARE_PERCENT), null, Fault.NONE);
  }

  /** Each call takes {@link #ADDED_MICROS} longer, on the client. */
  static InjectedFault micros(Scale scale) {
    return new InjectedFault(scale, delay(), null, Fault.NONE);
  }

  /** Each call takes {@link #ADDED_MICROS} longer, on the server that this rig calls. */
  static InjectedFault serverMicros(Scale scale, Rig delayed) {
    return new InjectedFault(scale, delay(), delayed, Fault.NONE);
  }

  /**
   * The same where the calls of both sides take about a millisecond, so that it is about {@link
   * #SHARE_PERCENT} of them: a server does not know how long its client waits.
   */
  static InjectedFault serverShare(Scale scale, Rig delayed) {
    return new InjectedFault(scale, delay(), delayed, Fault.delay(PACE));
  }

  private static Fault delay() {
    return new Fault(Fault.Kind.DELAY, TimeUnit.MICROSECONDS.toNanos(ADDED_MICROS), 0);
  }

  @Override
  public String name() {
    return (isShare() || isPaced() ? "injected-5-percent" : "injected-50-us")
        + (delayed == null ? "" : "-server");
  }

  @Override
  public String claim() {
    return "injected %s in every call %s found"
        .formatted(
            isShare() || isPaced() ? SHARE_PERCENT + " %" : ADDED_MICROS + " us",
            delayed == null ? "are" : "of the server are");
  }

  private boolean isPaced() {
    return !pace.equals(Fault.NONE);
  }

  private boolean isShare() {
    return fault.kind() == Fault.Kind.SLOWDOWN;
  }

  @Override
  public Finding examine(Rig rig) throws NoResultException, IOException, InterruptedException {
    Measured first = measure(rig, scale.seed());
    Map<String, Object> numbers = new LinkedHashMap<>();
    String said = first.text(numbers);
    if (first.isFound() || !first.ended().isNarrow()) {
      return new Finding(first.isFound(), said, numbers);
    }
    Measured second = measure(rig, scale.otherSeed());
    Map<String, Object> again = new LinkedHashMap<>();
    said =
        "%s, as one in twenty does by chance; again, which decides: %s"
            .formatted(said, second.text(again));
    numbers.put("second", again);
    return new Finding(second.isFound(), said, numbers);
  }

  private Measured measure(Rig rig, long seed)
      throws NoResultException, IOException, InterruptedException {
    Trial sound = Trial.timed(pace, 1, scale.load());
    Rig other = delayed;
    Side faulty =
        other == null ? new Side(rig, Trial.timed(fault, 1, scale.load())) : new Side(other, sound);
    Sides sides = new Sides(new Side(rig, sound), faulty, seed);
    return new Measured(sides, new ToSize(sides, this).untilNarrow(scale), isShare());
  }

  /** Goes on until the injected size can be told from none. */
  private record ToSize(Sides sides, InjectedFault control) implements Comparison {

    @Override
    public void addRound(int round) throws NoResultException, IOException, InterruptedException {
      sides.addRound(round);
    }

    @Override
    public Interval ratio() {
      return sides.timeRatio();
    }

    @Override
    public double targetWidth() {
      double injected =
          control.isShare() ? SHARE_PERCENT / PERCENT : ADDED_MICROS / sides.soundMicros();
      return Math.min(TargetWidth.CONTROL, 1 + injected);
    }
  }

  /** What one measurement gave. */
  private record Measured(Sides sides, Comparison.Ended ended, boolean isShare) {

    boolean isFound() {
      double injected = isShare ? SHARE_PERCENT : ADDED_MICROS;
      Interval size = size();
      return ended.isNarrow()
          && ended.ratio().low() > 1
          && size.low() <= injected * (1 + TOLERANCE)
          && size.high() >= injected * (1 - TOLERANCE);
    }

    /** What is found of the fault, in its own unit. */
    private Interval size() {
      Interval ratio = ended.ratio();
      return isShare
          ? new Interval(percent(ratio.value()), percent(ratio.low()), percent(ratio.high()))
          : sides.addedMicros();
    }

    private static double percent(double ratio) {
      return PERCENT * (ratio - 1);
    }

    String text(Map<String, Object> numbers) {
      Interval size = size();
      Interval ratio = ended.ratio();
      numbers.put(isShare ? "addedPercent" : "addedUs", size.value());
      numbers.put(isShare ? "addedLowPercent" : "addedLowUs", size.low());
      numbers.put(isShare ? "addedHighPercent" : "addedHighUs", size.high());
      numbers.put("timeRatio", ratio.value());
      numbers.put("low", ratio.low());
      numbers.put("high", ratio.high());
      numbers.put("processesASide", ended.rounds());
      numbers.put("narrow", ended.isNarrow());
      return String.format(
          Locale.ROOT,
          "%d processes a side, added %.2f %s (%.2f to %.2f; %d injected), time ratio %.3f (%.3f to"
              + " %.3f): %s (%s)%s; %s",
          ended.rounds(),
          size.value(),
          isShare ? "%" : "us",
          size.low(),
          size.high(),
          isShare ? SHARE_PERCENT : ADDED_MICROS,
          ratio.value(),
          ratio.low(),
          ratio.high(),
          ratio.verdict().label(),
          ended.why(),
          ended.isNarrow() ? "" : "; too wide to find it: a quieter host, or a longer --budget",
          NeededProcesses.of(sides).text(numbers));
    }
  }
}
