package io.rpcstress.client.harness.console;

import static io.rpcstress.client.harness.console.ConsoleTable.number;

import io.rpcstress.client.harness.campaign.calibrate.Calibration;
import io.rpcstress.client.harness.campaign.calibrate.Calibration.Ceiling;
import io.rpcstress.client.harness.campaign.calibrate.CalibrationItem;
import io.rpcstress.client.harness.campaign.calibrate.CalibrationReading;
import io.rpcstress.client.harness.campaign.calibrate.Gate;
import io.rpcstress.client.harness.campaign.repeat.MedianRange;
import io.rpcstress.client.harness.console.ConsoleTable.Column;
import io.rpcstress.client.harness.host.LinkReading;
import io.rpcstress.measure.Latency;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A calibration for a person. Every number is in sweep.json more exactly. */
public final class CalibrationTable {

  private static final ConsoleTable FLOORS =
      new ConsoleTable(
          Column.words("floor", 12),
          Column.number("threads", 8),
          Column.number("calls/s", 12),
          Column.number("min..max", 26),
          Column.number("p50", "us", 9),
          Column.number("p99", "us", 9),
          Column.number("A", "us/call", 10),
          Column.number("B", "us/call", 10),
          Column.number("warm", "s", 7),
          Column.number("n", 3));

  private CalibrationTable() {}

  public static void print(Calibration found, PrintStream out) {
    out.printf(
        Locale.ROOT,
        "the harness itself: %s ns of CPU and %s bytes a call (a driver that answers in the"
            + " process)%n",
        spread(found.nullCpuNs(), 0),
        spread(found.nullBytes(), 3));
    out.printf(
        Locale.ROOT,
        "the clock: steps of %d ns, %d ns a reading%n",
        found.clock().granularityNanos(),
        found.clock().costNanos());
    LinkReading link = found.link();
    out.printf(
        Locale.ROOT,
        "the link: %s us round trip, %s Mbit/s%n",
        known(link.roundTripP50Us(), 0),
        known(link.bandwidthMbps(), 1));
    out.println();
    FLOORS.header(out);
    for (CalibrationItem item : found.floors()) {
      MedianRange rate = found.spread(item, CalibrationReading::callsPerSecond);
      Latency latency = found.latency(item);
      FLOORS.row(
          out,
          item.floor().label(),
          item.threads(),
          number(rate == null ? null : (Double) rate.median(), 0),
          range(rate, 0),
          number(latency.p50Us(), 1),
          number(latency.p99Us(), 1),
          number(found.median(item, CalibrationReading::clientCpuUs), 1),
          number(found.median(item, CalibrationReading::serverCpuUs), 1),
          number(found.median(item, CalibrationReading::warmSeconds), 1),
          found.processes(item));
    }
    out.println();
    for (Ceiling each : found.ceilings()) {
      out.printf(
          Locale.ROOT,
          "ceiling at %d threads: %.0f calls/s, raw TCP, %s%n",
          each.threads(),
          each.callsPerSecond(),
          each.floor().label());
    }
    gates(found, out);
    FlagLines.explain(found.flags(), out);
    out.println(
        """

        Medians over n processes, which made calls for "warm s" before those that count; A, B = processor time of client and server for each
        call. Closed-loop percentiles are not a user's latency.\
        """);
  }

  /** A line a thread count: that of most calls, and those of fewer behind it. */
  private static void gates(Calibration found, PrintStream out) {
    Map<Integer, List<Gate>> byThreads =
        found.gates().stream()
            .collect(Collectors.groupingBy(Gate::threads, TreeMap::new, Collectors.toList()));
    for (List<Gate> gates : byThreads.values()) {
      List<Gate> fewer = gates.subList(0, gates.size() - 1);
      Gate most = gates.get(gates.size() - 1);
      out.printf(
          Locale.ROOT,
          "the gate at %d threads: %.2f ms (%.2f..%.2f) of every run, %d calls that stay in the"
              + " process among it%s%n",
          most.threads(),
          most.millis().median(),
          most.millis().low(),
          most.millis().high(),
          most.requests(),
          fewer.stream().map(CalibrationTable::ofCalls).collect(Collectors.joining()));
    }
  }

  private static String ofCalls(Gate gate) {
    return String.format(
        Locale.ROOT, "; of %d calls %.2f ms", gate.requests(), gate.millis().median());
  }

  private static String spread(@Nullable MedianRange value, int decimals) {
    return value == null
        ? "unknown"
        : number((Double) value.median(), decimals) + " (" + range(value, decimals) + ")";
  }

  private static String range(@Nullable MedianRange value, int decimals) {
    return value == null
        ? ""
        : number((Double) value.low(), decimals) + ".." + number((Double) value.high(), decimals);
  }

  private static String known(OptionalDouble value, int decimals) {
    return value.isEmpty() ? "unknown" : number((Double) value.getAsDouble(), decimals);
  }
}
