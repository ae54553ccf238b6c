package io.rpcstress.client.harness.console;

import static io.rpcstress.client.harness.console.ConsoleTable.number;

import io.rpcstress.client.harness.campaign.coldstart.ColdSample;
import io.rpcstress.client.harness.campaign.coldstart.ColdStarts;
import io.rpcstress.client.harness.campaign.coldstart.ColdSubject;
import io.rpcstress.client.harness.campaign.coldstart.ColdSubject.Side;
import io.rpcstress.client.harness.campaign.repeat.MedianRange;
import io.rpcstress.client.harness.console.ConsoleTable.Column;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Cold starts for a person. Every sample is in the file more exactly. */
public final class ColdStartTable {

  private static final double KB_PER_MB = 1024;

  private ColdStartTable() {}

  public static void print(ColdStarts found, PrintStream out) {
    ConsoleTable table =
        new ConsoleTable(
            Column.words("side", 7),
            Column.words("technology", 22),
            Column.words("archive", 8),
            Column.number("start", "ms (min..max)", 24),
            Column.number("first", "ms", 10),
            Column.number(Integer.toString(found.calls()), "ms", 10),
            Column.number("CPU", "ms", 9),
            Column.number("RSS", "MB", 8),
            Column.number("n", 3));
    table.header(out);
    for (ColdSubject subject : found.subjects()) {
      MedianRange start = found.spread(subject, ColdSample::startMs);
      table.row(
          out,
          subject.side().label(),
          subject.technology(),
          subject.archive() ? "yes" : "no",
          start == null
              ? ""
              : String.format(
                  Locale.ROOT, "%.0f (%.0f..%.0f)", start.median(), start.low(), start.high()),
          median(found, subject, ColdSample::firstCallMs, 1),
          median(found, subject, ColdSample::callsMs, 1),
          median(found, subject, ColdSample::cpuMs, 0),
          median(found, subject, ColdStartTable::rssMb, 1),
          found.processes(subject));
    }
    out.printf(
        """

        Medians of n fresh JVMs in random order (seed %d). start = from the start of the process to the
        first good reply, of a server to its readiness line; first = from connecting to the first good
        reply; %d = from connecting to that many replies of one thread; CPU = of the process until then;
        RSS = resident memory at rest. archive = with a class-data archive of its own. null is the
        harness without a technology.
        """,
        found.seed(), found.calls());
    if (found.subjects().stream().anyMatch(subject -> subject.side() == Side.CLIENT)) {
      out.println("The servers that the clients called were running already.");
    }
  }

  private static @Nullable Double rssMb(ColdSample sample) {
    Long kb = sample.rssKb();
    return kb == null ? null : (Double) (kb / KB_PER_MB);
  }

  private static String median(
      ColdStarts found,
      ColdSubject subject,
      Function<ColdSample, @Nullable Double> value,
      int decimals) {
    MedianRange spread = found.spread(subject, value);
    return number(spread == null ? null : (Double) spread.median(), decimals);
  }
}
