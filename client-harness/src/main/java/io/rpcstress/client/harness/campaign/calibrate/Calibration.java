package io.rpcstress.client.harness.campaign.calibrate;

import io.rpcstress.client.harness.campaign.calibrate.CalibrationItem.Floor;
import io.rpcstress.client.harness.campaign.repeat.MedianRange;
import io.rpcstress.client.harness.host.LinkReading;
import io.rpcstress.engine.load.ClockReading;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.record.CalibrationRecord;
import io.rpcstress.measure.record.CalibrationRecord.Spread;
import io.rpcstress.measure.record.CalibrationRecord.Warmth;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What a calibration found.
 *
 * @param at when it began
 * @param seed of the order of its processes
 * @param rounds that are whole: processes that each item has had at least
 * @param clock of this host
 * @param link between the hosts
 * @param readings of each item, one a process; an item without any is not there
 * @param gates what the harness takes of a run, by threads, then by calls
 */
public record Calibration(
    Instant at,
    long seed,
    int rounds,
    ClockReading clock,
    LinkReading link,
    Map<CalibrationItem, List<CalibrationReading>> readings,
    List<Gate> gates) {

  private static final double NANOS_PER_MICRO = 1e3;

  /** Significant digits of latencies, as the runs have. */
  private static final int DIGITS = 3;

  /** The higher floor at a thread count: no technology on sockets will pass it by much. */
  public record Ceiling(int threads, Floor floor, double callsPerSecond) {}

  public Calibration {
    Map<CalibrationItem, List<CalibrationReading>> copy = new LinkedHashMap<>();
    readings.forEach((item, list) -> copy.put(item, List.copyOf(list)));
    readings = java.util.Collections.unmodifiableMap(copy);
    gates =
        gates.stream()
            .sorted(Comparator.comparing(Gate::threads).thenComparing(Gate::requests))
            .toList();
  }

  /** CPU time of a call that stays in the process, ns; null where it was not measured. */
  public @Nullable MedianRange nullCpuNs() {
    return spread(
        CalibrationItem.NULL,
        reading -> {
          Double micros = reading.clientCpuUs();
          return micros == null ? null : (Double) (micros * NANOS_PER_MICRO);
        });
  }

  /** Bytes allocated by such a call; null where it was not measured. */
  public @Nullable MedianRange nullBytes() {
    return spread(CalibrationItem.NULL, CalibrationReading::clientBytes);
  }

  public @Nullable MedianRange spread(
      CalibrationItem item, Function<CalibrationReading, @Nullable Double> value) {
    return MedianRange.of(used(item), value);
  }

  public int processes(CalibrationItem item) {
    return used(item).size();
  }

  private List<CalibrationReading> used(CalibrationItem item) {
    return readings.getOrDefault(item, List.of());
  }

  public Latency latency(CalibrationItem item) {
    Histogram all = new Histogram(DIGITS);
    used(item).forEach(each -> all.add(each.latencies()));
    return Latency.of(all);
  }

  /** The floors that were measured, by floor, then by threads. */
  public List<CalibrationItem> floors() {
    return readings.keySet().stream()
        .filter(item -> item.floor() != Floor.NONE)
        .sorted(
            Comparator.comparing(CalibrationItem::floor).thenComparing(CalibrationItem::threads))
        .toList();
  }

  /** The higher floor of each thread count, by threads. */
  public List<Ceiling> ceilings() {
    List<Ceiling> ceilings = new ArrayList<>();
    floors().stream()
        .map(CalibrationItem::threads)
        .distinct()
        .sorted()
        .forEach(threads -> ceiling(threads).ifPresent(ceilings::add));
    return ceilings;
  }

  private Optional<Ceiling> ceiling(int threads) {
    Ceiling best = null;
    for (CalibrationItem item : floors()) {
      MedianRange rate = spread(item, CalibrationReading::callsPerSecond);
      if (item.threads() == threads
          && rate != null
          && (best == null || rate.median() > best.callsPerSecond())) {
        best = new Ceiling(threads, item.floor(), rate.median());
      }
    }
    return Optional.ofNullable(best);
  }

  /** What makes its numbers doubtful, one word each. */
  public SortedSet<String> flags() {
    SortedSet<String> flags = new TreeSet<>();
    readings.keySet().forEach(item -> used(item).forEach(each -> flags.addAll(each.flags())));
    return flags;
  }

  /** As it stands in sweep.json: numbers, and null where unknown. */
  public CalibrationRecord kept() {
    return new CalibrationRecord(
        at,
        seed,
        rounds,
        List.copyOf(flags()),
        kept(nullCpuNs()),
        kept(nullBytes()),
        processes(CalibrationItem.NULL),
        warmth(CalibrationItem.NULL),
        clock.granularityNanos(),
        clock.costNanos(),
        floors().stream().map(this::floor).toList(),
        ceilings().stream()
            .map(
                each ->
                    new CalibrationRecord.Ceiling(
                        each.threads(), each.floor().label(), each.callsPerSecond()))
            .toList(),
        gates.stream()
            .map(
                each ->
                    new CalibrationRecord.Gate(
                        each.threads(), each.requests(), kept(each.millis()), each.runs()))
            .toList(),
        link.asMap());
  }

  private CalibrationRecord.Floor floor(CalibrationItem item) {
    Latency latency = latency(item);
    return new CalibrationRecord.Floor(
        item.floor().label(),
        item.threads(),
        kept(spread(item, CalibrationReading::callsPerSecond)),
        latency.p50Us(),
        latency.p99Us(),
        median(item, CalibrationReading::clientCpuUs),
        median(item, CalibrationReading::serverCpuUs),
        processes(item),
        warmth(item),
        used(item).stream().map(CalibrationReading::callsPerSecond).toList());
  }

  /** How warm its processes were, and how long they measured; null where there is none. */
  private @Nullable Warmth warmth(CalibrationItem item) {
    List<CalibrationReading> all = used(item);
    return all.isEmpty()
        ? null
        : new Warmth(
            all.get(0).loop().label(),
            median(item, CalibrationReading::warmSeconds),
            median(item, CalibrationReading::measuredSeconds));
  }

  private static Spread kept(@Nullable MedianRange spread) {
    return spread == null
        ? Spread.UNKNOWN
        : new Spread(spread.median(), spread.low(), spread.high());
  }

  /** The median of one value of an item; null where it is unknown. */
  public @Nullable Double median(
      CalibrationItem item, Function<CalibrationReading, @Nullable Double> value) {
    MedianRange spread = spread(item, value);
    return spread == null ? null : (Double) spread.median();
  }
}
