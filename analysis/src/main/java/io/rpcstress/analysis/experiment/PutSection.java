package io.rpcstress.analysis.experiment;

import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.answer.Sample;
import io.rpcstress.analysis.experiment.Published.Technology;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.SweepData.ClientRun;
import io.rpcstress.analysis.model.Words;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.Heading;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * {@code put} of 64 and 512 bytes by clients of one thread, as published in 2017: batches, whose
 * rates' median and mean a client has; those of two clients are added. Nothing is dropped, the
 * first batch neither; the same without it stands beside. Timed loops stand beside them, by their
 * mean rate.
 */
final class PutSection {

  private static final String PUT = "put";
  private static final Published PUBLISHED = Published.load(PUT);

  static final ExperimentSection SECTION =
      ExperimentSection.of(PUT, PUBLISHED, PutSection::isIn, PutSection::tables)
          .filled(PutSection::filled);

  private static final String PAYLOAD = "key=64,value=512";
  private static final Median MIDDLE = Median.withDefaults().withCopy(true);
  private static final String MEDIAN = "median";
  private static final String AVERAGE = "average";

  /** How a setup ends where each thread waits for its reply. */
  private static final String ONE = "one in flight";

  /** How it ends where it does not, behind the number. */
  private static final String SEVERAL = " in flight";

  private static final int MAX_CLIENTS = 2;
  private static final long PUBLISHED_PUTS = 10_000_000;

  private PutSection() {}

  private static Words filled(Words words, SweepData data) {
    SortedSet<Long> puts = new TreeSet<>();
    data.cells().stream()
        .filter(c -> isCompared(c.point()))
        .forEach(c -> puts.add((long) batches(c) * c.point().requestNum()));
    puts.remove(PUBLISHED_PUTS);
    return words
        .when("scaled", !puts.isEmpty())
        .with("puts", puts.stream().map(n -> text("%,d", n)).collect(Collectors.joining(", ")))
        .with("summary", PublishedTables.summary(PUBLISHED, measured(data)));
  }

  private static boolean isIn(SweepData data) {
    return points(data).anyMatch(p -> p.operation().equals(PUT));
  }

  private static Stream<Point> points(SweepData data) {
    return Stream.concat(
        data.cells().stream().map(Cell::point), data.steady().stream().map(Cell::point));
  }

  private static boolean isCompared(Point point) {
    return point.operation().equals(PUT)
        && point.dimensions().text(Dimension.PAYLOAD).equals(PAYLOAD)
        && point.threadNum() == 1
        && point.clientHosts() == 1
        && point.clients() <= MAX_CLIENTS;
  }

  private static List<Measured> measured(SweepData data) {
    List<Measured> all = new ArrayList<>();
    Map<Point, List<ClientRun>> clients =
        data.clientRuns().stream().collect(Collectors.groupingBy(r -> r.point().cell()));
    data.cells().stream()
        .filter(c -> isCompared(c.point()))
        .forEach(
            c -> {
              List<ClientRun> own = clients.getOrDefault(c.point(), List.of());
              all.add(batches(c, own, true));
              if (batches(c) > 1) {
                all.add(batches(c, own, false));
              }
            });
    data.steady().stream().filter(c -> isCompared(c.point())).forEach(c -> all.add(timed(c)));
    return all;
  }

  private static List<Table> tables(SweepData data) {
    List<Measured> measured = measured(data);
    List<Table> all = new ArrayList<>(PublishedTables.of(PUT, PUBLISHED, measured));
    all.add(streaming(measured));
    return all;
  }

  /**
   * Whether the published gRPC streaming looks pipelined: its rate by that of a blocking socket,
   * with one put in flight and with several, beside the published ratio.
   */
  private static Table streaming(List<Measured> measured) {
    Technology streaming = technology("gRPC streaming");
    Technology socket = technology("Protobuf");
    List<Streaming> rows = new ArrayList<>();
    for (Measured above : measured) {
      for (Measured below : measured) {
        if (above.technology().equals(streaming.here())
            && below.technology().equals(socket.here())
            && below.setup().equals(above.setup().replaceFirst("[0-9]+" + SEVERAL, ONE))) {
          PUBLISHED.quantities().stream()
              .filter(q -> above.isRecorded(q) && below.isRecorded(q))
              .forEach(
                  q ->
                      rows.add(
                          new Streaming(
                              q,
                              above,
                              below,
                              PUBLISHED.ratio(streaming, socket, q),
                              above.by(below, q, above.setup().hashCode()))));
        }
      }
    }
    return new Columns<Streaming>()
        .add("quantity", Streaming::quantity)
        .add("gRPC streaming here", row -> row.above().setup())
        .add(Heading.marked("published ratio"), row -> PublishedTables.ratio(row.published()))
        .addAll(CellText.estimate("ratio here"), Streaming::ratio)
        .add(
            "published ratio inside the interval",
            row -> PublishedTables.isInside(row.published(), row.ratio()))
        .add("caveat", row -> row.above().caveatWith(row.below()))
        .table(ExperimentSection.words("put-streaming"), rows);
  }

