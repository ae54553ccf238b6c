package io.rpcstress.client.harness.campaign.calibrate;

import io.rpcstress.client.harness.campaign.calibrate.CalibrationItem.Floor;
import io.rpcstress.client.harness.host.LinkReading;
import io.rpcstress.engine.load.ClockReading;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.record.CalibrationRecord;
import io.rpcstress.measure.record.CalibrationRecord.Ceiling;
import io.rpcstress.measure.record.CalibrationRecord.Spread;
import io.rpcstress.measure.record.CalibrationRecord.Warmth;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Sums up what the processes of a calibration gave. Stateless. */
final class Calibration {

  private static final double NANOS_PER_MICRO = 1e3;

  /** Significant digits of latencies, as the runs have. */
  private static final int DIGITS = 3;

  private Calibration() {}

  /**
   * What they gave together.
   *
   * @param items that were to be measured; one without a reading is not in the record
   */
  static CalibrationRecord of(
      MeasuredProcesses kept,
      Collection<CalibrationItem> items,
      ClockReading clock,
      LinkReading link) {
    Map<CalibrationItem, List<CalibrationReading>> readings = kept.readings();
    List<CalibrationReading> own = readings.getOrDefault(CalibrationItem.NULL, List.of());
    SortedSet<String> flags =
        readings.values().stream()
            .flatMap(List::stream)
            .flatMap(each -> each.flags().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    List<CalibrationRecord.Floor> floors =
        readings.keySet().stream()
            .filter(item -> item.floor() != Floor.NONE)
            .sorted(
                Comparator.comparing(CalibrationItem::floor)
                    .thenComparing(CalibrationItem::threads))
            .map(item -> floor(item, readings.getOrDefault(item, List.of())))
            .toList();
    return new CalibrationRecord(
        kept.at(),
        kept.seed(),
        kept.rounds(items),
        List.copyOf(flags),
        Spread.of(own, Calibration::clientCpuNs),
        Spread.of(own, CalibrationReading::clientBytes),
        own.size(),
        warmth(own),
        clock.granularityNanos(),
        clock.costNanos(),
        floors,
        ceilings(floors),
        kept.gates(),
        link.asMap());
  }

  private static @Nullable Double clientCpuNs(CalibrationReading reading) {
    Double micros = reading.clientCpuUs();
    return micros == null ? null : (Double) (micros * NANOS_PER_MICRO);
  }

  private static CalibrationRecord.Floor floor(
      CalibrationItem item, List<CalibrationReading> processes) {
    Histogram latencies = new Histogram(DIGITS);
    processes.forEach(each -> latencies.add(each.latencies()));
    Latency latency = Latency.of(latencies);
    return new CalibrationRecord.Floor(
        item.floor().label(),
        item.threads(),
        Spread.of(processes, CalibrationReading::callsPerSecond),
        latency.p50Us(),
        latency.p99Us(),
        median(processes, CalibrationReading::clientCpuUs),
        median(processes, CalibrationReading::serverCpuUs),
        processes.size(),
        warmth(processes),
        processes.stream().map(CalibrationReading::callsPerSecond).toList());
  }

  /** The higher floor of each thread count: no technology on sockets will pass it by much. */
  private static List<Ceiling> ceilings(List<CalibrationRecord.Floor> floors) {
    Map<Integer, Ceiling> highest = new TreeMap<>();
    for (CalibrationRecord.Floor each : floors) {
      Double rate = each.callsPerSecond().median();
      Ceiling before = highest.get(each.threads());
      if (rate != null && (before == null || rate > before.callsPerSecond())) {
        highest.put(each.threads(), new Ceiling(each.threads(), each.kind(), rate));
      }
    }
    return List.copyOf(highest.values());
  }

  private static @Nullable Warmth warmth(List<CalibrationReading> processes) {
    return processes.isEmpty()
        ? null
        : new Warmth(
            Warmth.TIMED,
            median(processes, CalibrationReading::warmSeconds),
            median(processes, CalibrationReading::measuredSeconds));
  }

  private static @Nullable Double median(
      List<CalibrationReading> processes, Function<CalibrationReading, @Nullable Double> value) {
    return Spread.of(processes, value).median();
  }
}
