package io.rpcstress.analysis.choice;

import static io.rpcstress.analysis.choice.ChoiceData.interval;
import static io.rpcstress.analysis.choice.ChoiceData.number;
import static io.rpcstress.analysis.choice.ChoiceData.text;

import io.rpcstress.analysis.answer.CallCost;
import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Loads;
import io.rpcstress.analysis.answer.OfferedLabels;
import io.rpcstress.analysis.answer.Verdicts;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.record.SearchRecord;
import io.rpcstress.measure.statistics.Interval;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * All that a sweep measured and a reader can choose from, a row each, in the order of the model.
 *
 * <p>{@code subject} is the technology in its variant, and what else of its points a reader picks
 * as one; {@code protocol} what the harness takes; {@code n} the processes whose numbers these are;
 * {@code against} why the numbers carry no verdict, {@code invalid} that nothing of the row may
 * enter one; {@code leftOut} how many further processes of an open loop are not in the numbers;
 * {@code lost} what became of its load in processes that nothing disturbed, {@code disturbed} by
 * what others were; {@code failed} why there is no number but the rate that was offered; {@code
 * compiling} which share of the processor time a call compilers took; {@code carried} that the time
 * of a proxy or broker is part of it, and is not known; {@code cpuBy} the ratio of that time to
 * each choice at the same load that takes no more.
 */
final class Measurements {

  private static final double P99 = 99;

  /** A payload of lists is written as the number of their elements, each of so many bytes. */
  private static final String ELEMENTS = "elements=";

  private static final long ELEMENT_BYTES = 23;

  private static final String GREET = Dimension.OPERATION.defaultValue();

  /** The end of a pack's name in rows. */
  private static final String HASH_OF_A_PACK = "-[0-9a-f]{16}$";

  private Measurements() {}

  static List<ObjectNode> of(SweepData data, Verdicts verdicts) {
    List<ObjectNode> all = new ArrayList<>();
    data.steady().forEach(cell -> all.add(judged(steady(cell), cell, verdicts)));
    ofLikeLength(data).forEach(cell -> all.add(judged(counted(cell), cell, verdicts)));
    if (!data.open().isEmpty()) {
      Loads loads = Loads.of(data, LoadShape.OPEN);
      for (Cell cell : data.open()) {
        ObjectNode row = judged(offered(cell), cell, verdicts);
        besideCheaper(row, cell, loads.at(loads.of(cell)));
        all.add(row);
      }
    }
    data.searches().forEach(search -> all.add(searched(search)));
    Stream.of(LoadShape.OPEN, LoadShape.TIMED, LoadShape.COUNTED)
        .flatMap(shape -> data.failedPoints(shape).stream())
        .filter(failure -> !SweepData.isUnderFault(failure.point()))
        .forEach(failure -> all.add(failed(failure)));
    return all;
  }

  /** With what the report says of it beside its baseline at that load. */
  private static ObjectNode judged(ObjectNode row, Cell cell, Verdicts verdicts) {
    verdicts.all().stream()
        .filter(pair -> pair.point().equals(cell.point()))
        .findFirst()
        .ifPresent(
            pair -> {
              row.put("than", subject(pair.reference().point())).put("standing", pair.standing());
              interval(row, "ratio", pair.shown().interval());
            });
    return row;
  }

  private static ObjectNode steady(Cell cell) {
    List<String> against = new ArrayList<>();
    if (!cell.steadyIsShown()) {
      against.add("steady state assumed after a fixed warm-up");
    }
    if (!cell.hasSettled()) {
      against.add(
          "%d of %d processes settled".formatted(cell.settled().size(), cell.processes().size()));
    }
    cell.leftOut()
        .forEach(
            (flag, n) ->
                against.add(n + (n == 1 ? " process" : " processes") + " left out by " + flag));
    if (cell.callsFailed()) {
      against.add("calls failed");
    }
    ObjectNode row = closed(cell);
    text(row, "against", String.join("; ", against));
    return row;
  }

  private static ObjectNode closed(Cell cell) {
    ObjectNode row = row(cell.point(), cell.conditions().payloadBytes(), cell.valid().size());
    interval(row, "rate", Estimate.callsPerSecond(cell).interval());
    if (cell.againstLatencies().isEmpty()) {
      interval(row, "p99", Interval.unknown(cell.latency().at(P99)));
    }
    costs(row, cell);
    return row;
  }

  private static void besideCheaper(ObjectNode row, Cell cell, List<Cell> all) {
    ObjectNode ratios = ChoiceData.JSON.createObjectNode();
    for (Cell other : all) {
      if (CallCost.totalUs(cell) >= CallCost.totalUs(other)
          && !other.point().equals(cell.point())
          && !Series.isFloor(other.point().technology())) {
        interval(ratios, subject(other.point()), CallCost.ratio(cell, other).interval());
      }
    }
    if (!ratios.isEmpty()) {
      row.set("cpuBy", ratios);
    }
  }

