package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Sample;
import io.rpcstress.analysis.model.OpenResult;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Latency;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code greet} in an open loop of 100 calls a second for a minute, as published in 2020. */
final class GreetRateSection extends PublishedSection {

  private static final String GREET = "greet";
  private static final int RATE_PER_SECOND = 100;
  private static final int SECONDS = 60;
  private static final double MICROS_PER_MILLI = 1_000;

  GreetRateSection() {
    super("greet-rate");
  }

  @Override
  public List<String> notes(SweepData data) {
    return List.of(
        source()
            + ". Response time: from when a call was due. The published arrivals were bursts at whole"
            + " seconds; each kind of arrivals measured here is compared by itself.",
        summary(data));
  }

  @Override
  public boolean isIn(SweepData data) {
    return data.openRuns().stream().anyMatch(GreetRateSection::isOfExperiment);
  }

  private static boolean isOfExperiment(OpenResult run) {
    return run.point().operation().equals(GREET)
        && run.offered().rate() == RATE_PER_SECOND
        && run.offered().seconds() == SECONDS;
  }

  /** Processes of the same load; seeds and repetitions are what differs between them. */
  @Override
  List<Measured> measured(SweepData data) {
    Map<String, List<OpenResult>> groups = new LinkedHashMap<>();
    data.openRuns().stream()
        .filter(GreetRateSection::isOfExperiment)
        .forEach(
            run ->
                groups
                    .computeIfAbsent(technology(run) + "\0" + setup(run), k -> new ArrayList<>())
                    .add(run));
    return groups.values().stream().map(GreetRateSection::ofProcesses).toList();
  }

  private static String technology(OpenResult run) {
    return run.point().directoryName();
  }

  private static String setup(OpenResult run) {
    String dimensions = run.point().dimensions().toString();
    return run.offered().shape().label()
        + " arrivals, "
        + (run.offered().warmupSeconds() == 0
            ? "no warm-up"
            : run.offered().warmupSeconds() + " s of warm-up")
        + (dimensions.isEmpty() ? "" : ", " + dimensions);
  }

  private static Measured ofProcesses(List<OpenResult> runs) {
    Map<String, Sample> samples = new HashMap<>();
    add(samples, "median", runs, Latency::p50Us);
    add(samples, "p90", runs, Latency::p90Us);
    add(samples, "slowest", runs, Latency::maxUs);
    TreeSet<String> against = new TreeSet<>();
    runs.forEach(
        run ->
            run.flags().stream()
                .filter(f -> Flag.of(f).filter(Flag::invalidatesLatencies).isPresent())
                .forEach(against::add));
    return new Measured(
        technology(runs.get(0)),
        setup(runs.get(0)),
        samples,
        against.isEmpty() ? "" : "flagged " + String.join(", ", against));
  }

  private static void add(
      Map<String, Sample> samples,
      String quantity,
      List<OpenResult> runs,
      Function<Latency, @Nullable Double> what) {
    double[] values = new double[runs.size()];
    for (int i = 0; i < values.length; i++) {
      Double us = what.apply(runs.get(i).response());
      if (us == null || !(us > 0)) {
        return;
      }
      values[i] = us / MICROS_PER_MILLI;
    }
    samples.put(quantity, Sample.of(technology(runs.get(0)), values));
  }
}
