package io.rpcstress.analysis.model;

import io.rpcstress.measure.Latency;
import io.rpcstress.measure.record.ProbeRecord;
import io.rpcstress.measure.record.SearchRecord;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The search for the highest rate at which a technology holds an objective. Immutable.
 *
 * @param technology which one
 * @param variant of it
 * @param slo the objective as it was given, for example {@code p99=10ms}
 * @param sustainableRate calls/s; null where none was found
 * @param ending how the search ended, in its own word
 * @param boundReached whether the maximum may be higher, since a bound ended the search
 * @param confirmationsHeld repeated probes of the found rate that held
 * @param confirmations repeated probes of the found rate
 * @param failure why there is no result; null unless it failed
 * @param shape of the load
 * @param durationSeconds of every probe
 * @param probes in the order of time
 */
public record RateSearch(
    String technology,
    String variant,
    String slo,
    @Nullable Integer sustainableRate,
    String ending,
    boolean boundReached,
    int confirmationsHeld,
    int confirmations,
    @Nullable String failure,
    String shape,
    int durationSeconds,
    List<Probe> probes) {

  /** Copies the list. */
  public RateSearch {
    probes = List.copyOf(probes);
  }

  /** What is shown of a search. */
  public static RateSearch of(SearchRecord search) {
    return new RateSearch(
        search.technology(),
        search.variant(),
        search.slo(),
        search.sustainableRate(),
        search.ending(),
        search.boundReached(),
        search.confirmationsHeld(),
        search.confirmations(),
        search.failure(),
        search.shape(),
        search.durationSeconds(),
        search.probes().stream().map(RateSearch::probe).toList());
  }

  private static Probe probe(ProbeRecord probe) {
    Latency response = Objects.requireNonNullElse(probe.response(), Latency.UNKNOWN);
    return new Probe(
        probe.number(),
        probe.stage(),
        probe.rate(),
        probe.holds(),
        String.join(", ", probe.violated()),
        probe.offeredPerSecond(),
        probe.achievedPerSecond(),
        probe.goodputPerSecond(),
        response.p50Us(),
        response.p99Us(),
        response.p999Us());
  }

  /**
   * One load that was tried.
   *
   * @param number from 1, in the order of time
   * @param stage what it was for, in the search's own word
   * @param rate calls/s that were asked for
   * @param holds whether it held the objective
   * @param violated what it violated; empty where it held
   * @param offeredPerSecond calls/s that the schedule had; null where the probe was cut short
   * @param achievedPerSecond good replies/s
   * @param goodputPerSecond good replies within the objective, per second of the schedule
   * @param p50Us median response time, us
   * @param p99Us 99th percentile of it, us
   * @param p999Us 99.9th percentile of it, us
   */
  public record Probe(
      int number,
      String stage,
      int rate,
      boolean holds,
      String violated,
      @Nullable Double offeredPerSecond,
      @Nullable Double achievedPerSecond,
      @Nullable Double goodputPerSecond,
      @Nullable Double p50Us,
      @Nullable Double p99Us,
      @Nullable Double p999Us) {

    /** Whether a flag took it out: its rate was offered again, and it says nothing. */
    public boolean isTakenOut() {
      return stage.equals(ProbeRecord.REPEATED);
    }
  }

  /** The probes that say something: those that no flag took out. */
  public List<Probe> answers() {
    return probes.stream().filter(probe -> !probe.isTakenOut()).toList();
  }

  /**
   * Whether no rate was violated below one that held. Where one was, the objective is not a matter
   * of the rate alone.
   */
  public boolean monotone() {
    int held = answers().stream().filter(Probe::holds).mapToInt(Probe::rate).max().orElse(0);
    return answers().stream().allMatch(probe -> probe.holds() || probe.rate() >= held);
  }

  /** The last probe of the sustainable rate that held. */
  public Optional<Probe> sustained() {
    return probes.stream()
        .filter(p -> sustainableRate != null && p.rate() == sustainableRate && p.holds())
        .reduce((earlier, later) -> later);
  }

  /** The lowest rate above the sustainable one that did not hold. */
  public Optional<Probe> beyond() {
    return answers().stream()
        .filter(p -> !p.holds() && (sustainableRate == null || p.rate() > sustainableRate))
        .min(java.util.Comparator.comparingInt(Probe::rate));
  }
}
