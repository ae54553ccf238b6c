package io.rpcstress.client.harness.console;

import static io.rpcstress.client.harness.console.ConsoleTable.grouped;

import io.rpcstress.client.harness.campaign.search.NextRate.Ending;
import io.rpcstress.client.harness.campaign.search.NextRate.Stage;
import io.rpcstress.client.harness.campaign.search.Slo;
import io.rpcstress.client.harness.console.ConsoleTable.Column;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.record.ProbeRecord;
import io.rpcstress.measure.record.SearchRecord;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One technology's search for a person: all probes in the order of their rates, then a sentence.
 */
public final class SearchTable {

  private static final ConsoleTable PROBES =
      new ConsoleTable(
          Column.number("offered/s", 12),
          Column.number("achieved/s", 12),
          Column.number("good/s", 12),
          Column.number("p50", "ms", 11),
          Column.number("p90", "ms", 11),
          Column.number("p99", "ms", 11),
          Column.number("p99.9", "ms", 11),
          Column.remark());
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double PERCENT = 100;

  /** How far past the knee the sentence looks, where such a probe was made. */
  private static final double SAID_FACTOR = 1.5;

  /** Flags that a violation says already. */
  private static final List<String> SAID =
      List.of(Flag.SATURATED.label(), Flag.TIMED_OUT.label(), Flag.ABANDONED.label());

  private SearchTable() {}

  public static void print(SearchRecord search, Slo slo, PrintStream out) {
    Integer capacity = search.capacity();
    out.printf(
        "%s: %s, %s for %d s after %d s%s%n",
        name(search),
        slo.words(),
        search.shape(),
        search.durationSeconds(),
        search.warmupSeconds(),
        capacity == null ? "" : "; a warm closed loop reaches %,d calls/s".formatted(capacity));
    PROBES.header(out);
    List<ProbeRecord> rows = new ArrayList<>(search.probes());
    rows.sort(Comparator.comparingInt(ProbeRecord::rate).thenComparingInt(ProbeRecord::number));
    rows.forEach(row -> row(search, row, out));
    out.println(sentence(search, slo));
    if (!search.monotone()) {
      out.println(
          "Not monotone: a lower rate failed than one that held, so the rate alone does not "
              + "decide.");
    }
  }

  public static void printLegend(PrintStream out) {
    out.println(
        """
        Percentiles are of the response time, from when a call was due; good/s = good replies within
        the limit of the highest percentile, per second of the schedule. Each confirmation is a
        process of its own; one process tries all other rates.
        warm-up-short: the client was still starting; use a longer --full-speed.\
        """);
  }

  private static void row(SearchRecord search, ProbeRecord row, PrintStream out) {
    Latency known = row.response();
    Latency response = known == null ? Latency.UNKNOWN : known;
    Double offered = row.offeredPerSecond();
    PROBES.row(
        out,
        grouped(offered == null ? (Double) (double) row.rate() : offered, 1),
        grouped(row.achievedPerSecond(), 1),
        grouped(row.goodputPerSecond(), 1),
        millis(response.p50Us()),
        millis(response.p90Us()),
        millis(response.p99Us()),
        millis(response.p999Us()),
        verdict(search, row));
  }

  private static String verdict(SearchRecord search, ProbeRecord row) {
    StringBuilder verdict = new StringBuilder();
    Integer found = search.sustainableRate();
    if (row.stage().equals(Stage.BEYOND.label()) && found != null) {
      verdict.append(factor(row.rate(), found)).append("x: ");
    } else if (row.stage().equals(Stage.CONFIRMATION.label())) {
      verdict.append("again: ");
    } else if (row.stage().equals(ProbeRecord.REPEATED)) {
      return "repeated: " + String.join(", ", row.violated());
    }
    verdict.append(row.holds() ? "holds" : String.join(", ", row.violated()));
    List<String> flags = new ArrayList<>(row.flags());
    flags.removeIf(flag -> !row.holds() && SAID.contains(flag));
    if (!flags.isEmpty()) {
      verdict.append(" [").append(String.join(" ", flags)).append(']');
    }
    return verdict.toString();
  }

