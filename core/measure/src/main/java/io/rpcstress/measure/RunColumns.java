package io.rpcstress.measure;

import static io.rpcstress.measure.Column.Type.DATETIME;
import static io.rpcstress.measure.Column.Type.INTEGER;
import static io.rpcstress.measure.Column.Type.NUMBER;
import static io.rpcstress.measure.Column.Type.STRING;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a raw file's rows, the same for every load: each with its name, type, unit and
 * meaning, and how it is taken from a run. {@link RunCells} reads them. Stateless.
 */
final class RunColumns {

  /** A column, and its value of a row. */
  private record Bound(Column column, Function<Row, @Nullable Object> value) {}

  /**
   * What a row is made of.
   *
   * @param open null of a closed loop
   */
  private record Row(Run run, @Nullable OpenRun open) {}

  private static final List<Bound> BOUND = bound();

  static final List<Column> ALL = BOUND.stream().map(Bound::column).toList();

  static final List<String> NAMES = ALL.stream().map(Column::name).toList();

  /** Without these a row means nothing. */
  static final List<String> REQUIRED =
      List.of(
          "technology",
          "variant",
          "type",
          "loop",
          "threadNum",
          "requestNum",
          "requestMode",
          "repetition",
          "order",
          "startedAt",
          "timeTotalUs",
          "callsIssued",
          "callsOk",
          "callsFailed",
          "callsTimedOut",
          "callsAbandoned");

  /** Of an open loop's row, these too. */
  static final List<String> REQUIRED_OF_OPEN =
      List.of(
          "arrivals",
          "rate",
          "duration",
          "warmup",
          "seed",
          "starting",
          "offeredPerSecond",
          "achievedPerSecond",
          "warmupIssued",
          "warmupOk",
          "warmupFailed",
          "warmupTimedOut",
          "warmupAbandoned");

  static final String FLAG_SEPARATOR = " ";

  private RunColumns() {}

  private static List<Bound> bound() {
    List<Bound> columns = new ArrayList<>();
    subject(columns);
    load(columns);
    calls(columns);
    latency(columns);
    cost(columns);
    conditions(columns);
    return List.copyOf(columns);
  }

  private static void subject(List<Bound> to) {
    text(to, "technology", "what was called", r -> r.point().technology());
    text(to, "variant", "how it was set up; example is the default", r -> r.point().variant());
    whole(to, "type", "", "the technology's number, 1 to 3 as in the paper", r -> r.type());
    text(to, "operation", "what each call did", r -> r.conditions().operation());
    dimension(to, Dimension.PAYLOAD, "what each call carried");
    whole(to, "payloadBytes", "bytes", "size of that", r -> r.conditions().payloadBytes());
  }