  /** What a call costs: nothing where no process is left. */
  private static void costs(ObjectNode row, Cell cell) {
    CallCost cost = CallCost.of(cell);
    interval(row, "client", cost.client().interval());
    interval(row, "server", cost.server().interval());
    interval(row, "between", cost.between().interval());
    interval(row, "cpu", cost.total().interval());
    if (CallCost.isUnread(cell)) {
      row.put("carried", true);
    }
    number(row, "bytes", cost.bytes().value());
    number(row, "compiling", cost.compiling());
  }

  /**
   * One a series and thread count: at the requests that a report shows first, or where a series
   * lacks those, at its most, since a longer run is a warmer one.
   */
  private static Collection<Cell> ofLikeLength(SweepData data) {
    if (data.cells().isEmpty()) {
      return List.of();
    }
    int wanted = Loads.of(data, LoadShape.COUNTED).middle().requests();
    Comparator<Cell> order =
        Comparator.comparing((Cell c) -> c.point().requestNum() == wanted)
            .thenComparingInt(c -> c.point().requestNum());
    Map<Point, Cell> chosen = new LinkedHashMap<>();
    for (Cell cell : data.cells()) {
      chosen.merge(cell.point().withRequests(1), cell, (a, b) -> order.compare(a, b) > 0 ? a : b);
    }
    return chosen.values();
  }

  private static ObjectNode counted(Cell cell) {
    List<String> against = new ArrayList<>();
    if (!Flags.invalidating(cell).isEmpty()) {
      against.add("taken out of verdicts by " + String.join(", ", Flags.invalidating(cell)));
    }
    if (!cell.isSound()) {
      against.add(cell.callsNotOk() > 0 ? "calls failed" : "runs are missing");
    }
    ObjectNode row = closed(cell);
    against(row, against, "");
    return row;
  }

  /**
   * Why the numbers carry no verdict. Of counted loops that is so wherever something speaks against
   * the point; of open ones where flags leave no process, or one that is left lost calls. A timed
   * loop's numbers are those of the processes that no flag leaves out: nothing takes the row out.
   */
  private static void against(ObjectNode row, List<String> against, String leftOut) {
    text(row, "against", String.join("; ", against));
    text(row, "leftOut", leftOut);
    if (!against.isEmpty()) {
      row.put("invalid", true);
    }
  }

  /**
   * As two sweeps are compared: of the processes that no flag leaves out; where it leaves none, of
   * all, without intervals.
   */
  private static ObjectNode offered(Cell cell) {
    int all = cell.processes().size();
    int left = cell.valid().size();
    Cell used = left == 0 ? cell.unjudged() : cell;
    String lost = lost(cell);
    String disturbed = String.join(", ", cell.disturbing());
    List<String> against = new ArrayList<>();
    if (left == 0 && !disturbed.isEmpty()) {
      against.add("disturbed by " + disturbed);
    }
    if (!lost.isEmpty() && (left == 0 || cell.callsFailed())) {
      against.add("did not hold the rate: " + lost);
    }
    Point point = cell.processes().get(0).point();
    ObjectNode row = row(point, null, left == 0 ? all : left);
    interval(row, "rate", Interval.unknown(cell.offered().rate()));
    Interval p99 =
        Estimate.of(used, process -> Unknown.orNaN(process.offered().response().p99Us()))
            .interval();
    interval(row, "p99", left > 0 ? p99 : Interval.unknown(p99.value()));
    costs(row, cell);
    against(
        row,
        against,
        left == 0 || left == all
            ? ""
            : "%d of %d processes left out by %s"
                .formatted(all - left, all, String.join(", ", cell.leftOut().keySet())));
    text(row, "lost", lost);
    text(row, "disturbed", disturbed);
    offer(row, point);
    return row;
  }

  /**
   * What became of an open loop's load in processes that nothing disturbed; empty where it held.
   */
  private static String lost(Cell cell) {
    SortedSet<String> all = new TreeSet<>();
    cell.losing().forEach(each -> all.addAll(each.losses()));
    if (cell.callsFailed()) {
      all.add("calls lost");
    }
    return String.join(", ", all);
  }

  /** The arrivals of an open loop, and what a process did before its calls were counted. */
  static void offer(ObjectNode row, Point point) {
    OfferedLoad offered = point.offered();
    if (offered != null) {
      String fullSpeed = OfferedLabels.fullSpeed(point);
      row.put("arrivals", offered.shape().label());
      row.put(
          "warmup", (fullSpeed.isEmpty() ? "" : fullSpeed + ", ") + OfferedLabels.warmup(offered));
    }
  }

