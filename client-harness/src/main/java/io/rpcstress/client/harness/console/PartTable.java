package io.rpcstress.client.harness.console;

import static io.rpcstress.client.harness.console.ConsoleTable.number;

import io.rpcstress.client.harness.console.ConsoleTable.Column;
import io.rpcstress.engine.load.PartResult;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.PartRow;
import java.io.PrintStream;
import java.util.List;

/** The parts of a mix for a person, a line each; nothing where the calls are none. */
public final class PartTable {

  private static final ConsoleTable TABLE =
      new ConsoleTable(
          Column.words("  part, us", 20),
          Column.number("ok", 9),
          Column.number("not ok", 7),
          Column.number("p50", 10),
          Column.number("p90", 10),
          Column.number("p99", 10),
          Column.number("p99.9", 10),
          Column.number("max", 10));

  private PartTable() {}

  public static void print(List<PartResult> parts, PrintStream out) {
    if (parts.isEmpty()) {
      return;
    }
    TABLE.header(out);
    for (PartResult each : parts) {
      PartRow row = each.row();
      Latency latency = row.latency();
      TABLE.row(
          out,
          "  " + row.part(),
          row.callsOk(),
          row.callsNotOk(),
          number(latency.p50Us(), 1),
          number(latency.p90Us(), 1),
          number(latency.p99Us(), 1),
          number(latency.p999Us(), 1),
          number(latency.maxUs(), 1));
    }
  }
}
