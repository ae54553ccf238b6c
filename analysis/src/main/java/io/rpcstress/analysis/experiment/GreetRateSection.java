package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.OfferedLabels;
import io.rpcstress.analysis.answer.Sample;
import io.rpcstress.analysis.experiment.Published.Technology;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.analysis.model.Words;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.Entry;
import io.rpcstress.analysis.table.Heading;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Latency;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code greet} in an open loop of 100 calls a second for a minute, as published in 2020. */
final class GreetRateSection {

  private static final String ID = "greet-rate";
  private static final Published PUBLISHED = Published.load(ID);

  static final ExperimentSection SECTION =
      ExperimentSection.of(ID, PUBLISHED, GreetRateSection::isIn, GreetRateSection::tables)
          .filled(GreetRateSection::filled);

  private static final String GREET = "greet";
  private static final String MEDIAN = "median";
  private static final int RATE_PER_SECOND = 100;
  private static final int SECONDS = 60;
  private static final double MICROS_PER_MILLI = 1_000;

  private GreetRateSection() {}

  private static Words filled(Words words, SweepData data) {
    String lengths =
        data.open().stream()
            .filter(GreetRateSection::isOfExperiment)
            .map(run -> run.offered().seconds())
            .filter(seconds -> seconds != SECONDS)
            .distinct()
            .sorted()
            .map(seconds -> seconds + " s")
            .collect(Collectors.joining(", "));
    return words
        .when("scaled", !lengths.isEmpty())
        .with("lengths", lengths)
        .with("summary", PublishedTables.summary(PUBLISHED, measured(data)));
  }

  private static List<Table> tables(SweepData data) {
    List<Measured> measured = measured(data);
    List<Table> all = new ArrayList<>(PublishedTables.of(ID, PUBLISHED, measured));
    all.add(overEach(measured));
    return all;
  }

  /**
   * The publication's first technology over each that was measured. Variants and technologies that
   * the publication lacks stand in it, too.
   */
  private static Table overEach(List<Measured> measured) {
    Technology first = PUBLISHED.technologies().get(0);
    String above = first.measuredAs(measured);
    List<Over> rows =
        measured.stream()
            .flatMap(
                below ->
                    measured.stream()
                        .filter(m -> m.technology().equals(above))
                        .filter(m -> m.setup().equals(below.setup()))
                        .limit(1)
                        .map(m -> new Over(m, below)))
            .toList();
    return new Columns<Over>()
        .add("technology", row -> row.below().technology())
        .add("setup", row -> row.below().setup())
        .add(
            Heading.marked("published"),
            row ->
                PublishedTables.ratio(
                    PUBLISHED.technologies().stream()
                        .filter(t -> t.measuredAs(measured).equals(row.below().technology()))
                        .mapToDouble(t -> PUBLISHED.ratio(first, t, MEDIAN))
                        .findFirst()
                        .orElse(Double.NaN)))
        .add(Heading.marked("here"), Over::here)
        .add(Heading.range("95 % interval"), row -> PublishedTables.interval(row.ratio()))
        .add("caveat", row -> row.above().caveatWith(row.below()))
        .table(
            ExperimentSection.words("greet-rate-over-each")
                .with("quantity", MEDIAN)
                .with("technology", above),
            rows);
  }

  private record Over(Measured above, Measured below) {

    boolean isItself() {
      return above.technology().equals(below.technology());
    }

    Estimate ratio() {
      int salt = (above.technology() + below.technology() + above.setup()).hashCode();
      return isItself() ? Estimate.NOTHING : above.by(below, MEDIAN, salt);
    }

    Entry here() {
      return PublishedTables.number(isItself() ? 1 : ratio().value(), "not recorded");
    }
  }

  private static boolean isIn(SweepData data) {
    return data.open().stream().anyMatch(GreetRateSection::isOfExperiment);
  }

  private static boolean isOfExperiment(Cell run) {
    return run.point().operation().equals(GREET) && run.offered().rate() == RATE_PER_SECOND;
  }

  /** Processes of the same load; seeds and repetitions are what differs between them. */
  private static List<Measured> measured(SweepData data) {
    return data.open().stream()
        .filter(GreetRateSection::isOfExperiment)
        .map(GreetRateSection::ofProcesses)
        .toList();
  }

  private static String setup(Cell run) {
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

  private static Measured ofProcesses(Cell cell) {
    Map<String, Sample> samples = new HashMap<>();
    add(samples, "fastest", cell, Latency::minUs);
    add(samples, MEDIAN, cell, Latency::p50Us);
    add(samples, "p90", cell, Latency::p90Us);
    add(samples, "slowest", cell, Latency::maxUs);
    Set<String> against = cell.leftOut().keySet();
    return new Measured(
        cell.point().directoryName(),
        setup(cell),
        samples,
        against.isEmpty() ? "" : "flagged " + String.join(", ", against));
  }

  /** Of all processes: flags say so beside the number. */
  private static void add(
      Map<String, Sample> samples,
      String quantity,
      Cell cell,
      Function<Latency, @Nullable Double> what) {
    Sample found =
        Sample.of(
            cell.unjudged(),
            process -> Unknown.orNaN(what.apply(process.offered().response())) / MICROS_PER_MILLI);
    if (found.size() > 0) {
      samples.put(quantity, found);
    }
  }
}
