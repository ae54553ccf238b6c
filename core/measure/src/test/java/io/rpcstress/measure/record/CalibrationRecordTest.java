package io.rpcstress.measure.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.record.CalibrationRecord.Ceiling;
import io.rpcstress.measure.record.CalibrationRecord.Floor;
import io.rpcstress.measure.record.CalibrationRecord.Gate;
import io.rpcstress.measure.record.CalibrationRecord.Spread;
import io.rpcstress.measure.record.CalibrationRecord.Warmth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationRecordTest {

  @TempDir private Path folder = Path.of("");

  /** As the analysis has it: below the section's name, flat. */
  private static Map<String, String> flat(Path sweep) throws IOException {
    Map<String, String> flat = new LinkedHashMap<>();
    SweepRecord.parse(Files.readString(sweep.resolve(SweepFile.NAME))).facts().stream()
        .filter(fact -> fact.section().equals(SweepFile.CALIBRATION))
        .forEach(fact -> flat.put(fact.name(), fact.value()));
    return flat;
  }

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    Floor floor =
        new Floor(
            "per-thread", 10, new Spread(900.5, 800.0, 950.0), 70.0, null, 30.5, null, 3, null);
    Floor many =
        new Floor("per-thread", 990, new Spread(500.0, 500.0, 500.0), 9.0, 99.0, 3.0, 4.0, 1, null);
    Gate gate = new Gate(990, 10_000, new Spread(25.0, 19.0, 60.0), 10);
    CalibrationRecord record =
        new CalibrationRecord(
            Instant.EPOCH,
            7,
            2,
            List.of("foreign-cpu"),
            new Spread(60.5, 58.0, 62.0),
            Spread.UNKNOWN,
            2,
            new Warmth("runs", 1.0, 2.0),
            20,
            25,
            List.of(floor, many),
            List.of(new Ceiling(10, "per-thread", 900.5)),
            List.of(gate),
            Map.of(FactNames.ROUND_TRIP_US, "100"));
    SweepFile.create(folder).put(SweepFile.CALIBRATION, record.asMap()).save();

    Map<String, String> flat = flat(folder);

    assertThat(CalibrationRecord.floors(flat)).containsExactly(floor, many);
    assertThat(CalibrationRecord.gates(flat)).containsExactly(gate);
    assertThat(CalibrationRecord.nullCpuNs(flat)).isEqualTo(60.5);
    assertThat(flat)
        .containsEntry("nullLoop", "runs")
        .containsEntry("link." + FactNames.ROUND_TRIP_US, "100")
        .containsEntry("ceilings.10.floor", "per-thread")
        .doesNotContainKey("nullBytesPerCall");
    assertThat(SweepFile.read(folder).text(SweepFile.CALIBRATION, CalibrationRecord.AT))
        .isEqualTo("1970-01-01T00:00:00Z");
  }

  /** Without it nobody can tell a floor of a timed sweep's own loop from another. */
  @Test
  void howWarmAFloorWasIsReadBackAndWhatMakesTheCalibrationDoubtful() throws IOException {
    Floor warm =
        new Floor(
            "coalescing",
            10,
            new Spread(900.5, 800.0, 950.0),
            null,
            null,
            null,
            null,
            3,
            new Warmth(Warmth.TIMED, 12.5, 5.0));
    CalibrationRecord record =
        new CalibrationRecord(
            Instant.EPOCH,
            7,
            3,
            List.of("foreign-cpu", "jitter"),
            Spread.UNKNOWN,
            Spread.UNKNOWN,
            0,
            null,
            20,
            25,
            List.of(warm),
            List.of(),
            List.of(),
            Map.of());
    SweepFile.create(folder).put(SweepFile.CALIBRATION, record.asMap()).save();

    Map<String, String> flat = flat(folder);

    assertThat(CalibrationRecord.floors(flat)).containsExactly(warm);
    assertThat(CalibrationRecord.flags(flat)).containsExactly("foreign-cpu", "jitter");
    assertThat(CalibrationRecord.flags(Map.of())).isEmpty();
  }

  @Test
  void whatEachProcessOfAFloorGaveIsReadBack() throws IOException {
    Floor floor =
        new Floor(
            "coalescing",
            100,
            new Spread(900.5, 800.0, 950.0),
            70.0,
            null,
            30.5,
            null,
            3,
            null,
            List.of(950.0, 800.0, 900.5));
    CalibrationRecord record =
        new CalibrationRecord(
            Instant.EPOCH,
            7,
            3,
            List.of(),
            Spread.UNKNOWN,
            Spread.UNKNOWN,
            0,
            null,
            20,
            25,
            List.of(floor),
            List.of(),
            List.of(),
            Map.of());
    SweepFile.create(folder).put(SweepFile.CALIBRATION, record.asMap()).save();

    Map<String, String> flat = flat(folder);
    assertThat(CalibrationRecord.floors(flat)).containsExactly(floor);
    assertThat(flat).containsEntry(CalibrationRecord.ROUNDS, "3");

    flat.put("floors.coalescing.100.each", "950.0, none, 900.5");
    assertThat(CalibrationRecord.floors(flat).get(0).each()).isEmpty();
  }

  @Test
  void aGateIsKeptByThreadsAndCallsAndThatOfMostCallsAsEver() throws IOException {
    Gate few = new Gate(990, 10, new Spread(1.5, 1.0, 2.0), 10);
    Gate many = new Gate(990, 1_000, new Spread(25.0, null, 60.0), 10);
    Gate other = new Gate(10, 1_000, new Spread(0.25, 0.2, 0.5), 9);
    CalibrationRecord record =
        new CalibrationRecord(
            Instant.EPOCH,
            7,
            0,
            List.of(),
            Spread.UNKNOWN,
            Spread.UNKNOWN,
            0,
            null,
            20,
            25,
            List.of(),
            List.of(),
            List.of(other, few, many),
            Map.of());
    SweepFile.create(folder).put(SweepFile.CALIBRATION, record.asMap()).save();

    Map<String, String> flat = flat(folder);

    assertThat(CalibrationRecord.gates(flat)).containsExactly(other, many);
    assertThat(CalibrationRecord.gatesAt(flat)).containsExactly(other, few, many);
    assertThat(flat.keySet().stream().filter(CalibrationRecord::isGateAt)).hasSize(3);
  }

  @Test
  void whatIsNoNumberIsUnknownAndNotZero() {
    assertThat(CalibrationRecord.nullCpuNs(Map.of())).isNull();
    assertThat(CalibrationRecord.nullCpuNs(Map.of("nullCpuNsPerCall", "unknown"))).isNull();
    Map<String, String> odd =
        Map.of(
            "floors.per-thread.0.callsPerSecond",
            "5",
            "floors.per-thread.many.callsPerSecond",
            "5",
            "floors.per-thread.10.low",
            "-1",
            "gates.990.medianMs",
            "NaN");
    assertThat(CalibrationRecord.floors(odd)).isEmpty();
    assertThat(CalibrationRecord.gates(odd)).isEmpty();
  }
}
