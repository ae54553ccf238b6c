package io.rpcstress.client.harness.console;

import static io.rpcstress.client.harness.console.ConsoleTable.grouped;

import io.rpcstress.client.harness.campaign.crosscheck.CrossCheck;
import io.rpcstress.client.harness.campaign.crosscheck.CrossCheck.Measure;
import io.rpcstress.client.harness.campaign.crosscheck.CrossCheck.Round;
import io.rpcstress.client.harness.console.ConsoleTable.Column;
import io.rpcstress.measure.statistics.Interval;
import java.io.PrintStream;
import java.util.Locale;

/** Both sides of a cross-check for a person. */
public final class CrossCheckTable {

  private CrossCheckTable() {}

  public static void print(CrossCheck check, PrintStream out) {
    int width = Math.max(12, check.generator().length() + 1);
    ConsoleTable table =
        new ConsoleTable(
            Column.words("", 9),
            Column.number("rpc-stress", 12),
            Column.number(check.generator(), width),
            Column.words("  theirs / ours (95 % interval)", 32),
            Column.remark());
    table.header(out);
    for (Measure each : Measure.values()) {
      table.row(
          out,
          each.label(),
          grouped(check.mean(Round::ours, each), 0),
          grouped(check.mean(Round::theirs, each), 0),
          "  " + text(check.ratio(each)),
          check.differs(each) ? "differs by more than 10 %" : "");
    }
  }

  private static String text(Interval ratio) {
    return ratio.isKnown()
        ? String.format(
            Locale.ROOT, "%.2f (%.2f to %.2f)", ratio.value(), ratio.low(), ratio.high())
        : String.format(Locale.ROOT, "%.2f", ratio.value());
  }
}
