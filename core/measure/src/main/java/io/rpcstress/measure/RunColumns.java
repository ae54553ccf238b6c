package io.rpcstress.measure;

import static io.rpcstress.measure.Column.Type.DATETIME;
import static io.rpcstress.measure.Column.Type.INTEGER;
import static io.rpcstress.measure.Column.Type.NUMBER;
import static io.rpcstress.measure.Column.Type.STRING;

import java.util.ArrayList;
import java.util.HashMap;
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
    Map<String, String> cells = new HashMap<>();
    if (open == null) {
      RUN.write(run, cells);
    } else {
      OPEN.write(open, cells);
    }
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
    whole("payloadBytes", "bytes", "size of that; of a message the mean over its samples");
    whole("replyBytes", "bytes", "the same of the right answer, of a message");
    dimension(
        Dimension.MESSAGE,
        "the pack of a message, or the call of a user's own service, by name and hash");
  }

  private void load() {
    text("loop", "closed, or open: their latencies never mix");
    text("loadShape", "counted, timed or open");
    whole("threadNum", "", "calling threads");
    whole("requestNum", "", "the paper's RequestNumber");
    text("requestMode", "whose number that is");
    dimension(Dimension.IN_FLIGHT, "calls that each thread kept open");
    dimension(Dimension.CLIENTS, "client processes that called at once");
    dimension(Dimension.CLIENT_HOSTS, "hosts that the calls were dealt to");
    whole("client", "", "the one of several that the row is of");
    dimension(Dimension.SERVERS, "servers that each client called");
    dimension(Dimension.PATH, "what lay between client and server");
    dimension(Dimension.LINE, "what the line was shaped to, as it was checked; else as it is");
    dimension(Dimension.TLS, "how connections were encrypted: off, on, mtls");
    dimension(Dimension.COMPRESSION, "how calls were compressed: none, gzip, deflate");
    dimension(Dimension.JDK, "the JDK of client and server, as both report it; else the host's");
    dimension(Dimension.COLLECTOR, "the garbage collector of both, likewise; else serial");
    dimension(Dimension.FAULT, "what was broken from outside meanwhile");
    text("connectionPolicy", "as configured");
    dimension(Dimension.DURATION, "a window of a timed loop; of an open one, its counted part");
    dimension(Dimension.WARMUP, "the same load before that, not counted");
    dimension(Dimension.WINDOWS, "windows of a timed loop");
    dimension(Dimension.UNTIL_STEADY, "the longest warm-up of one that goes on until steady");
    dimension(Dimension.WARMUP_THREADS, "threads in the first half of the warm-up");
    dimension(Dimension.FULL_SPEED, "how long an open loop's process called as it could before");
    dimension(Dimension.LOAD_WARMUP, "warm-up of an open loop, where a sweep has several");
    dimension(Dimension.TRACE, "the times that an open loop replayed, by file and hash");
    for (Dimension each : Dimensions.declared()) {
      if (!each.equals(Dimension.OPERATION) && !has(each.column())) {
        dimension(each, "a dimension of the point");
      }
    }
    text("arrivals", "how the calls lay in time");
    whole("rate", "calls/s", "what was offered");
    whole("seed", "", "of the random arrivals");
    text("starting", "who started calls: async or threads");
    whole("repetition", "", "the process, from 0");
    whole("order", "", "the run in its process, from 0");
    add("startedAt", DATETIME, "", "when the gate opened");
  }

  private void calls() {
    micros("timeTotalUs", "from the gate to the last reply");
    number("TPS", "calls/s", "Eq. 3 of the paper");
    number("callsPerSecond", "calls/s", "good calls by the time");
    number("offeredPerSecond", "calls/s", "of the schedule");
    number("achievedPerSecond", "calls/s", "good in time");
    whole("callsIssued", "", "calls that were started");
    whole("callsOk", "", "with the right reply");
    whole("callsFailed", "", "with an error or a wrong reply");
    whole("callsTimedOut", "", "whose deadline passed");
    whole("callsAbandoned", "", "open when the run ended");
    whole("callsServed", "", "as the server counted");
    number("callsUnderWay", "", "mean concurrency: mean latency x rate");
    whole("callsLate", "", "good but later than lateAfterUs");
    micros("lateAfterUs", "the limit for that");
    whole("warmupIssued", "", "the same of the warm-up");
    whole("warmupOk", "", "likewise");
    whole("warmupFailed", "", "likewise");
    whole("warmupTimedOut", "", "likewise");
    whole("warmupAbandoned", "", "likewise");
    micros("faultDueUs", "when it was to break, from the counted calls' begin");
    micros("faultFromUs", "when the server's host was asked to break it");
    micros("faultToUs", "when what broke was started again, or went on");
    text("faultFailures", "failed calls by kind, as connect=5, with blanks between");
    whole("faultRan", "", "different calls that the server ran, by number; empty if it ended");
    whole("faultRanTwice", "", "how often it ran one again; if it ended, since its restart");
  }

  private void latency() {
    for (String each : List.of("min", "mean", "p50", "p90", "p95", "p99", "p999", "max")) {
      number(each + "Us", "us", "of good calls; of an open loop from when each was due");
    }
    for (String each : List.of("P50", "P99")) {
      number("first" + each + "Us", "us", "from a stream's start to its first message");
    }
    for (String each : List.of("P50", "P90", "P99", "P999", "Max")) {
      number("service" + each + "Us", "us", "of an open loop's calls from when each was started");
    }
  }

  private void cost() {
    for (String side : List.of("client", "server")) {
      micros(side + "CpuUs", "processor time of the process");
      whole(side + "CtxSwitches", "", "of its threads");
      whole(side + "AllocBytes", "bytes", "allocated");
      micros(side + "GcUs", "collecting garbage");
      micros(side + "CompileUs", "compiling");
    }
    whole("serverRssBytes", "bytes", "resident memory behind the run");
    add("serverStartedAt", DATETIME, "", "when its process started");
    text("serverProcess", "which process");
    text("serverAddress", "where the calls went: of a name the address that answered");
    micros("proxyCpuUs", "processor time of what lies between");
    whole("proxyCalls", "", "that it carried");
    whole("proxyConnections", "", "that it opened");
    whole("connections", "", "that the client opened");
    whole("bytesOut", "bytes", "sent by the client's host");
    whole("bytesIn", "bytes", "received by it");
    whole("packetsOut", "", "sent by it");
    whole("packetsIn", "", "received by it");
    text("bytesFrom", "what counted the bytes");
    number("clientEnergyMj", "mJ", "of the client's host");
    number("serverEnergyMj", "mJ", "of the server's host");
    number("clientIdleMw", "mW", "of the host at rest");
    number("serverIdleMw", "mW", "of the host at rest");
  }

  private void conditions() {
    String share = "of the client host's processors: ";
    number("clientHostCpuPercent", "percent", share + "busy");
    number("clientForeignCpuPercent", "percent", share + "taken by others");
    micros("clientJitterUs", "a sleep of 50 ms took longer by");
    micros("gateUs", "what starting and ending threads took");
    micros("releaseSkewUs", "from the first client's gate to the last one's");
    whole("steadyFrom", "", "first steady window");
    text("fresh", "what got new servers: round, cell, client");
    whole("technologyOrder", "", "place among the technologies of the point");
    text("flags", "what makes the row doubtful, with blanks between");
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
