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
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a calibration found, as it stands in {@code sweep.json} and is printed as JSON. Its readers
 * have it flat, a name for each value with dots between its parts. Immutable.
 *
 * @param seed of the order of its processes
 * @param rounds processes that each floor has had at least; 0 where unknown
 * @param flags what makes it doubtful, one word each
 * @param nullCpuNs processor time of a call that stays in the process, ns
 * @param nullBytes bytes allocated by such a call
 * @param nullWarmth how warm they were; null where there was none
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

  /** How many processes each floor has had at least. */
  public static final String ROUNDS = "rounds";

  private static final String NULL_CPU_NS = "nullCpuNsPerCall";
  private static final String CALLS_PER_SECOND = "callsPerSecond";
  private static final String JUDGED = "judgedSteady";
  private static final String SEPARATOR = ", ";
  private static final Pattern FLOOR = Pattern.compile("floors[.]([^.]*)[.]([1-9]\\d{0,5})[.].*");
  private static final Pattern GATE_AT =
      Pattern.compile("gatesAt[.]([1-9]\\d{0,5})[.]([1-9]\\d{0,8})");

  public CalibrationRecord {
    flags = List.copyOf(flags);
    floors = List.copyOf(floors);
    ceilings = List.copyOf(ceilings);
    gates = List.copyOf(gates);
    link = Collections.unmodifiableMap(new LinkedHashMap<>(link));
  }

  /** A value over several processes: their median, the lowest and the highest; null if unknown. */
  public record Spread(@Nullable Double median, @Nullable Double low, @Nullable Double high) {

    public static final Spread UNKNOWN = new Spread(null, null, null);

    /** Of those processes that know the value. */
    public static <T> Spread of(List<T> processes, Function<T, @Nullable Double> value) {
      double[] sorted =
          processes.stream()
              .map(value)
              .filter(Objects::nonNull)
              .mapToDouble(Double::doubleValue)
              .sorted()
              .toArray();
      int last = sorted.length - 1;
      return last < 0
          ? UNKNOWN
          : new Spread((sorted[last / 2] + sorted[(last + 1) / 2]) / 2, sorted[0], sorted[last]);
    }
  }

  /**
   * How warm processes were, and how long they measured.
   *
   * @param warmSeconds how long they called before, s; the median
   * @param measuredSeconds how long they measured, s; the median
   * @param judged whether all called until they were steady, or their cap; null where a file does
   *     not say
   */
  public record Warmth(
      String loop,
      @Nullable Double warmSeconds,
      @Nullable Double measuredSeconds,
      @Nullable Boolean judged) {

    /** Windows of time, as a timed sweep has. */
    public static final String TIMED = "timed";
  }

  /**
   * What bare sockets do at a number of threads. Null means unknown.
   *
   * @param kind how the sockets are shared, in the harness's word
   * @param p50Us median latency of the calls of all processes, us
   * @param clientCpuUs processor time of the client a call, us; the median
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

    public Floor {
      each = List.copyOf(each);
    }

    private Map<String, @Nullable Object> asMap() {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      map.put(CALLS_PER_SECOND, callsPerSecond.median());
      map.put("low", callsPerSecond.low());
      map.put("high", callsPerSecond.high());
      map.put("p50Us", p50Us);
      map.put("p99Us", p99Us);
      map.put("clientCpuUsPerCall", clientCpuUs);
      map.put("serverCpuUsPerCall", serverCpuUs);
      map.put("processes", processes);
      if (!each.isEmpty()) {
        map.put("each", each);
      }
      put(map, "", warmth);
      return map;
    }

    private static Floor of(String kind, int threads, Map<String, String> flat) {
      String prefix = "floors." + kind + "." + threads + ".";
      String loop = flat.get(prefix + "loop");
      Double processes = number(flat, prefix + "processes");
      return new Floor(
          kind,
          threads,
          new Spread(
              number(flat, prefix + CALLS_PER_SECOND),
              number(flat, prefix + "low"),
              number(flat, prefix + "high")),
          number(flat, prefix + "p50Us"),
          number(flat, prefix + "p99Us"),
          number(flat, prefix + "clientCpuUsPerCall"),
          number(flat, prefix + "serverCpuUsPerCall"),
          processes == null ? 0 : processes.intValue(),
          loop == null
              ? null
              : new Warmth(
                  loop,
                  number(flat, prefix + "warmSeconds"),
                  number(flat, prefix + "measuredSeconds"),
                  flag(flat, prefix + JUDGED)),
          each(flat.getOrDefault(prefix + "each", "")));
    }

    /** Empty where one of the values is none. */
    private static List<Double> each(String text) {
      List<@Nullable Double> values = numbers(text);
      return values.contains(null) ? List.of() : values.stream().map(Double::valueOf).toList();
    }
  }

  /** The higher floor at a thread count, and its good calls a second. */
  public record Ceiling(int threads, String floor, double callsPerSecond) {}

  /**
   * What a counted run takes whose calls take nothing.
   *
   * @param requests calls of a run; 0 where unknown
   * @param millis time of a run, ms
   * @param runs that were measured; 0 where unknown
   */
  public record Gate(int threads, int requests, Spread millis, int runs) {

    /** Median, least, most, and how many runs: a line for each cell would fill the file. */
    private static final int PARTS = 4;

    private Map<String, @Nullable Object> asMap() {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      map.put("requests", requests);
      map.put("medianMs", millis.median());
      map.put("lowMs", millis.low());
      map.put("highMs", millis.high());
      map.put("runs", runs);
      return map;
    }

    private List<@Nullable Object> asList() {
      return Arrays.asList(millis.median(), millis.low(), millis.high(), runs);
    }

    /** Reads what {@link #asList} wrote; null where that is something else. */
    private static @Nullable Gate of(int threads, int requests, String text) {
      List<@Nullable Double> values = numbers(text);
      Double number = values.get(values.size() - 1);
      return values.size() != PARTS || values.get(0) == null || number == null
          ? null
          : new Gate(
              threads,
              requests,
              new Spread(values.get(0), values.get(1), values.get(2)),
              number.intValue());
    }
  }

  public Map<String, @Nullable Object> asMap() {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put(AT, at.toString());
    map.put("seed", seed);
    map.put(ROUNDS, rounds);
    map.put("flags", flags);
    put(map, NULL_CPU_NS, nullCpuNs);
    put(map, "nullBytesPerCall", nullBytes);
    map.put("nullProcesses", nullProcesses);
    put(map, "null", nullWarmth);
    map.put("clockGranularityNs", clockGranularityNs);
    map.put("clockCostNs", clockCostNs);
    Map<String, Map<Integer, Object>> floorsByKind = new LinkedHashMap<>();
    for (Floor each : floors) {
      floorsByKind
          .computeIfAbsent(each.kind(), kind -> new LinkedHashMap<>())
          .put(each.threads(), each.asMap());
    }
    map.put("floors", floorsByKind);
    Map<Integer, Object> highest = new LinkedHashMap<>();
    for (Ceiling each : ceilings) {
      Map<String, Object> ceiling = new LinkedHashMap<>();
      ceiling.put("floor", each.floor());
      ceiling.put(CALLS_PER_SECOND, each.callsPerSecond());
      highest.put(each.threads(), ceiling);
    }
    map.put("ceilings", highest);
    Map<Integer, Object> gateOfThreads = new LinkedHashMap<>();
    Map<Integer, Map<Integer, Object>> gatesAt = new LinkedHashMap<>();
    for (Gate each : gates) { // of a thread count the one of most calls
      gateOfThreads.put(each.threads(), each.asMap());
      gatesAt
          .computeIfAbsent(each.threads(), count -> new LinkedHashMap<>())
          .put(each.requests(), each.asList());
    }
    map.put("gates", gateOfThreads);
    map.put("gatesAt", gatesAt);
    map.put("link", link);
    return map;
  }

  private static void put(Map<String, @Nullable Object> map, String key, Spread spread) {
    map.put(key, spread.median());
    map.put(key + "Low", spread.low());
    map.put(key + "High", spread.high());
  }

  private static void put(
      Map<String, @Nullable Object> map, String prefix, @Nullable Warmth warmth) {
    if (warmth != null) {
      map.put(key(prefix, "loop"), warmth.loop());
      map.put(key(prefix, "warmSeconds"), warmth.warmSeconds());
      map.put(key(prefix, "measuredSeconds"), warmth.measuredSeconds());
      if (warmth.judged() != null) {
        map.put(key(prefix, JUDGED), warmth.judged());
      }
    }
  }

  private static String key(String prefix, String name) {
    return prefix.isEmpty()
        ? name
        : prefix + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  /** What makes a calibration doubtful, one word each; empty where nothing does. */
  public static List<String> flags(Map<String, String> flat) {
    return Stream.of(flat.getOrDefault("flags", "").split(",", -1))
        .map(String::strip)
        .filter(flag -> !flag.isEmpty())
        .toList();
  }

  /** Processor time of a call that stays in the process, ns; null where a calibration has none. */
  public static @Nullable Double nullCpuNs(Map<String, String> flat) {
    return number(flat, NULL_CPU_NS);
  }

  /** The floors of a calibration, by kind, then by threads; of what it does not know nothing. */
  public static List<Floor> floors(Map<String, String> flat) {
    SortedMap<String, SortedSet<Integer>> found = new TreeMap<>();
    flat.forEach(
        (name, text) -> {
          Matcher floor = FLOOR.matcher(name);
          if (floor.matches() && positive(text) != null) {
            found
                .computeIfAbsent(floor.group(1), kind -> new TreeSet<>())
                .add(Integer.valueOf(floor.group(2)));
          }
        });
    List<Floor> floors = new ArrayList<>();
    found.forEach(
        (kind, counts) -> counts.forEach(threads -> floors.add(Floor.of(kind, threads, flat))));
    return floors;
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

  private static @Nullable Double number(Map<String, String> flat, String name) {
    return positive(flat.getOrDefault(name, ""));
  }

  private static @Nullable Boolean flag(Map<String, String> flat, String name) {
    String text = flat.get(name);
    return text == null ? null : Boolean.valueOf(text);
  }

  /** The numbers of a list, null in place of whatever is none. */
  private static List<@Nullable Double> numbers(String text) {
    List<@Nullable Double> values = new ArrayList<>();
    for (String each : text.split(SEPARATOR, -1)) {
      values.add(positive(each));
    }
    return values;
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
