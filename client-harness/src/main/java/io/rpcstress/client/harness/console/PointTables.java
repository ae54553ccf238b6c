package io.rpcstress.client.harness.console;

import io.rpcstress.client.harness.process.PointRecord;
import io.rpcstress.measure.OpenRun;
import java.io.PrintStream;

/** The table of a point that has its result, whatever its load. Stateless. */
public final class PointTables {

  private PointTables() {}

  /** Prints one. */
  public static void print(PointRecord record, PrintStream out) {
    OpenRun open = record.openRun();
    if (open != null) {
      RateTable.print(open, out);
      return;
    }
    PointTable.print(record.runs(), out);
    PointTable.printClients(record.runs(), record.clientRuns(), out);
  }
}