  private static void load(List<Bound> to) {
    text(to, "loop", "closed, or open: their latencies never mix", r -> r.conditions().loop());
    text(to, "loadShape", "counted, timed or open", r -> r.point().loadShape().label());
    whole(to, "threadNum", "", "calling threads", r -> r.point().threadNum());
    whole(to, "requestNum", "", "the paper's RequestNumber", r -> r.point().requestNum());
    text(to, "requestMode", "whose number that is", r -> r.point().requestMode().label());
    dimension(to, Dimension.IN_FLIGHT, "calls that each thread kept open");
    dimension(to, Dimension.CLIENTS, "client processes that called at once");
    dimension(to, Dimension.CLIENT_HOSTS, "hosts that the calls were dealt to");
    whole(
        to, "client", "", "the one of several that the row is of", r -> r.circumstances().client());
    dimension(to, Dimension.SERVERS, "servers that each client called");
    dimension(to, Dimension.PATH, "what lay between client and server");
    text(to, "connectionPolicy", "as configured", r -> r.conditions().connectionPolicy());
    span(to, Dimension.DURATION, "a window of a timed loop; of an open one, its counted part");
    span(to, Dimension.WARMUP, "the same load before that, not counted");
    dimension(to, Dimension.WINDOWS, "windows of a timed loop");
    dimension(to, Dimension.UNTIL_STEADY, "the longest warm-up of one that goes on until steady");
    dimension(to, Dimension.WARMUP_THREADS, "threads in the first half of the warm-up");
    dimension(
        to, Dimension.FULL_SPEED, "how long an open loop's process called as it could before");
    dimension(to, Dimension.LOAD_WARMUP, "warm-up of an open loop, where a sweep has several");
    for (Dimension each : Dimensions.declared()) {
      if (!each.equals(Dimension.OPERATION) && !has(to, each.column())) {
        dimension(to, each, "a dimension of the point");
      }
    }
    open(to, "arrivals", STRING, "", "how the calls lay in time", o -> o.offered().shape().label());
    open(to, "rate", INTEGER, "calls/s", "what was offered", o -> o.offered().rate());
    open(to, "seed", INTEGER, "", "of the random arrivals", o -> o.offered().seed());
    open(to, "starting", STRING, "", "who started calls: async or threads", OpenRun::starting);
    whole(to, "repetition", "", "the process, from 0", r -> r.point().repetition());
    whole(to, "order", "", "the run in its process, from 0", Run::order);
    add(to, "startedAt", DATETIME, "", "when the gate opened", r -> r.run().startedAt());
  }

  private static void calls(List<Bound> to) {
    whole(to, "timeTotalUs", "us", "from the gate to the last reply", Run::timeTotalMicros);
    number(to, "TPS", "calls/s", "Eq. 3 of the paper", Run::tps);
    number(to, "callsPerSecond", "calls/s", "good calls by the time", Run::callsPerSecond);
    open(to, "offeredPerSecond", NUMBER, "calls/s", "of the schedule", OpenRun::offeredPerSecond);
    open(to, "achievedPerSecond", NUMBER, "calls/s", "good in time", OpenRun::achievedPerSecond);
    whole(to, "callsIssued", "", "calls that were started", r -> r.calls().issued());
    whole(to, "callsOk", "", "with the right reply", r -> r.calls().ok());
    whole(to, "callsFailed", "", "with an error or a wrong reply", r -> r.calls().failed());
    whole(to, "callsTimedOut", "", "whose deadline passed", r -> r.calls().timedOut());
    whole(to, "callsAbandoned", "", "open when the run ended", r -> r.calls().abandoned());
    whole(to, "callsServed", "", "as the server counted", Run::callsServed);
    number(
        to,
        "callsUnderWay",
        "",
        "mean concurrency: mean latency x rate",
        r -> r.circumstances().callsUnderWay());
    whole(to, "callsLate", "", "good but later than lateAfterUs", RunColumns::late);
    micros(to, "lateAfterUs", "the limit for that", RunColumns::lateAfterMillis);
    open(to, "warmupIssued", INTEGER, "", "the same of the warm-up", o -> o.warmup().issued());
    open(to, "warmupOk", INTEGER, "", "likewise", o -> o.warmup().ok());
    open(to, "warmupFailed", INTEGER, "", "likewise", o -> o.warmup().failed());
    open(to, "warmupTimedOut", INTEGER, "", "likewise", o -> o.warmup().timedOut());
    open(to, "warmupAbandoned", INTEGER, "", "likewise", o -> o.warmup().abandoned());
  }

  private static void latency(List<Bound> to) {
    String of = "of good calls; of an open loop from when each was due";
    number(to, "minUs", "us", of, r -> r.latency().minUs());
    number(to, "meanUs", "us", of, r -> r.latency().meanUs());
    number(to, "p50Us", "us", of, r -> r.latency().p50Us());
    number(to, "p90Us", "us", of, r -> r.latency().p90Us());
    number(to, "p95Us", "us", of, r -> r.latency().p95Us());
    number(to, "p99Us", "us", of, r -> r.latency().p99Us());
    number(to, "p999Us", "us", of, r -> r.latency().p999Us());
    number(to, "maxUs", "us", of, r -> r.latency().maxUs());
    String service = "of an open loop's calls from when each was started";
    open(to, "serviceP50Us", NUMBER, "us", service, o -> o.service().p50Us());
    open(to, "serviceP90Us", NUMBER, "us", service, o -> o.service().p90Us());
    open(to, "serviceP99Us", NUMBER, "us", service, o -> o.service().p99Us());
    open(to, "serviceP999Us", NUMBER, "us", service, o -> o.service().p999Us());
    open(to, "serviceMaxUs", NUMBER, "us", service, o -> o.service().maxUs());
  }

