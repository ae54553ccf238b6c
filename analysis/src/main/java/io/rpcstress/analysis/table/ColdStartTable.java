package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.ColdStart;
import io.rpcstress.analysis.model.SweepData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;
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
    Map<List<String>, List<ColdStart>> subjects = new LinkedHashMap<>();
    all.stream()
        .sorted(
            java.util.Comparator.comparing(ColdStart::side)
                .thenComparing(ColdStart::technology)
                .thenComparing(ColdStart::archive))
        .forEach(
            c ->
                subjects
                    .computeIfAbsent(
                        List.of(c.side(), c.technology(), c.archive() ? "yes" : "no"),
                        k -> new ArrayList<>())
                    .add(c));
    List<List<String>> rows = new ArrayList<>();
    subjects.forEach((subject, samples) -> rows.add(row(subject, samples)));
    return List.of(
        new Table(
            "cold-start",
            "Cold start: fresh processes to their first replies",
            List.of(
                "side",
                "technology",
                "class-data archive",
                "processes",
                "start, ms",
                "start, least to most",
                "first call, ms",
                all.get(0).calls() + " calls, ms",
                "CPU, ms",
                "RSS, MiB"),
            rows,
            List.of(
                "Medians over fresh JVMs. Start: from the start of the process to the client's first"
                    + " good reply, or to the server's readiness line. Empty is unknown, or not asked of"
                    + " a server. `null` is the harness without a technology.")));
  }

  private static List<String> row(List<String> subject, List<ColdStart> samples) {
    double[] starts = values(samples, ColdStart::startMs);
    List<String> row = new ArrayList<>(subject);
    row.add(Integer.toString(samples.size()));
    row.add(median(starts));
    row.add(
        Numbers.fixed(DoubleStream.of(starts).min().orElse(0), DECIMALS)
            + " to "
            + Numbers.fixed(DoubleStream.of(starts).max().orElse(0), DECIMALS));
    row.add(median(values(samples, ColdStart::firstCallMs)));
    row.add(median(values(samples, ColdStart::callsMs)));
    row.add(median(values(samples, ColdStart::cpuMs)));
    row.add(median(values(samples, ColdStartTable::rssMib)));
    return row;
  }

  private static @Nullable Double rssMib(ColdStart sample) {
    Double kib = sample.rssKb();
    return kib == null ? null : (Double) (kib / KIB_PER_MIB);
  }

  private static double[] values(
      List<ColdStart> samples, Function<ColdStart, @Nullable Double> what) {
    List<Double> known = new ArrayList<>();
    for (ColdStart each : samples) {
      Double value = what.apply(each);
      if (value != null) {
        known.add(value);
      }
    }
    return known.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static String median(double[] values) {
    return values.length == 0
        ? ""
        : Numbers.fixed(Median.withDefaults().evaluate(values), DECIMALS);
  }
}