  private static Technology technology(String name) {
    return PUBLISHED.technologies().stream()
        .filter(each -> each.published().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private record Streaming(
      String quantity, Measured above, Measured below, double published, Estimate ratio) {}

  private static String quantity(Point point, String statistic) {
    return (point.clients() == 1 ? "1 client, " : point.clients() + " clients, ") + statistic;
  }

  private static String clients(Point point) {
    return point.clients() == 1 ? "" : point.clients() + " clients, ";
  }

  private static String inFlight(Point point) {
    return point.inFlight() == 1 ? ONE : point.inFlight() + SEVERAL;
  }

  /**
   * Each process's statistic of its batches, or what its clients' statistics add up to.
   *
   * @param first whether each client's first batch counts
   */
  private static Measured batches(Cell cell, List<ClientRun> clients, boolean first) {
    Point point = cell.point();
    Map<Integer, Map<Integer, double[]>> rates = rates(cell, clients, first);
    Map<String, Sample> samples = new HashMap<>();
    boolean whole =
        cell.processes().size() == rates.size()
            && rates.values().stream().allMatch(each -> each.size() == point.clients());
    if (whole) {
      samples.put(quantity(point, MEDIAN), sample(cell, rates, MIDDLE::evaluate));
      samples.put(quantity(point, AVERAGE), sample(cell, rates, PutSection::mean));
    }
    String caveat = against(cell, first);
    return new Measured(
        point.directoryName(),
        "%s%d batches of %d, %s%s"
            .formatted(
                clients(point),
                batches(cell),
                point.requestNum(),
                inFlight(point),
                first ? "" : ", warm"),
        samples,
        caveat.isEmpty() && !whole ? "rows of single clients are missing" : caveat);
  }

  private static Sample sample(
      Cell cell, Map<Integer, Map<Integer, double[]>> rates, ToDoubleFunction<double[]> statistic) {
    return Sample.of(
        cell,
        process ->
            rates.getOrDefault(process.repetition(), Map.of()).values().stream()
                .mapToDouble(statistic)
                .sum());
  }

  /** The rates of each client's batches, by repetition and client. */
  private static Map<Integer, Map<Integer, double[]>> rates(
      Cell cell, List<ClientRun> clients, boolean first) {
    Stream<ClientRun> batches = cell.point().clients() == 1 ? batchesOfOne(cell) : clients.stream();
    return batches
        .filter(batch -> first || batch.order() > 0)
        .collect(
            Collectors.groupingBy(
                batch -> batch.point().repetition(),
                Collectors.groupingBy(
                    ClientRun::client,
                    TreeMap::new,
                    Collectors.collectingAndThen(
                        Collectors.toList(),
                        own -> own.stream().mapToDouble(ClientRun::callsPerSecond).toArray()))));
  }

  /** A process's batches, as those of its one client. */
  private static Stream<ClientRun> batchesOfOne(Cell cell) {
    return cell.processes().stream()
        .flatMap(
            process ->
                process.runs().stream()
                    .map(
                        run ->
                            new ClientRun(process.point(), 0, run.order(), run.callsPerSecond())));
  }

  /** Batches of the process that has most. */
  private static int batches(Cell cell) {
    return cell.processes().stream()
            .flatMap(process -> process.runs().stream())
            .mapToInt(Run::order)
            .max()
            .orElse(-1)
        + 1;
  }

  /** What keeps its numbers from being judged: flags of the first batch count where it does. */
  private static String against(Cell cell, boolean first) {
    SortedSet<String> flags = new TreeSet<>(Flags.invalidating(cell));
    cell.processes().stream()
        .flatMap(process -> (first ? process.runs() : process.counted()).stream())
        .forEach(run -> flags.addAll(run.flags()));
    flags.removeIf(flag -> !Flags.invalidates(flag));
    return !flags.isEmpty()
        ? "flagged " + String.join(", ", flags)
        : cell.callsNotOk() > 0 ? "calls failed" : cell.isSound() ? "" : "batches are missing";
  }

  private static double mean(double[] batches) {
    return Arrays.stream(batches).average().orElse(Double.NaN);
  }

  private static Measured timed(Cell cell) {
    Map<String, Sample> samples = new HashMap<>();
    if (cell.hasRate()) {
      samples.put(quantity(cell.point(), AVERAGE), Sample.of(cell, ProcessRuns::callsPerSecond));
    }
    return new Measured(
        cell.point().directoryName(),
        "%s%s, %s"
            .formatted(
                clients(cell.point()),
                Scope.of(List.of(cell)).labelWithin(),
                inFlight(cell.point())),
        samples,
        cell.callsFailed() ? "calls failed" : cell.hasRate() ? "" : "no process is left");
  }
}
