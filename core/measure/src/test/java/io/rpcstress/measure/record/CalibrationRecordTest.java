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
import org.jspecify.annotations.Nullable;
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

  private Map<String, String> kept(
      List<String> flags, @Nullable Warmth nullWarmth, List<Floor> floors, List<Gate> gates)
      throws IOException {
    CalibrationRecord record =
        new CalibrationRecord(
            Instant.EPOCH,
            7,
            3,
            flags,
            new Spread(60.5, 58.0, 62.0),
            Spread.UNKNOWN,
            2,
            nullWarmth,
            20,
            25,
            floors,
            List.of(new Ceiling(10, "per-thread", 900.5)),
            gates,
            Map.of(FactNames.ROUND_TRIP_US, "100"));
    SweepFile.create(folder).put(SweepFile.CALIBRATION, record.asMap()).save();
    return flat(folder);
  }

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    Spread rates = new Spread(900.5, 800.0, 950.0);
    List<Double> each = List.of(950.0, 800.0, 900.5);
    Warmth timed = new Warmth(Warmth.TIMED, 12.5, 5.0, false);
    Warmth older = new Warmth(Warmth.TIMED, 12.5, 5.0, null);
    Floor warm = new Floor("coalescing", 10, rates, null, null, null, null, 3, timed, each);
    Floor cold = new Floor("per-thread", 990, rates, 70.0, null, 30.5, null, 3, null, List.of());
    Floor old = new Floor("multiplexed", 10, rates, null, null, null, null, 3, older, List.of());
    Map<String, String> flat =
        kept(
            List.of("foreign-cpu", "jitter"),
            new Warmth("runs", 1.0, 2.0, null),
            List.of(warm, old, cold),
            List.of());

    assertThat(CalibrationRecord.floors(flat)).containsExactly(warm, old, cold);
    assertThat(CalibrationRecord.nullCpuNs(flat)).isEqualTo(60.5);
    assertThat(CalibrationRecord.flags(flat)).containsExactly("foreign-cpu", "jitter");
    assertThat(flat)
        .containsEntry(CalibrationRecord.ROUNDS, "3")
        .containsEntry("nullLoop", "runs")
        .containsEntry("link." + FactNames.ROUND_TRIP_US, "100")
        .containsEntry("ceilings.10.floor", "per-thread")
        .doesNotContainKey("nullBytesPerCall");
    assertThat(SweepFile.read(folder).text(SweepFile.CALIBRATION, CalibrationRecord.AT))
        .isEqualTo("1970-01-01T00:00:00Z");

    flat.put("floors.coalescing.10.each", "950.0, none, 900.5");
    assertThat(CalibrationRecord.floors(flat).get(0).each()).isEmpty();
  }

  @Test
  void aGateIsKeptByThreadsAndCalls() throws IOException {
    Gate few = new Gate(990, 10, new Spread(1.5, 1.0, 2.0), 10);
    Gate many = new Gate(990, 1_000, new Spread(25.0, null, 60.0), 10);
    Gate other = new Gate(10, 1_000, new Spread(0.25, 0.2, 0.5), 9);

    Map<String, String> flat = kept(List.of(), null, List.of(), List.of(other, few, many));

    assertThat(CalibrationRecord.gatesAt(flat)).containsExactly(other, few, many);
    assertThat(flat.keySet().stream().filter(CalibrationRecord::isGateAt)).hasSize(3);
    assertThat(flat).containsEntry("gates.990.medianMs", "25.0");
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
            "gatesAt.990.10",
            "1.0, NaN");
    assertThat(CalibrationRecord.floors(odd)).isEmpty();
    assertThat(CalibrationRecord.gatesAt(odd)).isEmpty();
  }
}
