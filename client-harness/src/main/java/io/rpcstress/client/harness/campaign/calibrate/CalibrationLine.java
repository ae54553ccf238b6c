package io.rpcstress.client.harness.campaign.calibrate;

import io.rpcstress.client.harness.campaign.calibrate.CalibrationItem.Floor;
import io.rpcstress.client.harness.campaign.calibrate.CalibrationReading.Loop;
import io.rpcstress.client.harness.campaign.calibrate.MeasuredProcesses.Planned;
import io.rpcstress.client.harness.process.HistogramText;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The lines of {@link MeasuredProcesses#NAME}: each an object of one key. Stateless. */
final class CalibrationLine {

  private static final String BEGUN = "begun";
  private static final String GATE = "gate";
  private static final String FLOOR = "floor";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** The first line: when the calibration began, and the seed of its order. */
  record Head(Instant at, long seed) {}

  /** A floor's process; without a reading where it could not be measured. */
  record OfFloor(Planned planned, Optional<CalibrationReading> reading) {}

  /** As it is written. */
  private record Written(int round, String floor, int threads, @Nullable WrittenReading gave) {}

  private record WrittenReading(
      double callsPerSecond,
      @Nullable Double clientCpuUs,
      @Nullable Double serverCpuUs,
      @Nullable Double clientBytes,
      String loop,
      double warmSeconds,
      double measuredSeconds,
      List<String> flags,
      String latencies) {

    private static WrittenReading of(CalibrationReading from) {
      return new WrittenReading(
          from.callsPerSecond(),
          from.clientCpuUs(),
          from.serverCpuUs(),
          from.clientBytes(),
          from.loop().label(),
          from.warmSeconds(),
          from.measuredSeconds(),
          List.copyOf(from.flags()),
          HistogramText.of(from.latencies()));
    }

    private CalibrationReading read() throws DataFormatException {
      return new CalibrationReading(
          callsPerSecond,
          HistogramText.read(latencies),
          clientCpuUs,
          serverCpuUs,
          clientBytes,
          named(Loop.values(), Loop::label, loop),
          warmSeconds,
          measuredSeconds,
          new TreeSet<>(flags));
    }
  }

  private CalibrationLine() {}

  static String of(Head head) {
    return text(BEGUN, head);
  }

  static String of(Gate gate) {
    return text(GATE, gate);
  }

  static String of(OfFloor process) {
    CalibrationItem item = process.planned().item();
    return text(
        FLOOR,
        new Written(
            process.planned().round(),
            item.floor().label(),
            item.threads(),
            process.reading().map(WrittenReading::of).orElse(null)));
  }

  private static String text(String key, Object value) {
    return JSON.writeValueAsString(JSON.createObjectNode().set(key, JSON.valueToTree(value)));
  }

  /** The first line; empty where this is none. */
  static Optional<Head> head(String line) {
    return read(line, BEGUN, node -> JSON.treeToValue(node, Head.class));
  }

  /** A gate; empty where the line is none. */
  static Optional<Gate> gate(String line) {
    return read(line, GATE, node -> JSON.treeToValue(node, Gate.class));
  }

  /** A floor's process; empty where the line is none. */
  static Optional<OfFloor> floor(String line) {
    return read(line, FLOOR, node -> floor(JSON.treeToValue(node, Written.class)));
  }

  private static OfFloor floor(Written process) {
    CalibrationItem item =
        new CalibrationItem(
            named(Floor.values(), Floor::label, process.floor()), process.threads());
    WrittenReading gave = process.gave();
    try {
      return new OfFloor(
          new Planned(process.round(), item),
          gave == null ? Optional.empty() : Optional.of(gave.read()));
    } catch (DataFormatException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static <T> T named(T[] all, Function<T, String> label, String name) {
    return Arrays.stream(all)
        .filter(each -> label.apply(each).equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no such word: " + name));
  }

  /** A torn line, and one of another version, is none. */
  private static <T> Optional<T> read(String line, String key, Function<JsonNode, T> what) {
    try {
      JsonNode value = JSON.readTree(line).path(key);
      return value.isObject() ? Optional.of(what.apply(value)) : Optional.empty();
    } catch (JacksonException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
