package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.Sweep.Fact;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.measure.record.CalibrationRecord;
import io.rpcstress.measure.record.CalibrationRecord.Floor;
import io.rpcstress.measure.record.CalibrationRecord.Spread;
import io.rpcstress.measure.record.ColdStartRecord;
import io.rpcstress.measure.record.ColdStartRecord.Sample;
import io.rpcstress.measure.record.SweepFile;
import io.rpcstress.measure.statistics.Bootstrap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/** What a sweep has beside its points. Each table is empty where it has nothing of that. */
public final class SweepTables {

  public static final String LIBRARIES = "libraries";

  private static final int DECIMALS = 1;
  private static final int CPU_DECIMALS = 2;
  private static final double KIB_PER_MIB = 1024;
  private static final String BETWEEN_LIBRARIES = ", ";

  private static final Columns<Floor> FLOOR =
      new Columns<Floor>()
          .add("floor", Floor::kind)
          .add("threads", Floor::threads)
          .add("processes", floor -> floor.processes() == 0 ? "" : floor.processes())
          .add("calls/s", DECIMALS, floor -> floor.callsPerSecond().median())
          .add(Heading.range("calls/s, range"), floor -> range(floor.callsPerSecond()))
          .interval(
              Bootstrap.CONFIDENCE_PERCENT + " % interval",
              DECIMALS,
              floor ->
                  Estimate.of(floor.kind() + " at " + floor.threads(), floor.each()).interval())
          .add("p50, us", DECIMALS, Floor::p50Us)
          .add("p99, us", DECIMALS, Floor::p99Us)
          .add("client CPU, us", CPU_DECIMALS, Floor::clientCpuUs)
          .add("server CPU, us", CPU_DECIMALS, Floor::serverCpuUs);

  private static final Columns<Library> LIBRARY =
      new Columns<Library>()
          .add("technology", Library::technology)
          .add("library", Library::name)
          .add("version, client", Library::client)
          .add("version, server", Library::server);

  private SweepTables() {}

  /** What bare sockets do between its hosts, as its calibration found it. */
  static List<Table> floors(Sweep sweep) {
    return FLOOR.tableOfSome(
        Tables.words("floors"),
        CalibrationRecord.floors(sweep.values(SweepFile.CALIBRATION)).stream()
            .filter(floor -> floor.callsPerSecond().median() != null)
            .toList());
  }

  private static Entry range(Spread rate) {
    return Entry.range(Unknown.orNaN(rate.low()), Unknown.orNaN(rate.high()), DECIMALS);
  }

  /** Starts of fresh processes, apart from every other number. */
  static List<Table> coldStarts(Sweep sweep) {
    List<ColdStartRecord> all = sweep.coldStarts();
    Collection<List<Sample>> subjects =
        all.stream()
            .flatMap(each -> each.samples().stream())
            .collect(Collectors.groupingBy(SweepTables::subject, TreeMap::new, Collectors.toList()))
            .values();
    String calls = all.isEmpty() ? "" : all.get(0).calls() + " calls, ms";
    return new Columns<List<Sample>>()
        .add("side", samples -> samples.get(0).side())
        .add("technology", samples -> samples.get(0).technology())
        .add("class-data archive", samples -> samples.get(0).archive())
        .add("processes", List::size)
        .add("start, ms", DECIMALS, median(Sample::startMs))
        .add(Heading.range("start, range"), SweepTables::starts)
        .add("first call, ms", DECIMALS, median(Sample::firstCallMs))
        .add(calls, DECIMALS, median(Sample::callsMs))
        .add("CPU, ms", DECIMALS, median(Sample::cpuMs))
        .add("RSS, MiB", DECIMALS, median(start -> Unknown.orNaN(start.rssKb()) / KIB_PER_MIB))
        .tableOfSome(Tables.words("cold-start"), subjects);
  }

  /** Ascending as rows stand: by side, technology, and whether there is an archive. */
  private static String subject(Sample start) {
    return start.side() + '\0' + start.technology() + '\0' + start.archive();
  }

  private static Entry starts(List<Sample> samples) {
    DoubleSummaryStatistics starts =
        samples.stream().mapToDouble(Sample::startMs).summaryStatistics();
    return Entry.range(starts.getMin(), starts.getMax(), DECIMALS);
  }

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

  static List<Table> libraries(Sweep sweep) {
    Map<String, Map<String, String>> clients = versions(sweep, SweepFile.CLIENT_LIBRARIES);
    Map<String, Map<String, String>> servers = versions(sweep, SweepFile.SERVER_LIBRARIES);
    List<Library> rows = new ArrayList<>();
    for (String technology : names(clients, servers)) {
      Map<String, String> client = clients.getOrDefault(technology, Map.of());
      Map<String, String> server = servers.getOrDefault(technology, Map.of());
      names(client, server)
          .forEach(
              name -> rows.add(new Library(technology, name, client.get(name), server.get(name))));
    }
    return LIBRARY.tableOfSome(Tables.words(LIBRARIES), rows);
  }

  private record Library(
      String technology, String name, @Nullable String client, @Nullable String server) {}

  private static Set<String> names(Map<String, ?> client, Map<String, ?> server) {
    Set<String> names = new TreeSet<>(client.keySet());
    names.addAll(server.keySet());
    return names;
  }

  private static Map<String, Map<String, String>> versions(Sweep sweep, String section) {
    Map<String, Map<String, String>> versions = new TreeMap<>();
    for (Fact fact : sweep.section(section)) {
      for (String library : fact.value().split(BETWEEN_LIBRARIES, -1)) {
        int space = library.indexOf(' ');
        if (space > 0) {
          versions
              .computeIfAbsent(fact.name(), unused -> new TreeMap<>())
              .put(library.substring(0, space), library.substring(space + 1));
        }
      }
    }
    return versions;
  }
}
