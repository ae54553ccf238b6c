package io.rpcstress.client.harness.controls;

import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SelfWatch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * A harness on a model host, on which processes spread by 5 % and nothing is noisy by accident: no
 * test of a verdict may depend on the machine.
 */
final class ModelRig implements Rig {

  private static final double SOUND_MICROS = 100;
  private static final double SPREAD = 0.05;
  private static final double NANOS_PER_MICRO = 1e3;

  private final Random random;
  private ToDoubleFunction<Trial> addedMicros =
      trial -> trial.defect().kind() == Defect.Kind.DELAY ? trial.defect().size() / 1e3 : 0;
  private boolean busy;
  private Set<String> flagsWhenBusy = Set.of("client-cpu");
  private Set<String> flagsAlways = Set.of();
  int measured;

  ModelRig() {
    this(5);
  }

  /** A host on which processes spread otherwise. */
  ModelRig(long seed) {
    random = new Random(seed);
  }

  /** What is added to each call, instead of what was planted. */
  ModelRig adding(ToDoubleFunction<Trial> micros) {
    addedMicros = micros;
    return this;
  }

  ModelRig flaggingWhenBusy(String... flags) {
    flagsWhenBusy = Set.of(flags);
    return this;
  }

  ModelRig flaggingAlways(String... flags) {
    flagsAlways = Set.of(flags);
    return this;
  }

  /** Keeps the model host busy. */
  FlaggedShortage.Burning burn() {
    busy = true;
    return () -> busy = false;
  }

  boolean isBusy() {
    return busy;
  }

  @Override
  public Outcome measure(Trial trial) {
    measured++;
    double sound = SOUND_MICROS * Math.exp(SPREAD * random.nextGaussian());
    double micros = sound + addedMicros.applyAsDouble(trial);
    List<Run> runs = new ArrayList<>();
    List<Histogram> latencies = new ArrayList<>();
    for (int order = 0; order < trial.runs(); order++) {
      Histogram histogram = new Histogram(3);
      histogram.recordValueWithCount((long) (micros * NANOS_PER_MICRO), trial.requests());
      latencies.add(histogram);
      runs.add(run(trial, order, (long) (micros * trial.requests() / trial.threads()), histogram));
    }
    return new Outcome(runs, latencies, null);
  }

  private Run run(Trial trial, int order, long micros, Histogram histogram) {
    TreeSet<String> flags = new TreeSet<>(flagsAlways);
    flags.addAll(busy ? flagsWhenBusy : Set.of());
    return new Run(
        new Point("tcp", "example", trial.threads(), trial.requests(), RequestMode.TOTAL)
            .repeated(trial.repetition()),
        4,
        order,
        micros,
        CallCounts.allOk(trial.requests()),
        null,
        Latency.of(histogram),
        Cost.UNKNOWN,
        new Conditions("greet", 16L, Conditions.CLOSED, "per-thread", null),
        new SelfWatch(busy ? 97.0 : 3.0, null, null),
        flags,
        Instant.parse("2026-01-02T03:04:05Z"));
  }
}
