package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.OfferedLabels;
import io.rpcstress.analysis.answer.ProcessInterval;
import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.explain.HostPair;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ColdStart;
import io.rpcstress.analysis.model.MeasuringLine;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Point;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/**
 * What a call costs, a row a series, at the load that most of them were measured at; of open loops
 * a row a load.
 */
public final class CallCostTable {

  private static final int DECIMALS = 1;
  private static final String CLIENT_SIDE = "client";

  private CallCostTable() {}

  /** One series there. */
  private record Line(
      String label,
      String contender,
      @Nullable Double clientUs,
      @Nullable Double serverUs,
      @Nullable Double betweenUs,
      @Nullable Double bytes,
      String connections,
      @Nullable Double firstRunMs) {}

  /** The table; empty where nothing was measured but searches. */
  public static Optional<Table> of(SweepData data) {
    if (!data.steady().isEmpty()) {
      Map<Integer, List<Line>> byThreads =
          data.steady().stream()
              .collect(
                  Collectors.groupingBy(
                      c -> c.point().threadNum(),
                      Collectors.mapping(c -> timed(c, data), Collectors.toList())));
      int threads = mostKnown(byThreads);
      return Optional.of(
          table(
              "What a call costs, at " + counted(threads, "thread"),
              byThreads.getOrDefault(threads, List.of()),
              data,
              "Of the processes that no flag leaves out."));
    }
    if (data.cells().isEmpty()) {
      return data.open().isEmpty() ? Optional.empty() : Optional.of(ofOpen(data));
    }
    int requests = mostCommon(data.cells(), c -> c.point().requestNum());
    Map<Integer, List<Line>> byThreads =
        data.cells().stream()
            .filter(c -> c.point().requestNum() == requests)
            .collect(
                Collectors.groupingBy(
                    c -> c.point().threadNum(),
                    Collectors.mapping(c -> counted(c, data), Collectors.toList())));
    int threads = mostKnown(byThreads);
    return Optional.of(
        table(
            "What a call costs, at %s and %s"
                .formatted(counted(threads, "thread"), counted(requests, "request")),
            byThreads.getOrDefault(threads, List.of()),
            data,
            "Of the runs after order 0."));
  }

  private static Table ofOpen(SweepData data) {
    return table(
        "What a call costs, at the rates offered",
        data.open().stream().map(cell -> offered(cell, data)).toList(),
        data,
        "Of the calls after the warm-up, the mean of the processes that no flag leaves out.");
  }

  private static Line offered(Cell cell, SweepData data) {
    return new Line(
        OfferedLabels.of(cell, data),
        cell.series().name(),
        mean(cell, ProcessRuns::clientCpuUs),
        mean(cell, ProcessRuns::serverCpuUs),
        null,
        mean(cell, ProcessRuns::bytes),
        connections(cell.conditions().connectionPolicy()),
        null);
  }

  /** Null where one of those that carry numbers does not know it, or none does. */
  private static @Nullable Double mean(Cell cell, Function<ProcessRuns, @Nullable Double> value) {
    return ProcessInterval.of(cell, value)
        .map(estimate -> (Double) estimate.interval().value())
        .orElse(null);
  }

  private static String counted(int n, String what) {
    return n + " " + what + (n == 1 ? "" : "s");
  }

  /** The thread count at which most is known; of those as good the middle one. */
  private static int mostKnown(Map<Integer, List<Line>> byThreads) {
    Map<Integer, Long> known = new HashMap<>();
    byThreads.forEach(
        (threads, lines) ->
            known.put(
                threads,
                lines.stream()
                    .flatMap(
                        line ->
                            Stream.of(
                                Optional.ofNullable(line.clientUs()),
                                Optional.ofNullable(line.serverUs()),
                                Optional.of(0.0)))
                    .filter(Optional::isPresent)
                    .count()));
    return middleOfMost(known);
  }

  /** The value of most; of those as many the middle one. */
  private static <T> int mostCommon(List<T> all, ToIntFunction<T> of) {
    Map<Integer, Long> count =
        all.stream().collect(Collectors.groupingBy(of::applyAsInt, Collectors.counting()));
    return middleOfMost(count);
  }

