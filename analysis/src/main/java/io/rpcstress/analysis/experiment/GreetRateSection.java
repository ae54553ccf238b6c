package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.OfferedLabels;
import io.rpcstress.analysis.answer.Sample;
import io.rpcstress.analysis.model.OpenResult;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Flag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
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
    List<String> notes = new ArrayList<>();
    notes.add(
        source()
            + ". Response time: from when a call was due. The published arrivals were bursts at whole"
            + " seconds, their sizes binomial, as random-bursts are here; each kind of arrivals"
            + " measured here is compared by itself.");
    String lengths =
        data.openRuns().stream()
            .filter(GreetRateSection::isOfExperiment)
            .map(run -> run.offered().seconds())
            .filter(seconds -> seconds != SECONDS)
            .distinct()
            .sorted()
            .map(seconds -> seconds + " s")
            .collect(Collectors.joining(", "));
    if (!lengths.isEmpty()) {
      notes.add(
          "Scaled down: calls were counted for "
              + lengths
              + ", not for the published 60 s. Its p90 and slowest are of fewer calls, and what"
              + " comes first in a process weighs more.");
    }
    notes.add(summary(data));
    return List.copyOf(notes);
  }

  @Override
  List<Table> further(Published published, List<Measured> measured) {
    return List.of(
        OverEach.of(id(), published, published.technologies().get(0), "median", measured));
  }

  @Override
  public boolean isIn(SweepData data) {
    return data.openRuns().stream().anyMatch(GreetRateSection::isOfExperiment);
  }

  private static boolean isOfExperiment(OpenResult run) {
    return run.point().operation().equals(GREET) && run.offered().rate() == RATE_PER_SECOND;
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
    String dimensions =
        run.point().dimensions().with(Dimension.LOAD_WARMUP, "").toString(); // said by the load
    return run.offered().shape().label()
        + " arrivals, "
        + OfferedLabels.warmup(run.offered())
        + (run.offered().seconds() == SECONDS
            ? ""
            : ", %d s of the published %d s".formatted(run.offered().seconds(), SECONDS))
        + (dimensions.isEmpty() ? "" : ", " + dimensions);
  }

  private static Measured ofProcesses(List<OpenResult> runs) {
    Map<String, Sample> samples = new HashMap<>();
    add(samples, "fastest", runs, OpenResult::fastestUs);
    add(samples, "median", runs, run -> run.response().p50Us());
    add(samples, "p90", runs, run -> run.response().p90Us());
    add(samples, "slowest", runs, run -> run.response().maxUs());
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
      Function<OpenResult, @Nullable Double> what) {
    SortedMap<Integer, Sample.Measured> byRound = new TreeMap<>();
    for (OpenResult run : runs) {
      Double us = what.apply(run);
      if (us == null || !(us > 0)) {
        return;
      }
      byRound.put(
          run.point().repetition(), new Sample.Measured(run.server(), us / MICROS_PER_MILLI));
    }
    samples.put(quantity, new Sample(technology(runs.get(0)), byRound));
  }
}
