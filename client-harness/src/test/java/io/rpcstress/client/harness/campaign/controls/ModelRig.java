package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.client.harness.campaign.controls.Rig.Trial;
import io.rpcstress.client.harness.process.Gathered;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Circumstances;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SelfWatch;
import io.rpcstress.measure.TimedLoad;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * A harness on a model host, on which processes spread by 2 % unless told otherwise, and nothing is
 * noisy by accident: no test of a verdict may depend on the machine.
 */
final class ModelRig implements Rig {

  private static final double SOUND_MICROS = 100;
  private static final double NANOS_PER_MICRO = 1e3;

  private final Random random;
  private ToDoubleFunction<Trial> addedMicros = ModelRig::injected;
  private double spread = 0.02;
  private boolean busy;
  private Set<String> flagsWhenBusy = Set.of("client-cpu");
  int measured;

  ModelRig() {
    this(5);
  }

  /** A host on which processes spread otherwise. */
  ModelRig(long seed) {
    random = new Random(seed);
  }

  /** What the fault of a trial adds to a call of this host, us. */
  static double injected(Trial trial) {
    return switch (trial.fault().kind()) {
      case DELAY -> trial.fault().size() / NANOS_PER_MICRO;
      case SLOWDOWN -> SOUND_MICROS * trial.fault().size() / 100;
      default -> 0;
    };
  }

  /** How much processes spread: the standard deviation of the logarithm. */
  ModelRig spreading(double logarithm) {
    spread = logarithm;
    return this;
  }

  /** What is added to each call, instead of what was injected. */
  ModelRig adding(ToDoubleFunction<Trial> micros) {
    addedMicros = micros;
    return this;
  }

  ModelRig flaggingWhenBusy(String... flags) {
    flagsWhenBusy = Set.of(flags);
    return this;
  }

  /** Keeps the model host busy. */
  Runnable burn() {
    busy = true;
    return () -> busy = false;
  }

  boolean isBusy() {
    return busy;
  }

  @Override
  public Gathered measure(Trial trial) {
    measured++;
    double sound = SOUND_MICROS * Math.exp(spread * random.nextGaussian());
    double micros = sound + addedMicros.applyAsDouble(trial);
    Gathered gathered = new Gathered();
    TimedLoad load = trial.load();
    for (int order = 0; order < (load == null ? trial.runs() : load.windows()); order++) {
      Histogram histogram = new Histogram(3);
      long calls =
          load == null
              ? trial.requests()
              : trial.threads() * (long) (load.window().toNanos() / NANOS_PER_MICRO / micros);
      histogram.recordValueWithCount((long) (micros * NANOS_PER_MICRO), calls);
      gathered.run(
          run(trial, order, (long) (micros * calls / trial.threads()), calls, histogram),
          histogram);
    }
    return gathered;
  }

  private static Point point(Trial trial) {
    TimedLoad load = trial.load();
    return load == null
        ? new Point("tcp", "example", trial.threads(), trial.requests(), RequestMode.TOTAL)
        : Point.timed("tcp", "example", trial.threads(), load);
  }

  private Run run(Trial trial, int order, long micros, long calls, Histogram histogram) {
    return new Run(
        point(trial).repeated(trial.repetition()),
        4,
        order,
        micros,
        CallCounts.allOk(calls),
        null,
        Latency.of(histogram),
        Cost.UNKNOWN,
        new Conditions("greet", 16L, null, Conditions.CLOSED, "per-thread", null),
        new SelfWatch(busy ? 97.0 : 3.0, null, null),
        new TreeSet<>(busy ? flagsWhenBusy : Set.of()),
        Instant.parse("2026-01-02T03:04:05Z"),
        Circumstances.UNKNOWN,
        null);
  }
}