  private static void cost(List<Bound> to) {
    process(to, "client", r -> r.cost().client());
    process(to, "server", r -> r.cost().server());
    whole(to, "serverRssBytes", "bytes", "resident memory behind the run", RunColumns::rssBytes);
    add(
        to,
        "serverStartedAt",
        DATETIME,
        "",
        "when its process started",
        r -> r.run().circumstances().serverStartedAt());
    text(to, "serverProcess", "which process", r -> r.circumstances().serverProcess());
    micros(to, "proxyCpuUs", "processor time of what lies between", r -> r.cost().proxy().cpuMs());
    whole(to, "proxyCalls", "", "that it carried", r -> r.cost().proxy().calls());
    whole(to, "proxyConnections", "", "that it opened", r -> r.cost().proxy().connections());
    whole(to, "connections", "", "that the client opened", r -> r.conditions().connections());
    whole(to, "bytesOut", "bytes", "sent by the client's host", r -> r.cost().wire().bytesOut());
    whole(to, "bytesIn", "bytes", "received by it", r -> r.cost().wire().bytesIn());
    whole(to, "packetsOut", "", "sent by it", r -> r.cost().wire().packetsOut());
    whole(to, "packetsIn", "", "received by it", r -> r.cost().wire().packetsIn());
    text(to, "bytesFrom", "what counted the bytes", r -> r.cost().wire().countedBy());
    number(to, "clientEnergyMj", "mJ", "of the client's host", r -> r.cost().energy().clientMj());
    number(to, "serverEnergyMj", "mJ", "of the server's host", r -> r.cost().energy().serverMj());
    number(to, "clientIdleMw", "mW", "of the host at rest", r -> r.cost().energy().clientIdleMw());
    number(to, "serverIdleMw", "mW", "of the host at rest", r -> r.cost().energy().serverIdleMw());
  }

  private static void process(List<Bound> to, String side, Function<Run, ProcessCost> of) {
    micros(to, side + "CpuUs", "processor time of the process", r -> of.apply(r).cpuMs());
    whole(to, side + "CtxSwitches", "", "of its threads", r -> of.apply(r).ctxSwitches());
    whole(to, side + "AllocBytes", "bytes", "allocated", r -> of.apply(r).allocBytes());
    micros(to, side + "GcUs", "collecting garbage", r -> number(of.apply(r).gcMs()));
    micros(to, side + "CompileUs", "compiling", r -> number(of.apply(r).compileMs()));
  }

  private static void conditions(List<Bound> to) {
    String share = "of the client host's processors: ";
    number(to, "clientHostCpuPercent", "percent", share + "busy", r -> r.watch().hostCpuPercent());
    number(
        to,
        "clientForeignCpuPercent",
        "percent",
        share + "taken by others",
        r -> r.watch().foreignCpuPercent());
    micros(to, "clientJitterUs", "a sleep of 50 ms took longer by", r -> r.watch().jitterMs());
    micros(to, "gateUs", "what starting and ending threads took", r -> r.circumstances().gateMs());
    micros(
        to,
        "releaseSkewUs",
        "from the first client's gate to the last one's",
        r -> r.circumstances().releaseSkewMs());
    whole(to, "steadyFrom", "", "first steady window", r -> r.circumstances().steadyFrom());
    text(to, "fresh", "what got new servers: round, cell, client", r -> r.circumstances().fresh());
    whole(
        to,
        "technologyOrder",
        "",
        "place among the technologies of the point",
        r -> r.circumstances().technologyOrder());
    text(
        to,
        "flags",
        "what makes the row doubtful, with blanks between",
        r -> String.join(FLAG_SEPARATOR, r.flags()));
  }

