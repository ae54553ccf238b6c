package io.rpcstress.client.harness.campaign.calibrate;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.rpcstress.client.harness.process.HistogramText;
import io.rpcstress.measure.AtomicFile;
import io.rpcstress.measure.record.CalibrationRecord.Gate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

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

  /** A process of a floor. */
  public record Planned(int round, CalibrationItem item) {}

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .addMixIn(Histogram.class, HistogramText.MixIn.class)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .changeDefaultPropertyInclusion(i -> i.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();

  /** When the first process began, and the seed of the order of all rounds. */
  private record Head(Instant at, long seed) {}

  /** A floor's process; without a reading where it could not be measured. */
  private record OfFloor(Planned planned, @Nullable CalibrationReading reading) {}

  /** A line of the file, of which one component is there: the first line has {@code begun}. */
  private record Line(@Nullable Head begun, @Nullable Gate gate, @Nullable OfFloor floor) {

    private static final Line NONE = new Line(null, null, null);

    String text() {
      return JSON.writeValueAsString(this) + "\n";
    }

    /** A torn line, and one of another version, has nothing. */
    static Line of(String text) {
      try {
        return JSON.readValue(text, Line.class);
      } catch (JacksonException | IllegalArgumentException e) {
        return NONE;
      }
    }
  }

  private MeasuredProcesses(@Nullable Path file, Instant at, long seed) {
    this.file = file;
    this.at = at;
    this.seed = seed;
  }

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
    List<Line> lines =
        goesOn && Files.exists(file)
            ? Files.readAllLines(file).stream().map(Line::of).toList()
            : List.of();
    Head head = lines.isEmpty() ? null : lines.get(0).begun();
    MeasuredProcesses kept =
        head == null
            ? new MeasuredProcesses(file, Instant.now(), newSeed())
            : new MeasuredProcesses(file, head.at(), head.seed());
    if (head != null) {
      lines.forEach(kept::take);
    }
    AtomicFile.write(file, kept.text());
    return kept;
  }

  private static long newSeed() {
    return ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
  }

  private void take(Line line) {
    Gate gate = line.gate();
    OfFloor floor = line.floor();
    if (gate != null) {
      gates.put(place(gate), gate);
    }
    if (floor != null) {
      floors.put(floor.planned(), Optional.ofNullable(floor.reading()));
    }
  }

  private String text() {
    StringBuilder text = new StringBuilder(new Line(new Head(at, seed), null, null).text());
    gates.values().forEach(gate -> text.append(new Line(null, gate, null).text()));
    floors.forEach((planned, reading) -> text.append(line(planned, reading).text()));
    return text.toString();
  }

  private static Line line(Planned planned, Optional<CalibrationReading> reading) {
    return new Line(null, null, new OfFloor(planned, reading.orElse(null)));
  }

  public Instant at() {
    return at;
  }

  public long seed() {
    return seed;
  }

  private static GatePoint place(Gate gate) {
    return new GatePoint(gate.threads(), gate.requests());
  }

  public boolean has(GatePoint point) {
    return gates.containsKey(point);
  }

  /** By threads, then by calls. */
  public List<Gate> gates() {
    return gates.values().stream()
        .sorted(Comparator.comparing(Gate::threads).thenComparing(Gate::requests))
        .toList();
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

  public void add(Gate gate) throws IOException {
    gates.put(place(gate), gate);
    append(new Line(null, gate, null));
  }

  public void add(Planned process, Optional<CalibrationReading> reading) throws IOException {
    floors.put(process, reading);
    append(line(process, reading));
  }

  private void append(Line line) throws IOException {
    Path kept = file;
    if (kept != null) {
      Files.writeString(kept, line.text(), StandardOpenOption.APPEND);
    }
  }
}