  /**
   * What a search found: its rate to the one that its precision tells from it. What it tried on the
   * way is no row: a probe is short, and one of few.
   */
  private static ObjectNode searched(SearchRecord search) {
    String label = Series.of(search).label();
    ObjectNode row = row(ChoiceData.SEARCH, label, label).put("n", search.confirmationsHeld());
    Integer rate = search.sustainableRate();
    if (rate != null) {
      interval(row, "rate", new Interval(rate, rate, rate * (1 + search.precision())));
      search
          .sustained()
          .ifPresent(
              probe ->
                  interval(row, "p99", Interval.unknown(Unknown.orNaN(probe.latency().p99Us()))));
    } else {
      text(row, "against", "no rate held " + search.slo());
    }
    called(row, search.command());
    text(row, "objective", search.slo());
    text(row, "arrivals", search.shape());
    return row;
  }

  /** What a search's calls did and carried, as far as its command says it. */
  static void called(ObjectNode row, String command) {
    String operation = word(command, "--operation");
    String payload = word(command, "--payload");
    String size = word(command, "--payload-bytes");
    if (payload.isEmpty() && size.isEmpty() && operation.equals(GREET)) {
      payload = Dimension.PAYLOAD.defaultValue();
    }
    text(row, "operation", operation);
    text(row, "payload", payload);
    Long bytes = bytes(size.isEmpty() ? payload : size);
    if (bytes != null) {
      row.put("size", bytes);
    }
  }

  private static String word(String command, String option) {
    Matcher found = Pattern.compile("(?:^| )" + option + " '?([^ ']+)").matcher(command);
    return found.find() ? found.group(1) : "";
  }

  /** Of an open loop with the load that it was offered. */
  private static ObjectNode failed(Failure failure) {
    Point point = failure.point();
    ObjectNode row = row(point, null, 0);
    OfferedLoad offered = point.offered();
    if (offered != null) {
      interval(row, "rate", Interval.unknown(offered.rate()));
    }
    row.put("failed", failure.cause().label());
    offer(row, point);
    return row;
  }

  private static ObjectNode row(String kind, String subject, String protocol) {
    return ChoiceData.JSON
        .createObjectNode()
        .put("kind", kind)
        .put("subject", subject)
        .put("protocol", protocol);
  }

  private static ObjectNode row(Point point, @Nullable Long payloadBytes, int processes) {
    ObjectNode row = row(ChoiceData.kind(point.loadShape()), subject(point), point.directoryName());
    if (point.inFlight() > 1) {
      row.put("inFlight", point.inFlight());
    }
    addOptions(row, point);
    text(row, "operation", point.operation());
    text(row, "payload", point.dimensions().text(Dimension.PAYLOAD));
    text(row, "pack", point.dimensions().text(Dimension.MESSAGE).replaceFirst(HASH_OF_A_PACK, ""));
    Long size = bytes(point, payloadBytes);
    if (size != null) {
      row.put("size", size);
    }
    row.put("threads", point.threadNum());
    if (point.loadShape() == LoadShape.COUNTED) {
      row.put("requests", point.requestNum());
    }
    return row.put("n", processes);
  }

  /** The row's own, or the sum of the payload's parts, which are sizes or counts of elements. */
  static @Nullable Long bytes(Point point, @Nullable Long known) {
    return known != null ? known : bytes(point.dimensions().text(Dimension.PAYLOAD));
  }

  private static @Nullable Long bytes(String payload) {
    long sum = 0;
    for (String part : payload.split(",", -1)) {
      String size = part.substring(part.indexOf('=') + 1);
      long bytes = part.startsWith(ELEMENTS) ? ELEMENT_BYTES : 1;
      if (!size.matches("[0-9]{1,9}")) {
        return null;
      }
      sum += bytes * Long.parseLong(size);
    }
    return sum;
  }

  /**
   * What else the harness needs for such calls, where they do not go to their server directly, are
   * encrypted or compressed, run on a JVM that was asked for, or come from several clients.
   */
  private static void addOptions(ObjectNode row, Point point) {
    ArrayNode options = ChoiceData.JSON.createArrayNode();
    for (Dimension each :
        List.of(
            Dimension.PATH,
            Dimension.TLS,
            Dimension.COMPRESSION,
            Dimension.JDK,
            Dimension.COLLECTOR,
            Dimension.CLIENTS)) {
      if (point.dimensions().has(each)) {
        options.add("--" + each.name()).add(point.dimensions().text(each));
      }
    }
    if (!options.isEmpty()) {
      row.set("options", options);
    }
  }

  /**
   * Without what a reader asks of, and without how long it was measured. The encoding of a pack's
   * message stays: it is chosen with the technology.
   */
  static String subject(Point point) {
    Dimensions own = point.dimensions();
    String encoding =
        own.has(Dimension.MESSAGE) ? own.text(Dimension.PAYLOAD) : Dimension.PAYLOAD.defaultValue();
    Dimensions rest =
        own.with(Dimension.OPERATION, Dimension.OPERATION.defaultValue())
            .with(Dimension.PAYLOAD, encoding)
            .with(Dimension.MESSAGE, "")
            .with(Dimension.FULL_SPEED, "")
            .with(Dimension.LOAD_WARMUP, "");
    return new Series(0, point.technology(), point.variant(), rest).labelWithoutTime();
  }
}
