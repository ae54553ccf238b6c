package io.rpcstress.client.harness.console;

import static io.rpcstress.client.harness.console.ConsoleTable.number;

import io.rpcstress.client.harness.campaign.coldstart.ColdRun.ColdSubject;
import io.rpcstress.client.harness.console.ConsoleTable.Column;
import io.rpcstress.measure.record.CalibrationRecord.Spread;
import io.rpcstress.measure.record.ColdStartRecord;
import io.rpcstress.measure.record.ColdStartRecord.Sample;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Cold starts for a person. Every sample is in the file more exactly. */
public final class ColdStartTable {

  private static final double KB_PER_MB = 1024;

  private static final Comparator<ColdSubject> ORDER =
      Comparator.comparing(ColdSubject::side)
          .thenComparing(ColdSubject::technology)
          .thenComparing(ColdSubject::archive);

  private ColdStartTable() {}

  public static void print(ColdStartRecord found, PrintStream out) {
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
    Map<ColdSubject, List<Sample>> subjects = new TreeMap<>(ORDER);
    found
        .samples()
        .forEach(
            each ->
                subjects.computeIfAbsent(ColdSubject.of(each), any -> new ArrayList<>()).add(each));
    subjects.forEach(
        (subject, samples) -> {
          Spread start = Spread.of(samples, Sample::startMs);
          table.row(
              out,
              subject.side(),
              subject.technology(),
              subject.archive() ? "yes" : "no",
              String.format(
                  Locale.ROOT, "%.0f (%.0f..%.0f)", start.median(), start.low(), start.high()),
              median(samples, Sample::firstCallMs, 1),
              median(samples, Sample::callsMs, 1),
              median(samples, Sample::cpuMs, 0),
              median(samples, ColdStartTable::rssMb, 1),
              samples.size());
        });
    out.printf(
        """

        Medians of n fresh JVMs in random order (seed %d). start = from the start of the process to the
        first good reply; first = from connecting to the first good reply; %d = from connecting to
        that many replies of one thread; CPU = of the process until then; RSS = resident memory at
        rest; archive = with a class-data archive. null is the harness without a technology.
        The servers that the clients called were running already.
        """,
        found.seed(), found.calls());
  }

  private static @Nullable Double rssMb(Sample sample) {
    Long kb = sample.rssKb();
    return kb == null ? null : (Double) (kb / KB_PER_MB);
  }

  private static String median(
      List<Sample> samples, Function<Sample, @Nullable Double> value, int decimals) {
    return number(Spread.of(samples, value).median(), decimals);
  }
}
