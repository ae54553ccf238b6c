package io.rpcstress.client.harness.campaign.calibrate;

import io.rpcstress.measure.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What each process of a calibration gave. With a file each stands there as soon as it has ended,
 * so that a calibration that was interrupted goes on, and one of more rounds adds to those that
 * there are. Confined to one thread.
 */
public final class MeasuredProcesses {

  /** The file's name in a sweep's folder: a JSON line a process. */
  public static final String NAME = "calibration.jsonl";

  private final @Nullable Path file;
  private final Instant at;
  private final long seed;
  private final Map<GatePoint, Gate> gates = new LinkedHashMap<>();
  private final Map<Planned, Optional<CalibrationReading>> floors = new LinkedHashMap<>();

  /**
   * A process of a floor.
   *
   * @param round from 0
   * @param item what it measures
   */
  public record Planned(int round, CalibrationItem item) {}

  private MeasuredProcesses(@Nullable Path file, Instant at, long seed) {
    this.file = file;
    this.at = at;
    this.seed = seed;
  }

  /** None yet, and kept in memory alone. */
  public static MeasuredProcesses inMemory() {
    return new MeasuredProcesses(null, Instant.now(), newSeed());
  }

  /**
   * Those of a file, which is written from here on.
   *
   * @param goesOn whether what it has counts; else it is begun anew. A line that is not whole, or
   *     of another version, is as if its process had not been
   */
  public static MeasuredProcesses of(Path file, boolean goesOn) throws IOException {
    List<String> lines = goesOn && Files.exists(file) ? Files.readAllLines(file) : List.of();
    Optional<CalibrationLine.Head> head = lines.stream().findFirst().flatMap(CalibrationLine::head);
    MeasuredProcesses kept =
        new MeasuredProcesses(
            file,
            head.map(CalibrationLine.Head::at).orElseGet(Instant::now),
            head.map(CalibrationLine.Head::seed).orElseGet(MeasuredProcesses::newSeed));
    if (head.isPresent()) {
      for (String line : lines.subList(1, lines.size())) {
        CalibrationLine.gate(line).ifPresent(gate -> kept.gates.put(gate.point(), gate));
        CalibrationLine.floor(line)
            .ifPresent(floor -> kept.floors.put(floor.planned(), floor.reading()));
      }
    }
    AtomicFile.write(file, String.join("\n", kept.lines()) + "\n");
    return kept;
  }

  private static long newSeed() {
    return ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
  }

  private List<String> lines() {
    return Stream.of(
            Stream.of(CalibrationLine.of(new CalibrationLine.Head(at, seed))),
            gates.values().stream().map(CalibrationLine::of),
            floors.entrySet().stream()
                .map(
                    each ->
                        CalibrationLine.of(
                            new CalibrationLine.OfFloor(each.getKey(), each.getValue()))))
        .flatMap(each -> each)
        .toList();
  }

  /** When the first of them was begun. */
  public Instant at() {
    return at;
  }

  /** Of the order of all rounds. */
  public long seed() {
    return seed;
  }

  /** Whether the gate was measured there. */
  public boolean has(GatePoint point) {
    return gates.containsKey(point);
  }

  /** The gates, as they were measured. */
  public List<Gate> gates() {
    return List.copyOf(gates.values());
  }

  /** The processes of floors that have ended, also those that gave nothing. */
  public Set<Planned> ended() {
    return new LinkedHashSet<>(floors.keySet());
  }

  /** What the processes of each item gave; an item without any is not there. */
  public Map<CalibrationItem, List<CalibrationReading>> readings() {
    Map<CalibrationItem, List<CalibrationReading>> readings = new LinkedHashMap<>();
    floors.forEach(
        (planned, reading) ->
            reading.ifPresent(
                each ->
                    readings.computeIfAbsent(planned.item(), item -> new ArrayList<>()).add(each)));
    return readings;
  }

  /** How many rounds are whole: from the first on, each item has had its process. */
  public int rounds(Collection<CalibrationItem> items) {
    int round = 0;
    while (!items.isEmpty() && isWhole(round, items)) {
      round++;
    }
    return round;
  }

  private boolean isWhole(int round, Collection<CalibrationItem> items) {
    return items.stream().allMatch(item -> floors.containsKey(new Planned(round, item)));
  }

  /** Keeps what the gate costs at a point. */
  public void add(Gate gate) throws IOException {
    gates.put(gate.point(), gate);
    append(CalibrationLine.of(gate));
  }

  /**
   * Keeps what a floor's process gave.
   *
   * @param reading empty where it could not be measured
   */
  public void add(Planned process, Optional<CalibrationReading> reading) throws IOException {
    floors.put(process, reading);
    append(CalibrationLine.of(new CalibrationLine.OfFloor(process, reading)));
  }

  private void append(String line) throws IOException {
    Path kept = file;
    if (kept != null) {
      Files.writeString(kept, line + "\n", StandardOpenOption.APPEND);
    }
  }
}