  private static int middleOfMost(Map<Integer, Long> count) {
    long most = count.values().stream().max(Comparator.naturalOrder()).orElse(0L);
    List<Integer> best =
        count.entrySet().stream()
            .filter(e -> e.getValue() == most)
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    return best.get(best.size() / 2);
  }

  private static Line timed(Cell cell, SweepData data) {
    return new Line(
        data.timedLabel(cell.series()),
        cell.point().directoryName(),
        cell.clientCpuUs(),
        cell.serverCpuUs(),
        cell.perCall(Run::proxyCpuUs),
        cell.perCall(Run::bytes),
        connections(cell.conditions().connectionPolicy()),
        null);
  }

  private static Line counted(Cell cell, SweepData data) {
    Point point = cell.point();
    HostPair hosts = HostPair.of(data.sweep(), point.directoryName());
    return new Line(
        data.series().stream()
            .filter(s -> s.holds(point))
            .map(data::countedLabel)
            .findFirst()
            .orElse(point.directoryName()),
        point.directoryName(),
        Explanation.clientCpuUs(cell, hosts),
        Explanation.serverCpuUs(cell, hosts),
        null,
        cell.perCall(Run::bytes),
        connections(cell.conditions().connectionPolicy()),
        cell.coldMs().isPresent() ? (Double) cell.coldMs().getAsDouble() : null);
  }

  private static String connections(String policy) {
    return policy.replace("multiplexed:", "shared: ").replace(':', ' ');
  }

  private static Table table(String title, List<Line> lines, SweepData data, String whose) {
    Map<String, Double> starts = coldStarts(data);
    boolean started = !starts.isEmpty();
    boolean ran = lines.stream().anyMatch(line -> line.firstRunMs() != null);
    boolean between = lines.stream().anyMatch(line -> line.betweenUs() != null);
    return new Columns<Line>()
        .add("technology", Line::label)
        .add("client CPU, us", DECIMALS, Line::clientUs)
        .add("server CPU, us", DECIMALS, Line::serverUs)
        .addIf(
            between, columns -> columns.add("proxy or broker CPU, us", DECIMALS, Line::betweenUs))
        .add("bytes", 0, Line::bytes)
        .add("connections", Line::connections)
        .addIf(started, c -> c.add("cold start, ms", 0, line -> starts.get(line.contender())))
        .addIf(!started && ran, columns -> columns.add("first run, ms", 0, Line::firstRunMs))
        .table(
            "call-cost",
            title,
            lines,
            notes(
                whose
                    + " CPU of "
                    + (between
                        ? "clients and servers, and of what is between them"
                        : "both hosts' processes")
                    + "; bytes both ways, headers included. "
                    + (started
                        ? "Cold start: from a fresh JVM to its first reply. "
                        : ran ? "First run: order 0 of a fresh process. " : "")
                    + "Empty is unknown.",
                started || ran ? "" : unmeasured(lines, data)));
  }

  private static List<String> notes(String about, String unmeasured) {
    return unmeasured.isEmpty() ? List.of(about) : List.of(about, unmeasured);
  }

  /** What to run for the starts that are missing. */
  private static String unmeasured(List<Line> lines, SweepData data) {
    return "Cold starts were not measured. Run this on the client's host, with the servers up%s: `%s`."
        .formatted(
            MeasuringLine.knowsHost(data.sweep())
                ? ""
                : ", and with --host, which the files do not say",
            MeasuringLine.coldStart(
                data.sweep(), lines.stream().map(Line::contender).distinct().toList()));
  }

  /** Median start of fresh clients, ms, by technology; without an archive where both are there. */
  private static Map<String, Double> coldStarts(SweepData data) {
    Map<String, List<ColdStart>> clients =
        ColdStart.of(data.sweep()).stream()
            .filter(c -> c.side().equals(CLIENT_SIDE))
            .collect(Collectors.groupingBy(ColdStart::technology));
    Map<String, Double> medians = new HashMap<>();
    clients.forEach(
        (technology, all) -> {
          boolean plain = all.stream().anyMatch(c -> !c.archive());
          double[] starts =
              all.stream()
                  .filter(c -> c.archive() != plain)
                  .mapToDouble(ColdStart::startMs)
                  .toArray();
          medians.put(technology, Median.withDefaults().evaluate(starts));
        });
    return medians;
  }
}