  public static String sentence(SearchRecord search, Slo slo) {
    Integer rate = search.sustainableRate();
    if (rate == null) {
      return without(search, slo);
    }
    boolean bound = search.boundReached();
    return "%s sustains %s%,d calls/s at %s (%s%d of %d probes confirm%s)%s"
        .formatted(
            name(search),
            bound ? "at least " : "",
            rate,
            slo.words(),
            bound ? "" : "within " + rounded(search.precision() * PERCENT, 1) + " %, ",
            search.confirmationsHeld(),
            search.confirmations(),
            doubts(search, rate),
            bound ? bound(search) : beyond(search, rate));
  }

  /** What even the repeated confirmations carry; empty where nothing makes them doubtful. */
  private static String doubts(SearchRecord search, int rate) {
    Set<String> doubts = new TreeSet<>();
    search.probes().stream()
        .filter(row -> row.stage().equals(Stage.CONFIRMATION.label()) && row.rate() == rate)
        .filter(ProbeRecord::holds)
        .forEach(row -> doubts.addAll(row.doubts()));
    return doubts.isEmpty() ? "" : ", with " + String.join(", ", doubts);
  }

  private static String without(SearchRecord search, Slo slo) {
    if (search.ending().equals(Ending.NOT_EVEN_LOWEST.label())) {
      return "%s does not hold %s even at the lowest rate of %,d calls/s%s"
          .formatted(
              name(search),
              slo.words(),
              search.lowestRate(),
              search.probes().stream()
                  .filter(row -> row.rate() == search.lowestRate() && !row.holds())
                  .reduce((first, last) -> last)
                  .map(row -> ": " + String.join(", ", row.violated()))
                  .orElse(""));
    }
    if (search.ending().equals(Ending.UNCONFIRMED.label())) {
      return "%s: no rate was confirmed within %d probes: use a longer --duration"
          .formatted(name(search), search.mostProbes());
    }
    return "%s: the search failed: %s".formatted(name(search), search.failure());
  }

  private static String bound(SearchRecord search) {
    return search.ending().equals(Ending.HIGHEST_RATE.label())
        ? ": --max-rate %,d ended the search, so this is no maximum".formatted(search.highestRate())
        : ": %d probes ended the search, so this is no maximum".formatted(search.mostProbes());
  }

  private static String beyond(SearchRecord search, int rate) {
    return search.probes().stream()
        .filter(row -> row.stage().equals(Stage.BEYOND.label()))
        .min(Comparator.comparingDouble(row -> distance(row, rate)))
        .map(probe -> beyond(probe, rate))
        .orElse("");
  }

  private static String beyond(ProbeRecord probe, int rate) {
    Latency response = probe.response();
    Double goodput = probe.goodputPerSecond();
    if (response == null || goodput == null) {
      return "; at %sx: %s"
          .formatted(factor(probe.rate(), rate), String.join(", ", probe.violated()));
    }
    Double p99 = response.p99Us();
    return "; at %sx: %s good calls/s, p99 %s"
        .formatted(
            factor(probe.rate(), rate),
            grouped(goodput, 0),
            p99 == null ? "unknown" : millis(p99) + " ms");
  }

  private static double distance(ProbeRecord row, int found) {
    return Math.abs((double) row.rate() / found - SAID_FACTOR);
  }

  private static String factor(int rate, int found) {
    return rounded((double) rate / found, 2);
  }

  private static String rounded(double value, int decimals) {
    return BigDecimal.valueOf(value)
        .setScale(decimals, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  private static String name(SearchRecord search) {
    return search.variant().equals(Point.EXAMPLE)
        ? search.technology()
        : search.technology() + "@" + search.variant();
  }

  private static String millis(@Nullable Double micros) {
    return grouped(micros == null ? null : (Double) (micros / MICROS_PER_MILLI), 3);
  }
}