  private static void add(
      List<Bound> to,
      String name,
      Column.Type type,
      String unit,
      String meaning,
      Function<Row, @Nullable Object> value) {
    to.add(new Bound(new Column(name, type, unit, meaning), value));
  }

  private static void text(
      List<Bound> to, String name, String meaning, Function<Run, @Nullable Object> value) {
    add(to, name, STRING, "", meaning, row -> value.apply(row.run()));
  }

  private static void whole(
      List<Bound> to,
      String name,
      String unit,
      String meaning,
      Function<Run, @Nullable Object> value) {
    add(to, name, INTEGER, unit, meaning, row -> value.apply(row.run()));
  }

  private static void number(
      List<Bound> to,
      String name,
      String unit,
      String meaning,
      Function<Run, @Nullable Double> value) {
    add(to, name, NUMBER, unit, meaning, row -> value.apply(row.run()));
  }

  /** A time that a run keeps in milliseconds. */
  private static void micros(
      List<Bound> to, String name, String meaning, Function<Run, @Nullable Double> millis) {
    add(to, name, INTEGER, "us", meaning, row -> Micros.ofMillis(millis.apply(row.run())));
  }

  private static void open(
      List<Bound> to,
      String name,
      Column.Type type,
      String unit,
      String meaning,
      Function<OpenRun, @Nullable Object> value) {
    add(to, name, type, unit, meaning, row -> row.open() == null ? null : value.apply(row.open()));
  }

  private static void dimension(List<Bound> to, Dimension dimension, String meaning) {
    add(
        to,
        dimension.column(),
        dimension.kind() == Dimension.Kind.COUNT ? INTEGER : STRING,
        "",
        meaning,
        row -> text(row.run().point(), dimension));
  }

  /** One that an open loop has, too, in its offered load. */
  private static void span(List<Bound> to, Dimension dimension, String meaning) {
    boolean counted = dimension.equals(Dimension.DURATION);
    add(
        to,
        dimension.column(),
        STRING,
        "",
        meaning,
        row -> {
          OfferedLoad offered = row.run().point().offered();
          return offered == null
              ? text(row.run().point(), dimension)
              : (counted ? offered.seconds() : offered.warmupSeconds()) + "s";
        });
  }

  /** Empty where the load shape has no such dimension. */
  private static String text(Point point, Dimension dimension) {
    return dimension.timedOnly() && point.loadShape() != LoadShape.TIMED
        ? ""
        : point.dimensions().text(dimension);
  }

  private static boolean has(List<Bound> columns, String name) {
    return columns.stream().anyMatch(each -> each.column().name().equals(name));
  }

  private static @Nullable Double number(@Nullable Long value) {
    return value == null ? null : (Double) value.doubleValue();
  }

  private static @Nullable Long rssBytes(Run run) {
    Long kib = run.cost().serverRssKb();
    return kib == null ? null : (Long) (kib * ServiceRow.BYTES_PER_KIB);
  }

  private static @Nullable Long late(Run run) {
    return Optional.ofNullable(run.lateness()).map(Lateness::calls).orElse(null);
  }

  private static @Nullable Double lateAfterMillis(Run run) {
    return Optional.ofNullable(run.lateness()).map(l -> (double) l.afterMs()).orElse(null);
  }

  /** A run's cells in the order of the header. */
  static List<String> cells(Run run, @Nullable OpenRun open) {
    Row row = new Row(run, open);
    return BOUND.stream().map(each -> cell(each.value().apply(row))).toList();
  }

  private static String cell(@Nullable Object value) {
    return value instanceof Double number ? CsvRows.decimal(number) : Objects.toString(value, "");
  }
}
