package io.rpcstress.measure;

import static io.rpcstress.measure.Column.Type.DATETIME;
import static io.rpcstress.measure.Column.Type.INTEGER;
import static io.rpcstress.measure.Column.Type.NUMBER;
import static io.rpcstress.measure.Column.Type.STRING;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a raw file's rows, the same for every load, in the order in which they are
 * written: each with its type, unit and meaning. Its cells are those of the components of {@link
 * Run} and {@link OpenRun}. Stateless.
 */
final class RunColumns {

  static final List<Column> ALL = new RunColumns().columns();
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

  static final RecordCells<Run> RUN = RecordCells.of(Run.class);
  static final RecordCells<OpenRun> OPEN = RecordCells.of(OpenRun.class);

  private final List<Column> columns = new ArrayList<>();

  private RunColumns() {}

  static Map<String, String> cells(Run run, @Nullable OpenRun open) {
    Map<String, String> cells = open == null ? RUN.cells(run) : OPEN.cells(open);
    cells.put("TPS", CsvRows.decimal(run.tps()));
    cells.put("callsPerSecond", CsvRows.decimal(run.callsPerSecond()));
    return cells;
  }

  private List<Column> columns() {
    subject();
    load();
    calls();
    latency();
    cost();
    conditions();
    return List.copyOf(columns);
  }

  private void subject() {
    text("technology", "what was called");
    text("variant", "how it was set up; example is the default");
    whole("type", "", "the technology's number, 1 to 3 as in the paper");
    text("operation", "what each call did");
    dimension(Dimension.PAYLOAD, "what each call carried");
    whole("payloadBytes", "bytes", "size of the payload; for a message the mean over its samples");
    whole("replyBytes", "bytes", "size of the right answer, for a message only");
    dimension(
        Dimension.MESSAGE,
        "the pack of a message, or the call of a user's own service, by name and hash");
  }

  private void load() {
    text("loop", "closed, or open: their latencies never mix");
    text("loadShape", "counted, timed or open");
    whole("threadNum", "", "calling threads");
    whole("requestNum", "", "the paper's RequestNumber");
    text("requestMode", "whether requestNum is in total or per thread");
    dimension(Dimension.IN_FLIGHT, "calls that each thread kept open");
    dimension(Dimension.CLIENTS, "client processes that called at once");
    dimension(Dimension.CLIENT_HOSTS, "client hosts that made the calls");
    whole("client", "", "which of several clients this row is of");
    dimension(Dimension.SERVERS, "servers that each client called");
    dimension(Dimension.PATH, "what lay between client and server");
    dimension(Dimension.LINE, "declared limits of the line, as checked; default: none declared");
    dimension(Dimension.TLS, "how connections were encrypted: off, on, mtls");
    dimension(Dimension.COMPRESSION, "how calls were compressed: none, gzip, deflate");
    dimension(Dimension.JDK, "JDK that both sides report; default: each host's own");
    dimension(Dimension.COLLECTOR, "garbage collector that both sides report; default: serial");
    dimension(Dimension.FAULT, "what was broken from outside during the calls");
    text("connectionPolicy", "how threads shared connections");
    dimension(Dimension.DURATION, "a window of a timed loop; of an open one, its counted part");
    dimension(Dimension.WARMUP, "uncounted load before that");
    dimension(Dimension.WINDOWS, "windows of a timed loop");
    dimension(Dimension.UNTIL_STEADY, "longest warm-up, if it lasts until the process is steady");
    dimension(Dimension.WARMUP_THREADS, "threads in the first half of the warm-up");
    dimension(Dimension.FULL_SPEED, "how long an open loop's process first called at full speed");
    dimension(Dimension.LOAD_WARMUP, "warm-up of an open loop, if a sweep has several");
    dimension(Dimension.TRACE, "recorded arrivals that an open loop replayed, by file and hash");
    for (Dimension each : Dimensions.declared()) {
      if (!each.equals(Dimension.OPERATION) && !has(each.column())) {
        dimension(each, "a dimension of the point");
      }
    }
    text("arrivals", "how calls were spread over time");
    whole("rate", "calls/s", "offered rate");
    whole("seed", "", "seed of the random arrivals");
    text("starting", "who started calls: async or threads");
    whole("repetition", "", "which process of the point, from 0");
    whole("order", "", "which run or window of the process, from 0");
    add("startedAt", DATETIME, "", "when the gate opened");
  }

