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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
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
  private final Head head;

  /** Behind the first one, in the order in which processes ended. */
  private final List<Line> lines = new ArrayList<>();

  /** A process of a floor. */
  public record Planned(int round, CalibrationItem item) {}

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .addMixIn(Histogram.class, HistogramText.MixIn.class)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .changeDefaultPropertyInclusion(i -> i.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();

  /** When the first process began, and the seed of the order of all rounds. */
  private record Head(Instant at, long seed) {

    static Head now() {
      return new Head(Instant.now(), ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE));
    }
  }

  /** A floor's process; without a reading where it could not be measured. */
  private record OfFloor(Planned planned, @Nullable CalibrationReading reading) {}

  /** A line of the file, of which one component is there: the first line has {@code begun}. */
  private record Line(@Nullable Head begun, @Nullable Gate gate, @Nullable OfFloor floor) {

    String text() {
      return JSON.writeValueAsString(this) + "\n";
    }

    /** A torn line, and one of another version, has nothing. */
    static Line of(String text) {
      try {
        return JSON.readValue(text, Line.class);
      } catch (JacksonException | IllegalArgumentException e) {
        return new Line(null, null, null);
      }
    }
  }

  private MeasuredProcesses(@Nullable Path file, Head head) {
    this.file = file;
    this.head = head;
  }

  public static MeasuredProcesses inMemory() {
    return new MeasuredProcesses(null, Head.now());
  }

  /**
   * Those of a file, which is written from here on.
   *
   * @param goesOn whether what it has counts; else it is begun anew. A line that is not whole, or
   *     of another version, is as if its process had not been
   */
  public static MeasuredProcesses of(Path file, boolean goesOn) throws IOException {
    List<Line> there =
        goesOn && Files.exists(file)
            ? Files.readAllLines(file).stream().map(Line::of).toList()
            : List.of();
    Head begun = there.isEmpty() ? null : there.get(0).begun();
    MeasuredProcesses kept = new MeasuredProcesses(file, begun == null ? Head.now() : begun);
    StringBuilder text = new StringBuilder(new Line(kept.head, null, null).text());
    if (begun != null) {
      there.stream()
          .filter(line -> line.gate() != null || line.floor() != null)
          .forEach(kept.lines::add);
      kept.lines.forEach(line -> text.append(line.text()));
    }
    AtomicFile.write(file, text.toString());
    return kept;
  }

  public Instant at() {
    return head.at();
  }

  public long seed() {
    return head.seed();
  }

  public boolean has(GatePoint point) {
    return lines.stream()
        .map(Line::gate)
        .anyMatch(
            gate -> gate != null && point.equals(new GatePoint(gate.threads(), gate.requests())));
  }

  public List<Gate> gates() {
    return lines.stream()
        .map(Line::gate)
        .filter(Objects::nonNull)
        .sorted(Comparator.comparing(Gate::threads).thenComparing(Gate::requests))
        .toList();
  }

  private List<OfFloor> floors() {
    return lines.stream().map(Line::floor).filter(Objects::nonNull).toList();
  }

  /** The processes of floors that have ended, also those that gave nothing. */
  public Set<Planned> ended() {
    return floors().stream().map(OfFloor::planned).collect(Collectors.toSet());
  }

  /** What the processes of each item gave; an item without any is not there. */
  public Map<CalibrationItem, List<CalibrationReading>> readings() {
    Map<CalibrationItem, List<CalibrationReading>> readings = new LinkedHashMap<>();
    for (OfFloor each : floors()) {
      CalibrationReading reading = each.reading();
      if (reading != null) {
        readings.computeIfAbsent(each.planned().item(), item -> new ArrayList<>()).add(reading);
      }
    }
    return readings;
  }

  /** How many rounds are whole: from the first on, each item has had its process. */
  public int rounds(Collection<CalibrationItem> items) {
    Set<Planned> ended = ended();
    int round = 0;
    while (!items.isEmpty() && isWhole(round, items, ended)) {
      round++;
    }
    return round;
  }

  private static boolean isWhole(int round, Collection<CalibrationItem> items, Set<Planned> ended) {
    return items.stream().allMatch(item -> ended.contains(new Planned(round, item)));
  }

  public void add(Gate gate) throws IOException {
    add(new Line(null, gate, null));
  }

  public void add(Planned process, Optional<CalibrationReading> reading) throws IOException {
    add(new Line(null, null, new OfFloor(process, reading.orElse(null))));
  }

  private void add(Line line) throws IOException {
    lines.add(line);
    Path kept = file;
    if (kept != null) {
      Files.writeString(kept, line.text(), StandardOpenOption.APPEND);
    }
  }
}
