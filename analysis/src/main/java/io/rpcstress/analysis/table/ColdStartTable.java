package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.measure.record.ColdStartRecord;
import io.rpcstress.measure.record.ColdStartRecord.Sample;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/** Starts of fresh processes, apart from every other number. */
final class ColdStartTable {

  private static final int DECIMALS = 1;
  private static final double KIB_PER_MIB = 1024;

  private ColdStartTable() {}

  /** The table; empty where no cold start was measured. */
  static List<Table> of(SweepData data) {
    List<ColdStartRecord> all = data.sweep().coldStarts();
    Collection<List<Sample>> subjects =
        all.stream()
            .flatMap(each -> each.samples().stream())
            .collect(
                Collectors.groupingBy(ColdStartTable::subject, TreeMap::new, Collectors.toList()))
            .values();
    return subjects.isEmpty()
        ? List.of()
        : List.of(
            new Columns<List<Sample>>()
                .add("side", samples -> samples.get(0).side())
                .add("technology", samples -> samples.get(0).technology())
                .add("class-data archive", samples -> samples.get(0).archive())
                .add("processes", List::size)
                .add("start, ms", DECIMALS, median(Sample::startMs))
                .add(Heading.range("start, range"), ColdStartTable::range)
                .add("first call, ms", DECIMALS, median(Sample::firstCallMs))
                .add(all.get(0).calls() + " calls, ms", DECIMALS, median(Sample::callsMs))
                .add("CPU, ms", DECIMALS, median(Sample::cpuMs))
                .add(
                    "RSS, MiB",
                    DECIMALS,
                    median(sample -> Unknown.orNaN(sample.rssKb()) / KIB_PER_MIB))
                .table(
                    "cold-start",
                    "Cold start: fresh processes to their first replies",
                    subjects,
                    "Medians over fresh JVMs. Start: from the start of the process to the "
                        + "client's first good reply, or to the server's readiness line. Empty is "
                        + "unknown, or does not apply to a server. `null` is the harness without "
                        + "a technology."));
  }

  /** Ascending as rows stand: by side, technology, and whether there is an archive. */
  private static String subject(Sample start) {
    return start.side() + '\0' + start.technology() + '\0' + start.archive();
  }

  private static Entry range(List<Sample> samples) {
    DoubleSummaryStatistics starts =
        samples.stream().mapToDouble(Sample::startMs).summaryStatistics();
    return Entry.range(starts.getMin(), starts.getMax(), DECIMALS);
  }

  /** Of those that know it. */
  private static Columns.Value<List<Sample>> median(Function<Sample, @Nullable Double> what) {
    return samples -> {
      double[] known =
          samples.stream()
              .mapToDouble(each -> Unknown.orNaN(what.apply(each)))
              .filter(value -> !Double.isNaN(value))
              .toArray();
      return known.length == 0 ? null : Median.withDefaults().evaluate(known);
    };
  }
}