  private void calls() {
    micros("timeTotalUs", "from the gate to the last reply");
    number("TPS", "calls/s", "Eq. 3 of the paper");
    number("callsPerSecond", "calls/s", "good calls divided by the time");
    number("offeredPerSecond", "calls/s", "calls due in the schedule");
    number("achievedPerSecond", "calls/s", "good replies within the schedule");
    whole("callsIssued", "", "all calls: the sum of the next four");
    whole("callsOk", "", "calls with the right reply (good)");
    whole("callsFailed", "", "calls with an error or a wrong reply");
    whole("callsTimedOut", "", "calls without a reply by their deadline");
    whole("callsAbandoned", "", "calls never started, or open when the run ended");
    whole("callsServed", "", "calls that the server counted");
    number("callsUnderWay", "", "mean concurrency: mean latency x rate");
    whole("callsLate", "", "good calls that took longer than lateAfterUs");
    micros("lateAfterUs", "limit for callsLate");
    whole("warmupIssued", "", "callsIssued of the warm-up");
    whole("warmupOk", "", "callsOk of the warm-up");
    whole("warmupFailed", "", "callsFailed of the warm-up");
    whole("warmupTimedOut", "", "callsTimedOut of the warm-up");
    whole("warmupAbandoned", "", "callsAbandoned of the warm-up");
    micros("faultDueUs", "when the fault was due, from the start of the counted calls");
    micros("faultFromUs", "when the server's host was requested to cause it");
    micros("faultToUs", "when the fault was over");
    text("faultFailures", "failed calls by kind, such as connect=5, separated by blanks");
    whole("faultRan", "", "different calls that the server ran, by number; empty if it ended");
    whole(
        "faultRanTwice",
        "",
        "how often the server ran a call again; if it ended, since its restart");
  }

  private void latency() {
    for (String each : List.of("min", "mean", "p50", "p90", "p95", "p99", "p999", "max")) {
      number(each + "Us", "us", "latency of good calls; in an open loop from when each was due");
    }
    for (String each : List.of("P50", "P99")) {
      number("first" + each + "Us", "us", "time from a stream's start to its first message");
    }
    for (String each : List.of("P50", "P90", "P99", "P999", "Max")) {
      number("service" + each + "Us", "us", "in an open loop: latency from each call's start");
    }
  }

  private void cost() {
    for (String side : List.of("client", "server")) {
      micros(side + "CpuUs", "processor time of the process");
      whole(side + "CtxSwitches", "", "context switches of its threads");
      whole(side + "AllocBytes", "bytes", "heap bytes allocated");
      micros(side + "GcUs", "time in garbage collections");
      micros(side + "CompileUs", "processor time of the JIT compilers");
      whole(side + "RssBytes", "bytes", "resident memory after the run");
    }
    add("serverStartedAt", DATETIME, "", "when the server's process started");
    text("serverProcess", "which server process was called");
    text("serverAddress", "address that was called; for a name the one that answered");
    micros("proxyCpuUs", "processor time of the proxy or broker");
    whole("proxyCalls", "", "calls that the proxy counted");
    whole("proxyConnections", "", "connections of clients open at the proxy");
    whole("connections", "", "connections that the client opened");
    whole("bytesOut", "bytes", "sent by the client's host");
    whole("bytesIn", "bytes", "received by it");
    whole("packetsOut", "", "sent by it");
    whole("packetsIn", "", "received by it");
    text("bytesFrom", "what counted bytes and packets: interface or socket");
  }

  private void conditions() {
    String share = "of the client host's processors: ";
    number("clientHostCpuPercent", "percent", share + "busy");
    number("clientForeignCpuPercent", "percent", share + "taken by other programs");
    micros("clientJitterUs", "how much longer a sleep of 50 ms took");
    micros("gateUs", "what starting and ending threads took");
    micros("releaseSkewUs", "time between the first and the last client's gate");
    whole("steadyFrom", "", "first steady window of the warm-up");
    text("fresh", "servers were new for each round or cell; client: never");
    whole("technologyOrder", "", "place in the order of the point's technologies");
    text("flags", "what makes the row doubtful, separated by blanks");
  }

  private void add(String name, Column.Type type, String unit, String meaning) {
    columns.add(new Column(name, type, unit, meaning));
  }

  private void text(String name, String meaning) {
    add(name, STRING, "", meaning);
  }

  private void whole(String name, String unit, String meaning) {
    add(name, INTEGER, unit, meaning);
  }

  private void number(String name, String unit, String meaning) {
    add(name, NUMBER, unit, meaning);
  }

  private void micros(String name, String meaning) {
    whole(name, "us", meaning);
  }

  private void dimension(Dimension dimension, String meaning) {
    boolean isCount = dimension.kind() == Dimension.Kind.COUNT;
    add(dimension.column(), isCount ? INTEGER : STRING, "", meaning);
  }

  private boolean has(String name) {
    return columns.stream().anyMatch(each -> each.name().equals(name));
  }
}
