package io.rpcstress.client.harness.calibrate;

import io.rpcstress.client.harness.calibrate.Subject.Floor;
import io.rpcstress.client.harness.hosts.LinkReading;
import io.rpcstress.client.harness.load.ClockReading;
import io.rpcstress.client.harness.repeat.MedianRange;
import io.rpcstress.measure.Latency;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
 * @param clock of this host
 * @param link between the hosts
 * @param readings of each subject, one a process; a subject without any is not there
 * @param gates what the harness takes of a run at each thread count, by threads
 */
public record Calibration(
    Instant at,
    long seed,
    ClockReading clock,
    LinkReading link,
    Map<Subject, List<Reading>> readings,
    List<Gate> gates) {

  private static final double NANOS_PER_MICRO = 1e3;

  /** Significant digits of latencies, as the runs have. */
  private static final int DIGITS = 3;

  /** The higher floor at a thread count: no technology on sockets will pass it by much. */
  public record Ceiling(int threads, Floor floor, double callsPerSecond) {}

  /** Copies the map, and orders the gates. */
  public Calibration {
    Map<Subject, List<Reading>> copy = new LinkedHashMap<>();
    readings.forEach((subject, list) -> copy.put(subject, List.copyOf(list)));
    readings = java.util.Collections.unmodifiableMap(copy);
    gates = gates.stream().sorted(Comparator.comparing(Gate::threads)).toList();
  }

  /** CPU time of a call that stays in the process, ns; null where it was not measured. */
  public @Nullable MedianRange nullCpuNs() {
    return spread(
        Subject.NULL,
        reading -> {
          Double micros = reading.clientCpuUs();
          return micros == null ? null : (Double) (micros * NANOS_PER_MICRO);
        });
  }

  /** Bytes allocated by such a call; null where it was not measured. */
  public @Nullable MedianRange nullBytes() {
    return spread(Subject.NULL, Reading::clientBytes);
  }

  /** One value of a subject over its processes; null where it is unknown. */
  public @Nullable MedianRange spread(Subject subject, Function<Reading, @Nullable Double> value) {
    return MedianRange.of(readings.getOrDefault(subject, List.of()), value);
  }

  /** How many processes measured a subject. */
  public int processes(Subject subject) {
    return readings.getOrDefault(subject, List.of()).size();
  }

  /** Of the calls of all processes of a subject together. */
  public Latency latency(Subject subject) {
    Histogram all = new Histogram(DIGITS);
    readings.getOrDefault(subject, List.of()).forEach(each -> all.add(each.latencies()));
    return Latency.of(all);
  }

  /** The floors that were measured, by floor, then by threads. */
  public List<Subject> floors() {
    return readings.keySet().stream()
        .filter(subject -> subject.floor() != Floor.NONE)
        .sorted(Comparator.comparing(Subject::floor).thenComparing(Subject::threads))
        .toList();
  }

  /** The higher floor of each thread count, by threads. */
  public List<Ceiling> ceilings() {
    List<Ceiling> ceilings = new ArrayList<>();
    floors().stream()
        .map(Subject::threads)
        .distinct()
        .sorted()
        .forEach(threads -> ceiling(threads).ifPresent(ceilings::add));
    return ceilings;
  }

  private Optional<Ceiling> ceiling(int threads) {
    Ceiling best = null;
    for (Subject subject : floors()) {
      MedianRange rate = spread(subject, Reading::callsPerSecond);
      if (subject.threads() == threads
          && rate != null
          && (best == null || rate.median() > best.callsPerSecond())) {
        best = new Ceiling(threads, subject.floor(), rate.median());
      }
    }
    return Optional.ofNullable(best);
  }

  /** What makes it doubtful, one word each. */
  public SortedSet<String> flags() {
    SortedSet<String> flags = new TreeSet<>();
    readings.values().forEach(list -> list.forEach(each -> flags.addAll(each.flags())));
    return flags;
  }

  /** As it stands in sweep.json: numbers, and null where unknown. */
  public Map<String, @Nullable Object> asMap() {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("at", at.toString());
    map.put("seed", seed);
    map.put("flags", List.copyOf(flags()));
    putSpread(map, "nullCpuNsPerCall", nullCpuNs());
    putSpread(map, "nullBytesPerCall", nullBytes());
    map.put("nullProcesses", processes(Subject.NULL));
    putWarmth(map, "null", Subject.NULL);
    map.put("clockGranularityNs", clock.granularityNanos());
    map.put("clockCostNs", clock.costNanos());
    Map<String, Map<String, Object>> floors = new LinkedHashMap<>();
    for (Subject subject : floors()) {
      floors
          .computeIfAbsent(subject.floor().label(), label -> new LinkedHashMap<>())
          .put(Integer.toString(subject.threads()), floor(subject));
    }
    map.put("floors", floors);
    Map<String, Object> ceilings = new LinkedHashMap<>();
    for (Ceiling each : ceilings()) {
      ceilings.put(
          Integer.toString(each.threads()),
          Map.of("floor", each.floor().label(), "callsPerSecond", each.callsPerSecond()));
    }
    map.put("ceilings", ceilings);
    Map<String, Object> byThreads = new LinkedHashMap<>();
    gates.forEach(each -> byThreads.put(Integer.toString(each.threads()), each.asMap()));
    map.put("gates", byThreads);
    map.put("link", link.asMap());
    return map;
  }

  private Map<String, @Nullable Object> floor(Subject subject) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    MedianRange rate = spread(subject, Reading::callsPerSecond);
    map.put("callsPerSecond", rate == null ? null : rate.median());
    map.put("low", rate == null ? null : rate.low());
    map.put("high", rate == null ? null : rate.high());
    Latency latency = latency(subject);
    map.put("p50Us", latency.p50Us());
    map.put("p99Us", latency.p99Us());
    map.put("clientCpuUsPerCall", median(subject, Reading::clientCpuUs));
    map.put("serverCpuUsPerCall", median(subject, Reading::serverCpuUs));
    map.put("processes", processes(subject));
    putWarmth(map, "", subject);
    return map;
  }

  /** How warm its processes were, and how long they measured; nothing where there is none. */
  private void putWarmth(Map<String, @Nullable Object> map, String prefix, Subject subject) {
    List<Reading> all = readings.getOrDefault(subject, List.of());
    if (!all.isEmpty()) {
      map.put(key(prefix, "loop"), all.get(0).loop().label());
      map.put(key(prefix, "warmSeconds"), median(subject, Reading::warmSeconds));
      map.put(key(prefix, "measuredSeconds"), median(subject, Reading::measuredSeconds));
    }
  }

  private static String key(String prefix, String name) {
    return prefix.isEmpty()
        ? name
        : prefix + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  /** The median of one value of a subject; null where it is unknown. */
  public @Nullable Double median(Subject subject, Function<Reading, @Nullable Double> value) {
    MedianRange spread = spread(subject, value);
    return spread == null ? null : (Double) spread.median();
  }

  private static void putSpread(
      Map<String, @Nullable Object> map, String key, @Nullable MedianRange spread) {
    map.put(key, spread == null ? null : spread.median());
    map.put(key + "Low", spread == null ? null : spread.low());
    map.put(key + "High", spread == null ? null : spread.high());
  }
}
