package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.ColdStart;
import io.rpcstress.analysis.model.SweepData;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
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
    List<ColdStart> all = ColdStart.of(data.sweep());
    if (all.isEmpty()) {
      return List.of();
    }
    Collection<List<ColdStart>> subjects =
        all.stream()
            .collect(
                Collectors.groupingBy(ColdStartTable::subject, TreeMap::new, Collectors.toList()))
            .values();
    return List.of(
        new Columns<List<ColdStart>>()
            .add("side", samples -> samples.get(0).side())
            .add("technology", samples -> samples.get(0).technology())
            .add("class-data archive", samples -> samples.get(0).archive())
            .add("processes", List::size)
            .add("start, ms", DECIMALS, median(ColdStart::startMs))
            .add(Heading.range("start, range"), ColdStartTable::range)
            .add("first call, ms", DECIMALS, median(ColdStart::firstCallMs))
            .add(all.get(0).calls() + " calls, ms", DECIMALS, median(ColdStart::callsMs))
            .add("CPU, ms", DECIMALS, median(ColdStart::cpuMs))
            .add("RSS, MiB", DECIMALS, median(ColdStartTable::rssMib))
            .table(
                "cold-start",
                "Cold start: fresh processes to their first replies",
                subjects,
                "Medians over fresh JVMs. Start: from the start of the process to the client's first"
                    + " good reply, or to the server's readiness line. Empty is unknown, or not asked of"
                    + " a server. `null` is the harness without a technology."));
  }

  /** Ascending as rows stand: by side, technology, and whether there is an archive. */
  private static String subject(ColdStart start) {
    return start.side() + '\0' + start.technology() + '\0' + start.archive();
  }

  private static Entry range(List<ColdStart> samples) {
    DoubleSummaryStatistics starts =
        samples.stream().mapToDouble(ColdStart::startMs).summaryStatistics();
    return Entry.range(starts.getMin(), starts.getMax(), DECIMALS);
  }

  private static @Nullable Double rssMib(ColdStart sample) {
    Double kib = sample.rssKb();
    return kib == null ? null : (Double) (kib / KIB_PER_MIB);
  }

  /** Of those that know it. */
  private static Columns.Value<List<ColdStart>> median(Function<ColdStart, @Nullable Double> what) {
    return samples -> {
      double[] known =
          samples.stream()
              .map(what)
              .filter(Objects::nonNull)
              .mapToDouble(Double::doubleValue)
              .toArray();
      return known.length == 0 ? null : Median.withDefaults().evaluate(known);
    };
  }
}
