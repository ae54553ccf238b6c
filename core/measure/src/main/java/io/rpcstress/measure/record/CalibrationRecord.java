package io.rpcstress.measure.record;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a calibration found, as it stands in {@code sweep.json} and is printed as JSON. Its readers
 * have it flat, a name for each value with dots between its parts. Immutable.
 *
 * @param at when it began
 * @param seed of the order of its processes
 * @param rounds processes that each floor has had at least; 0 where unknown
 * @param flags what makes it doubtful, one word each
 * @param nullCpuNs processor time of a call that stays in the process, ns
 * @param nullBytes bytes allocated by such a call
 * @param nullProcesses how many processes measured that
 * @param nullWarmth how warm they were; null where there was none
 * @param clockGranularityNs the clock's smallest step, ns
 * @param clockCostNs what a reading of the clock takes, ns
 * @param floors what bare sockets do, by kind, then by threads
 * @param ceilings the higher floor of each thread count, by threads
 * @param gates what the harness takes of a run, by threads, then by calls
 * @param link what the link between the hosts gave, by the names in {@link FactNames}
 */
public record CalibrationRecord(
    Instant at,
    long seed,
    int rounds,
    List<String> flags,
    Spread nullCpuNs,
    Spread nullBytes,
    int nullProcesses,
    @Nullable Warmth nullWarmth,
    long clockGranularityNs,
    long clockCostNs,
    List<Floor> floors,
    List<Ceiling> ceilings,
    List<Gate> gates,
    Map<String, String> link) {

  /** When it began: what says that there is one. */
  public static final String AT = "at";

  private static final String FLAGS = "flags";

  /** How many processes each floor has had at least. */
  public static final String ROUNDS = "rounds";

  private static final String NULL_CPU_NS = "nullCpuNsPerCall";
  private static final String FLOORS = "floors";
  private static final String GATES = "gates";

  /** By threads, then by calls of a run. */
  private static final String GATES_AT = "gatesAt";

  private static final String CALLS_PER_SECOND = "callsPerSecond";

  private static final Pattern FLOOR =
      Pattern.compile(FLOORS + "[.]([^.]*)[.]([1-9][0-9]{0,5})[.]([^.]*)");
  private static final Pattern GATE_AT =
      Pattern.compile(GATES_AT + "[.]([1-9][0-9]{0,5})[.]([1-9][0-9]{0,8})");

  public CalibrationRecord {
    flags = List.copyOf(flags);
    floors = List.copyOf(floors);
    ceilings = List.copyOf(ceilings);
    gates = List.copyOf(gates);
    link = Collections.unmodifiableMap(new LinkedHashMap<>(link));
  }

  /**
   * A value over several processes; null where it is unknown.
   *
   * @param median of them
   * @param low the lowest
   * @param high the highest
   */
  public record Spread(@Nullable Double median, @Nullable Double low, @Nullable Double high) {

    public static final Spread UNKNOWN = new Spread(null, null, null);

    private void putInto(Map<String, @Nullable Object> map, String key) {
      map.put(key, median);
      map.put(key + "Low", low);
      map.put(key + "High", high);
    }
  }

  /**
   * How warm processes were, and how long they measured.
   *
   * @param loop what they made calls in
   * @param warmSeconds how long they called before, s; the median
   * @param measuredSeconds how long they measured, s; the median
   */
  public record Warmth(
      String loop, @Nullable Double warmSeconds, @Nullable Double measuredSeconds) {

    /** The loop of a calibration for a timed sweep: windows of time, as the sweep has. */
    public static final String TIMED = "timed";

    private static final String LOOP = "loop";
    private static final String WARM_SECONDS = "warmSeconds";
    private static final String MEASURED_SECONDS = "measuredSeconds";

    private void putInto(Map<String, @Nullable Object> map, String prefix) {
      map.put(key(prefix, LOOP), loop);
      map.put(key(prefix, WARM_SECONDS), warmSeconds);
      map.put(key(prefix, MEASURED_SECONDS), measuredSeconds);
    }

    private static String key(String prefix, String name) {
      return prefix.isEmpty()
          ? name
          : prefix + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }
  }

  /**
   * What bare sockets do at a number of threads. Null means unknown.
   *
   * @param kind how the sockets are shared, in the harness's word
   * @param threads that made the calls
   * @param callsPerSecond good calls a second
   * @param p50Us median latency of the calls of all processes, us
   * @param p99Us its 99th percentile, us
   * @param clientCpuUs processor time of the client a call, us; the median
   * @param serverCpuUs that of the server
   * @param processes how many measured it; 0 where unknown
   * @param warmth how warm they were; null where there was none, or a file does not say
   * @param each good calls a second of each process, in their order; empty where unknown
   */
  public record Floor(
      String kind,
      int threads,
      Spread callsPerSecond,
      @Nullable Double p50Us,
      @Nullable Double p99Us,
      @Nullable Double clientCpuUs,
      @Nullable Double serverCpuUs,
      int processes,
      @Nullable Warmth warmth,
      List<Double> each) {

    private static final String LOW = "low";
    private static final String HIGH = "high";
    private static final String P50_US = "p50Us";
    private static final String P99_US = "p99Us";
    private static final String CLIENT_CPU_US = "clientCpuUsPerCall";
    private static final String SERVER_CPU_US = "serverCpuUsPerCall";
    private static final String PROCESSES = "processes";
    private static final String EACH = "each";

    public Floor {
      each = List.copyOf(each);
    }

    private Map<String, @Nullable Object> asMap() {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      map.put(CALLS_PER_SECOND, callsPerSecond.median());
      map.put(LOW, callsPerSecond.low());
      map.put(HIGH, callsPerSecond.high());
      map.put(P50_US, p50Us);
      map.put(P99_US, p99Us);
      map.put(CLIENT_CPU_US, clientCpuUs);
      map.put(SERVER_CPU_US, serverCpuUs);
      map.put(PROCESSES, processes);
      if (!each.isEmpty()) {
        map.put(EACH, each);
      }
      if (warmth != null) {
        warmth.putInto(map, "");
      }
      return map;
    }

    private static Floor of(
        String kind,
        int threads,
        Map<String, Double> values,
        @Nullable String loop,
        List<Double> each) {
      return new Floor(
          kind,
          threads,
          new Spread(values.get(CALLS_PER_SECOND), values.get(LOW), values.get(HIGH)),
          values.get(P50_US),
          values.get(P99_US),
          values.get(CLIENT_CPU_US),
          values.get(SERVER_CPU_US),
          values.getOrDefault(PROCESSES, 0.0).intValue(),
          loop == null
              ? null
              : new Warmth(
                  loop, values.get(Warmth.WARM_SECONDS), values.get(Warmth.MEASURED_SECONDS)),
          each);
    }
  }

  /**
   * The higher floor at a thread count.
   *
   * @param threads that made the calls
   * @param floor its kind
   * @param callsPerSecond good calls a second
   */
  public record Ceiling(int threads, String floor, double callsPerSecond) {

    private Map<String, Object> asMap() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("floor", floor);
      map.put(CALLS_PER_SECOND, callsPerSecond);
      return map;
    }
  }

  /**
   * What a counted run takes whose calls take nothing.
   *
   * @param threads that wait at the gate
   * @param requests calls of a run; 0 where unknown
   * @param millis time of a run, ms
   * @param runs that were measured; 0 where unknown
   */
  public record Gate(int threads, int requests, Spread millis, int runs) {

    private static final String REQUESTS = "requests";
    private static final String MEDIAN_MS = "medianMs";
    private static final String LOW_MS = "lowMs";
    private static final String HIGH_MS = "highMs";
    private static final String RUNS = "runs";

    /** Median, least, most, and how many runs: a line for each cell would fill the file. */
    private static final int PARTS = 4;

    private Map<String, @Nullable Object> asMap() {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      map.put(REQUESTS, requests);
      map.put(MEDIAN_MS, millis.median());
      map.put(LOW_MS, millis.low());
      map.put(HIGH_MS, millis.high());
      map.put(RUNS, runs);
      return map;
    }

    private List<@Nullable Object> asList() {
      return Arrays.asList(millis.median(), millis.low(), millis.high(), runs);
    }

    /** Reads what {@link #asList} wrote; null where that is something else. */
    private static @Nullable Gate of(int threads, int requests, String text) {
      List<@Nullable Double> values = new ArrayList<>();
      for (String each : text.split(", ", -1)) {
        values.add(positive(each));
      }
      Double number = values.get(values.size() - 1);
      return values.size() != Gate.PARTS || values.get(0) == null || number == null
          ? null
          : new Gate(
              threads,
              requests,
              new Spread(values.get(0), values.get(1), values.get(2)),
              number.intValue());
    }
  }

  /** As it is written: numbers, and null where unknown. */
  public Map<String, @Nullable Object> asMap() {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put(AT, at.toString());
    map.put("seed", seed);
    map.put(ROUNDS, rounds);
    map.put(FLAGS, flags);
    nullCpuNs.putInto(map, NULL_CPU_NS);
    nullBytes.putInto(map, "nullBytesPerCall");
    map.put("nullProcesses", nullProcesses);
    if (nullWarmth != null) {
      nullWarmth.putInto(map, "null");
    }
    map.put("clockGranularityNs", clockGranularityNs);
    map.put("clockCostNs", clockCostNs);
    Map<String, Map<String, Object>> byKind = new LinkedHashMap<>();
    for (Floor each : floors) {
      byKind
          .computeIfAbsent(each.kind(), kind -> new LinkedHashMap<>())
          .put(Integer.toString(each.threads()), each.asMap());
    }
    map.put(FLOORS, byKind);
    Map<String, Object> highest = new LinkedHashMap<>();
    ceilings.forEach(each -> highest.put(Integer.toString(each.threads()), each.asMap()));
    map.put("ceilings", highest);
    Map<String, Object> byThreads = new LinkedHashMap<>();
    Map<String, Map<String, Object>> byCalls = new LinkedHashMap<>();
    for (Gate each : gates) { // of a thread count the one of most calls
      String threads = Integer.toString(each.threads());
      byThreads.put(threads, each.asMap());
      byCalls
          .computeIfAbsent(threads, count -> new LinkedHashMap<>())
          .put(Integer.toString(each.requests()), each.asList());
    }
    map.put(GATES, byThreads);
    map.put(GATES_AT, byCalls);
    map.put("link", link);
    return map;
  }

  /** What makes a calibration doubtful, one word each; empty where nothing does. */
  public static List<String> flags(Map<String, String> flat) {
    return Stream.of(flat.getOrDefault(FLAGS, "").split(",", -1))
        .map(String::strip)
        .filter(flag -> !flag.isEmpty())
        .toList();
  }

  /** Processor time of a call that stays in the process, ns; null where a calibration has none. */
  public static @Nullable Double nullCpuNs(Map<String, String> flat) {
    return positive(flat.getOrDefault(NULL_CPU_NS, ""));
  }

  /** The floors of a calibration, by kind, then by threads; of what it does not know nothing. */
  public static List<Floor> floors(Map<String, String> flat) {
    SortedMap<String, SortedMap<Integer, Map<String, Double>>> kinds = new TreeMap<>();
    flat.forEach(
        (name, text) -> {
          Matcher floor = FLOOR.matcher(name);
          Double value = positive(text);
          if (floor.matches() && value != null) {
            kinds
                .computeIfAbsent(floor.group(1), kind -> new TreeMap<>())
                .computeIfAbsent(Integer.valueOf(floor.group(2)), threads -> new LinkedHashMap<>())
                .put(floor.group(3), value);
          }
        });
    return kinds.entrySet().stream()
        .flatMap(
            kind ->
                kind.getValue().entrySet().stream()
                    .map(
                        each ->
                            Floor.of(
                                kind.getKey(),
                                each.getKey(),
                                each.getValue(),
                                flat.get(
                                    "%s.%s.%d.%s"
                                        .formatted(
                                            FLOORS, kind.getKey(), each.getKey(), Warmth.LOOP)),
                                each(flat, kind.getKey(), each.getKey()))))
        .toList();
  }

  /** What each process of a floor gave; empty where one of the values is none. */
  private static List<Double> each(Map<String, String> flat, String kind, int threads) {
    String name = String.join(".", FLOORS, kind, Integer.toString(threads), Floor.EACH);
    List<Double> values = new ArrayList<>();
    for (String text : flat.getOrDefault(name, "").split(", ", -1)) {
      Double value = positive(text);
      if (value == null) {
        return List.of();
      }
      values.add(value);
    }
    return values;
  }

  /** The gates of a calibration, by threads, then by calls of a run. */
  public static List<Gate> gatesAt(Map<String, String> flat) {
    List<Gate> gates = new ArrayList<>();
    flat.forEach(
        (name, text) -> {
          Matcher at = GATE_AT.matcher(name);
          if (at.matches()) {
            Gate gate = Gate.of(Integer.parseInt(at.group(1)), Integer.parseInt(at.group(2)), text);
            if (gate != null) {
              gates.add(gate);
            }
          }
        });
    gates.sort(Comparator.comparing(Gate::threads).thenComparing(Gate::requests));
    return List.copyOf(gates);
  }

  /** Whether a value is one of {@link #gatesAt}: of a large grid there are a hundred. */
  public static boolean isGateAt(String name) {
    return GATE_AT.matcher(name).matches();
  }

  /** A positive number; null for whatever else a file says. */
  private static @Nullable Double positive(String text) {
    try {
      double value = Double.parseDouble(text);
      return Double.isFinite(value) && value > 0 ? (Double) value : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
