package io.rpcstress.client.harness.console;

import static io.rpcstress.client.harness.console.ConsoleTable.number;

import io.rpcstress.client.harness.campaign.repeat.Repeated;
import io.rpcstress.client.harness.campaign.repeat.RuntimeRatio;
import io.rpcstress.client.harness.console.ConsoleTable.Column;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.help.Standings;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.stream.Stream;

/** Technologies against the first, for a person: by how much, how surely, and what that shows. */
public final class RatioTable {

  private static final ConsoleTable TABLE =
      new ConsoleTable(
          Column.words("  technology", 22),
          Column.number("ratio", 9),
          Column.number(Bootstrap.CONFIDENCE_PERCENT + " % interval", 19),
          new Column("standing", " %s"));

  private RatioTable() {}

  /**
   * Prints a row for each, the fastest first; nothing without any.
   *
   * @param repeated whether several processes of each were to be measured
   * @param verbose whether the method is printed, too
   */
  public static void print(
      List<RuntimeRatio> ratios, boolean repeated, boolean verbose, PrintStream out) {
    if (ratios.isEmpty()) {
      return;
    }
    Repeated reference = ratios.get(0).reference();
    boolean isCounted = reference.cell().loadShape() == LoadShape.COUNTED;
    out.printf(
        "times as long as %s, %s%s, over %s of each:%n",
        reference.cell().directoryName(),
        reference.cell().load(),
        isCounted ? ", first seconds of a JVM" : "",
        processes(ratios));
    TABLE.header(out);
    double cutoff = RuntimeRatio.cutoff(ratios);
    ratios.stream()
        .sorted(Comparator.comparingDouble(each -> each.ratio().value()))
        .forEach(each -> row(each, cutoff, out));
    if (!repeated) {
      out.println(
          "Runs of one process are one sample: --repeat 5 measures five processes of each.");
    }
    if (verbose) {
      out.printf(
          "Interval: %s, over client processes of one server, %d resamples, seed %d.%n",
          Bootstrap.METHOD, Bootstrap.RESAMPLES, Bootstrap.SEED);
      if (ratios.size() > 1) {
        out.println("The standings are corrected together after Holm.");
      }
    }
    out.println();
  }

  private static void row(RuntimeRatio each, double cutoff, PrintStream out) {
    Interval shown = each.shown(cutoff);
    TABLE.row(
        out,
        "  " + each.judged().cell().directoryName(),
        Double.isNaN(shown.value()) ? "" : number(shown.value(), 3),
        shown.isKnown() ? number(shown.low(), 3) + " to " + number(shown.high(), 3) : "",
        Standings.coloured(each.standing(cutoff)));
  }

  private static String processes(List<RuntimeRatio> ratios) {
    IntSummaryStatistics sizes =
        Stream.concat(
                Stream.of(ratios.get(0).reference()), ratios.stream().map(RuntimeRatio::judged))
            .mapToInt(each -> each.valid().size())
            .summaryStatistics();
    return sizes.getMin() == sizes.getMax()
        ? sizes.getMin() + (sizes.getMin() == 1 ? " process" : " processes")
        : sizes.getMin() + " to " + sizes.getMax() + " processes";
  }
}
