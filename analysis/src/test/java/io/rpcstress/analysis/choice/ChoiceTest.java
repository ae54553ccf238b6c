package io.rpcstress.analysis.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.answer.Load;
import io.rpcstress.analysis.answer.Loads;
import io.rpcstress.analysis.answer.Overview;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.answer.Verdicts;
import io.rpcstress.analysis.database.SweepFolder;
import io.rpcstress.analysis.figure.MadeUpSweep;
import io.rpcstress.analysis.figure.ScriptEngine;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.HostPair;
import io.rpcstress.analysis.model.MeasuringLine;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.OpenRuns;
import io.rpcstress.analysis.sample.Row;
import io.rpcstress.analysis.sample.SteadyCells;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.analysis.summary.SummaryText;
import io.rpcstress.analysis.table.CallCostTable;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The page's ranking, from a sweep's data to rows, sentence and command lines. */
class ChoiceTest {

  @TempDir private Path temporary;

  /** Read by the client harness's tests, too, which give each line to its options. */
  private static final Path SWEEP_JSON = Path.of("src/test/resources/golden/choice-sweep.json");

  private static final Path COMMANDS = Path.of("src/test/resources/golden/choice-commands.txt");

  /** A core a host, but two for gRPC's server; a line of 100 Mbit/s. */
  private static final Map<String, HostPair> HOSTS =
      Map.of("rpcx", new HostPair(1, 1, 1e8), "grpc", new HostPair(1, 2, 1e8));

  private static final List<ObjectNode> CLOSED =
      List.of(
          steady("rpcx", 10, 10_000, 9_000, 11_000, ""),
          steady("rpcx", 100, 30_000, 29_000, 31_000, ""),
          steady("grpc", 100, 29_500, 28_000, 30_500, ""),
          steady("openfeign", 100, 8_000, 7_900, 8_100, ""),
          steady("tcp", 100, 90_000, 80_000, 95_000, "2 processes left out by foreign-cpu"));

  private static final List<ObjectNode> OPEN =
      List.of(
          offered("rpcx", 1_000, 4_000, 5_000, ""),
          offered("rpcx", 5_000, 20_000, 30_000, ""),
          offered("grpc", 500, 3_000, 3_000, ""),
          offered("tcp", 2_000, 900, 1_000, ""),
          offered("openfeign", 1_000, 5_000, 5_500, "saturated"));

  @Test
  void nearestInLoadIsShownAsWhatItIsAndNeverScaled() {
    JsonNode found = ask(CLOSED, "{threads: 80, bytes: 1000}");

    assertThat(subjects(found)).containsExactly("rpcx", "grpc", "openfeign", "tcp");
    assertThat(found.get("sentence").stringValue())
        .isEqualTo(
            "rpcx comes first of 3 by speed: steady, closed loop."
                + " Too close to call with rpcx: grpc."
                + " Differs from your question: measured at 100 threads, not 80; measured with 16 bytes,"
                + " not 1,000."
                + " Not ranked: tcp (a floor, no choice).");
    assertThat(found.get("rows").get(0).get("e").get("rate").get(0).intValue()).isEqualTo(30_000);
    assertThat(missing(found, "rpcx"))
        .contains("measured at 100 threads, not 80", "measured with 16 bytes, not 1,000");
    assertThat(found.get("commands").get(0).get("why").stringValue())
        .isEqualTo("Not measured, steady and in several processes, at 80 threads and 1,000 bytes.");
  }

  @Test
  void openLoopsAtOneRateAreRankedByTheirP99() {
    List<ObjectNode> atOneRate =
        List.of(
            offered("grpc", 100, 18_000, 18_000, ""),
            offered("redis", 100, 10_000, 10_000, ""),
            offered("http-form", 100, 20_000, 20_000, ""));

    JsonNode found = ask(atOneRate, "{threads: 100, bytes: 16}");

    assertThat(subjects(found)).containsExactly("redis", "grpc", "http-form");
    assertThat(found.get("sentence").stringValue())
        .isEqualTo(
            "redis comes first of 3 by speed, and by p99 at the same rate: open loop, at a rate that was"
                + " offered. Runner-up: grpc, behind by a factor of 1.8"
                + " (too few processes: 3 more).");
  }

  @Test
  void whatWasMeasuredThereNeedsNoCommandAndIntervalsThatOverlapAreNoOrder() {
    JsonNode found = ask(CLOSED.subList(0, 4), "{threads: 100, bytes: 16}");

    assertThat(found.get("sentence").stringValue())
        .isEqualTo(
            "rpcx comes first of 3 by speed: steady, closed loop. Too close to call with rpcx: grpc.");
    assertThat(ask(CLOSED, "{threads: 100, by: 'price'}").get("sentence").stringValue())
        .isEqualTo("Nothing to rank by: give a price whose cost is known.");
    assertThat(found.get("commands").size()).isZero();
  }

  @Test
  void aRateIsReachedWithItsWholeIntervalOrNotAtAll() {
    JsonNode found = ask(CLOSED, "{threads: 100, bytes: 16, rate: 30000}");

    assertThat(state(found, "openfeign")).isEqualTo("no: not reached by 100 threads");
    assertThat(state(found, "rpcx")).isEqualTo("open: the interval holds 30,000 calls/s");
    assertThat(state(found, "tcp")).startsWith("open: not judged: 2 processes left out");
    assertThat(state(ask(CLOSED, "{threads: 100, bytes: 16, rate: 20000}"), "grpc"))
        .isEqualTo("yes: reached");
    assertThat(state(ask(CLOSED, "{threads: 50, bytes: 16, rate: 20000}"), "grpc"))
        .as("not measured at 50 threads")
        .isEqualTo("open: not measured there");
  }

  @Test
  void aClosedLoopHoldsNoObjective() {
    JsonNode found = ask(CLOSED, "{threads: 100, bytes: 16, rate: 20000, p99: 10}");

    assertThat(state(found, "rpcx")).isEqualTo("open: rate reached; p99 under a rate not measured");
    assertThat(found.get("sentence").stringValue())
        .isEqualTo(
            "Not measured: nothing here shows 20,000 calls/s with p99 below 10 ms."
                + " Only an open loop, which makes calls when they are due, measures a p99 at a rate, and none was run here."
                + " Shown not to: openfeign.");
  }

  @Test
  void anOpenLoopAnswersForItsRatesAlone() {
    JsonNode found = ask(both(), "{threads: 100, bytes: 16, rate: 1000, p99: 10}");

    assertThat(found.get("kind").stringValue()).isEqualTo("open");
    assertThat(state(found, "rpcx")).isEqualTo("yes: held at 1,000 calls/s");
    assertThat(state(found, "tcp")).as("at a higher rate").isEqualTo("yes: held at 2,000 calls/s");
    assertThat(state(found, "grpc")).isEqualTo("open: measured up to 500 calls/s only");
    assertThat(state(found, "openfeign")).isEqualTo("no: not held at 1,000 calls/s");
    assertThat(found.get("sentence").stringValue())
        .isEqualTo(
            "1,000 calls/s with p99 below 10 ms: rpcx holds it. Shown not to: openfeign."
                + " A p99 limit of 5 ms or less would leave out rpcx.");
    assertThat(found.get("commands").get(0).get("text").stringValue()).contains("--protocol grpc ");
    assertThat(state(ask(both(), "{threads: 9, bytes: 16, rate: 3000, p99: 10}"), "rpcx"))
        .isEqualTo("open: not held at 5,000 calls/s, below it not measured");
    assertThat(state(ask(both(), "{threads: 9, bytes: 16, rate: 1000, p99: 4.5}"), "rpcx"))
        .as("the limit lies within the interval")
        .isEqualTo("open: the interval of p99 at 1,000 calls/s spans 4.5 ms");
  }

  @Test
  void pricesAreOfTheMeasuredCostAndUnknownWhereThatIs() {
    String question = "{threads: 100, bytes: 16, cpuPrice: 3.6, gbPrice: 2, by: 'price'}";
    JsonNode found = ask(CLOSED, question);

    assertThat(evaluate(CLOSED, "C.price(doc.rows[1], " + question + ")").doubleValue())
        .as("100 and 50 CPU-seconds and 0.2 GB a million calls")
        .isEqualTo(150 / 3600.0 * 3.6 + 0.4);
    assertThat(found.get("rows").size()).isEqualTo(4);
    assertThat(evaluate(OPEN, "C.price(doc.rows[0], " + question + ")").isNull()).isTrue();
  }

  /** An interval of that width has no order, and a floor is nothing to choose. */
  @Test
  void whatIsNotRankedSaysWhy() {
    List<ObjectNode> all =
        List.of(
            first("tcp", 90_000, ""),
            first("rpcx", 30_000, "foreign-cpu"),
            first("openfeign", 5_000, ""),
            steady("mml", 100, 40_000, 1_602, 636_080, ""),
            first("grpc", 10_000, ""));

    JsonNode found = ask(all.subList(0, 3), "{threads: 100, bytes: 16}");
    assertThat(subjects(found)).startsWith("openfeign");
    assertThat(found.get("sentence").stringValue())
        .startsWith(
            "No order, and no preference: only openfeign was measured well enough to be ranked by"
                + " speed: ")
        .endsWith(" Not ranked: tcp (a floor, no choice); rpcx (foreign-cpu).");
    assertThat(missing(found, "tcp")).contains("not ranked: a floor, no choice");
    assertThat(ask(all, "{threads: 100, bytes: 16, kind: 'first'}").get("sentence").stringValue())
        .contains(
            "grpc comes first of 2 by speed", " Runner-up: openfeign, behind by a factor of 2.");
    assertThat(ask(all.subList(3, 4), "{threads: 100, bytes: 16}").get("sentence").stringValue())
        .isEqualTo(
            "Nothing to rank. Not ranked: mml (its interval, 1,602 to 636,080 calls/s, is wider than a"
                + " factor of 2).");
  }

  @Test
  void aFailedPointIsNoNumber() {
    List<ObjectNode> all = new ArrayList<>(CLOSED);
    all.add(row("steady", "redis", 100, 0).put("failed", "timeout"));

    JsonNode found = ask(all, "{threads: 100, bytes: 16}");

    assertThat(state(found, "redis")).isEqualTo("no: failed there: timeout");
    assertThat(missing(found, "redis"))
        .as("said where no rate is asked for")
        .contains("failed: timeout");
    assertThat(found.get("commands").get(0).get("text").stringValue()).contains("redis");
  }

  @Test
  void commandLinesAreThoseThatTheHarnessTakes() throws IOException {
    List<String> lines = new ArrayList<>();
    commands(lines, CLOSED, "{threads: 80, bytes: 16}");
    commands(lines, CLOSED, "{threads: 10000, bytes: 4096}");
    commands(lines, CLOSED, "{threads: 100, bytes: 16, rate: 1000000}");
    commands(lines, CLOSED, "{threads: 1, bytes: 1, rate: 1, p99: 0.5}");
    commands(lines, CLOSED, "{threads: 100, bytes: 16, rate: 1000, p99: 10}");
    commands(lines, CLOSED, "{threads: 100, bytes: 16, p99: 0.001}");
    commands(lines, CLOSED, "{threads: 100, bytes: 16, p99: 60000}");
    List<ObjectNode> put = List.of(put("grpc@tuned", 1), put("rpcx", 8));
    commands(lines, put, "{threads: 100, operation: 'put', bytes: 16448}");
    commands(lines, put, "{threads: 100, operation: 'put', bytes: 16448, way: '8'}");
    commands(lines, put, "{threads: 100, operation: 'put', bytes: 65, rate: 200}");

    List<ObjectNode> paths =
        List.of(echo("grpc", "direct"), echo("grpc", "haproxy"), echo("grpc@tuned", "haproxy"));
    commands(lines, paths, "{threads: 32, bytes: 0, operation: 'list-echo'}");
    commands(
        lines, paths, "{threads: 32, bytes: 0, operation: 'list-echo', way: '1 --path haproxy'}");
    commands(lines, paths.subList(1, 2), "{threads: 32, bytes: 0, rate: 100, p99: 10}");
    commands(lines, List.of(clients("rpcx", 2)), "{threads: 1, bytes: 16}");
    commands(lines, List.of(order("rpcx")), "{threads: 100, bytes: 76}");
    commands(lines, List.of(order("rpcx")), "{threads: 100, bytes: 76, rate: 100, p99: 10}");

    Path folder = temporary.resolve("technologies");
    Files.createDirectories(folder.resolve("raw"));
    Files.copy(SWEEP_JSON, folder.resolve("sweep.json"));
    Sweep measured = SweepFolder.of(folder, null).sweep();
    lines.add(MeasuringLine.of(measured).orElseThrow().sweep());
    lines.add(MeasuringLine.coldStart(measured, List.of("rpcx", "grpc@tuned")));
    lines.add(coldStartLine(SteadyCells.data(SteadyCells.cell(SteadyCells.point("tcp", 10), 9))));

    assertThat(String.join("\n", lines) + "\n").isEqualTo(Files.readString(COMMANDS));
  }

  /** A broker's cost is one of each loop's calls, and no number is computed twice. */
  @Test
  void aCallCostsTheSameWhereverThatStands() {
    UnaryOperator<Run> brokered = run -> new Row(run).between(30 * run.callsOk()).run();
    List<ProcessRuns> open =
        OpenRuns.ofTwoRates().open().stream()
            .flatMap(cell -> Cells.rows(cell, brokered).processes().stream())
            .toList();
    Cell timed = SteadyCells.cell(SteadyCells.point("rpcx", 10), 20_000, 30_000, 10_000);
    Point first = SweepGenerator.point("rpcx", 10, 100, RequestMode.TOTAL);
    Cell counted = Cells.repeated(1, first, Cells.around(10), Cells.around(20));
    for (SweepData data :
        List.of(
            OpenRuns.data(open),
            SteadyCells.data(Cells.rows(timed, brokered)),
            Cells.data(List.of(Cells.rows(counted, brokered)), List.of()))) {
      Loads loads = Loads.of(data, data.all().get(0).point().loadShape());
      Table table = CallCostTable.of(data, loads, loads.middle());
      ObjectNode row = rows(data).get(0);
      assertThat(table.header().subList(1, 4))
          .containsExactly("client CPU, us", "server CPU, us", "proxy or broker CPU, us");
      assertThat(table.rows().get(0).subList(1, 4))
          .isEqualTo(
              Stream.of("client", "server", "between")
                  .map(cost -> "%.1f".formatted(row.get(cost).get(0).doubleValue()))
                  .toList());
      assertThat(table.rows().get(0).get(3)).isEqualTo("30.0");
    }
    SweepData offered = OpenRuns.data(open);
    assertThat(SummaryText.of(offered, Findings.of(offered)))
        .as("client's 200, server's 100 and the broker's 30 us")
        .containsPattern("\\| rpcx \\|.* \\| 330 \\| 150 \\|");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "message | encoding=avro | --message web-order.pack.jar --encoding avro",
        "chat | encoding=avro,messages=5,window=2 | --operation chat --message web-order.pack.jar"
            + " --encoding avro --payload messages=5,window=2"
      })
  void aMessageIsMeasuredAgainByTheNameOfItsPack(String operation, String payload, String words) {
    Point point =
        SteadyCells.point("grpc", 10)
            .with(Dimension.OPERATION, operation)
            .with(Dimension.PAYLOAD, payload)
            .with(Dimension.MESSAGE, "web-order-0123456789abcdef");
    SweepData data = SteadyCells.data(SteadyCells.cell(point, 1_000, 1_010));
    List<ObjectNode> rows = Measurements.of(data, Verdicts.of(data));

    assertThat(texts(ask(rows, "{threads: 80, operation: '%s'}".formatted(operation))))
        .singleElement()
        .asString()
        .contains(words);
  }

  @Test
  void anEncryptedAndCompressedCallIsMeasuredAgainSoOnItsJvm() {
    Point point =
        SteadyCells.point("grpc", 10)
            .with(Dimension.TLS, "mtls")
            .with(Dimension.COMPRESSION, "gzip")
            .with(Dimension.JDK, "25")
            .with(Dimension.COLLECTOR, "g1");
    List<ObjectNode> rows = rows(SteadyCells.data(SteadyCells.cell(point, 1_000, 1_010)));

    assertThat(texts(ask(rows, "{threads: 80}")))
        .singleElement()
        .asString()
        .contains("--protocol grpc ", " --tls mtls ", " --compression gzip ", " --jdk 25 --gc g1 ");
  }

  @Test
  void aServiceOfTheReadersHasNoCommandOfOurs() {
    ObjectNode own = steady("own-http", 10, 1_000, 990, 1_010, "").put("operation", "call");

    for (String question : List.of("{threads: 80}", "{threads: 80, bytes: 9, rate: 5000}")) {
      JsonNode commands = ask(List.of(own), question).get("commands");
      assertThat(commands.size()).isOne();
      assertThat(commands.get(0).get("text").stringValue()).isEmpty();
      assertThat(commands.get(0).get("why").stringValue())
          .endsWith(" A service of your own: call it again with --url or --target.");
    }
  }

  /** What the table of costs says to run where starts were not measured. */
  private static String coldStartLine(SweepData data) {
    Loads loads = Loads.of(data, LoadShape.TIMED);
    return CallCostTable.of(data, loads, loads.middle()).notes().stream()
        .map(Pattern.compile("`(java [^`]*)`")::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aSweepsOwnPointsAreTheEvidence() {
    SweepData data =
        SteadyCells.data(
            MadeUpSweep.small(),
            SteadyCells.cell(SteadyCells.point("rpcx", 10), 20_000, 20_300, 19_800, 20_100));
    List<ObjectNode> all = rows(data);

    ObjectNode steady = all.get(0);
    assertThat(steady.get("kind").stringValue()).isEqualTo("steady");
    assertThat(steady.get("size").intValue()).isEqualTo(16);
    assertThat(steady.get("rate").get(0).doubleValue()).isBetween(20_000.0, 20_100.0);
    assertThat(steady.get("rate").size()).as("with both ends").isEqualTo(3);
    assertThat(steady.get("client").get(0).doubleValue()).isBetween(99.9, 100.1);
    assertThat(all).filteredOn(e -> e.path("failed").asString("").equals("timeout")).isNotEmpty();
    assertThat(all)
        .filteredOn(e -> e.get("kind").stringValue().equals("first") && !e.has("failed"))
        .as(
            "at the requests that are shown first, else at the most; once a series and thread count")
        .hasSize(20)
        .anyMatch(
            e ->
                e.get("requests").intValue()
                    == Loads.of(data, LoadShape.COUNTED).middle().requests());
  }

  /** The chart's word, where it has one: of two processes a side nothing is shown, however near. */
  @Test
  void theRunnerUpStandsAsInTheChart() {
    SweepData data =
        SteadyCells.data(
            SteadyCells.cell(SteadyCells.point("rpcx", 10), 20_000, 20_400),
            SteadyCells.cell(SteadyCells.point("grpc", 10), 19_900, 20_300));
    Overview.Row charted = Findings.of(data).overviews().get(0).judgedRows().get(0);
    assertThat(charted.standing()).isEqualTo("too few processes: 3 more");

    List<ObjectNode> all = rows(data);

    assertThat(all.get(1).get("than").stringValue()).isEqualTo("rpcx");
    assertThat(all.get(1).get("ratio").get(0).doubleValue())
        .isCloseTo(charted.value(), within(0.001));
    assertThat(ask(all, "{threads: 10, bytes: 16}").get("sentence").stringValue())
        .contains("Runner-up: grpc, behind by a factor of 1 (" + charted.standing() + ").");
  }

  @Test
  void theRunnerUpIsFollowedByWhatWouldMakeAnotherTheFirst() {
    ObjectNode cheap = steady("grpc", 100, 20_000, 19_900, 20_100, "");
    with(cheap, "cpu", 60, 55, 65);
    List<ObjectNode> all = new ArrayList<>(List.of(CLOSED.get(1), cheap));
    String question = "{threads: 100, bytes: 16}";
    assertThat(ask(all, question).get("sentence").stringValue())
        .endsWith(" What would change that: by CPU grpc comes first.");

    all.add(steady("grpc", 10, 12_000, 11_900, 12_100, ""));
    assertThat(ask(all, question).get("sentence").stringValue())
        .as("rpcx was not measured there")
        .doesNotContain("at 10 threads");
    all.add(CLOSED.get(0));
    assertThat(ask(all, question).get("sentence").stringValue())
        .endsWith(" What would change that: at 10 threads grpc comes first.");
  }

  /** Calls over one service and over two carry as many bytes. */
  @Test
  void aPayloadInWordsIsTheOneOfTheLoadThatTheScreenShows() {
    ObjectNode near = order("rpcx").put("payload", "products=1,services=1");
    ObjectNode far =
        with(order("rpcx").put("payload", "products=1,services=2"), "rate", 90, 80, 95);
    List<ObjectNode> all =
        List.of(near, far, order("grpc").put("payload", "products=1,services=1"));
    Point shown =
        SteadyCells.point("rpcx", 10)
            .with(Dimension.OPERATION, "place-order")
            .with(Dimension.PAYLOAD, "products=1,services=2");
    ObjectNode asked = JsonMapper.shared().createObjectNode();
    ChoiceData.add(asked, new Load(shown, "two services", ""));

    JsonNode found = ask(all, asked.toString());

    assertThat(Objects.requireNonNull(row(found, "rpcx")).get("e").get("rate").get(0).intValue())
        .isEqualTo(90);
    assertThat(state(found, "grpc")).isEqualTo("none: not measured");
    assertThat(found.get("label").stringValue()).endsWith("products=1,services=2");
    assertThat(ask(all, asked.put("p99", 9).toString()).get("sentence").stringValue())
        .contains("nothing here shows p99 below 9 ms, products=1,services=2.");
    assertThat(found.get("commands").get(0).get("text").stringValue())
        .contains("--protocol rpcx,grpc ", "--payload products=1,services=2 ");
    assertThat(evaluate(all, "C.payloads(doc, 'place-order')").size()).isEqualTo(2);
    assertThat(evaluate(CLOSED, "C.payloads(doc, 'greet')").size()).as("bytes say it").isZero();
  }

  /**
   * How long a stream is decides how many calls a second there are, and says nothing of its speed.
   */
  @Test
  void streamsAreRankedByTheirMessagesASecond() {
    ObjectNode few = with(chat("rpcx", 100, "size=64"), "rate", 900, 890, 910);
    ObjectNode many = with(chat("grpc", 1_000, "size=64"), "rate", 100, 99, 101);
    ObjectNode large = with(chat("tcp-like", 100, "size=4096"), "rate", 5_000, 4_900, 5_100);
    List<ObjectNode> all = List.of(few, many, large);

    JsonNode found = ask(all, "{threads: 10, operation: 'chat', payload: 'size=64,window=16'}");

    assertThat(subjects(found)).containsExactly("grpc", "rpcx", "tcp-like");
    assertThat(state(found, "tcp-like")).isEqualTo("none: not measured");
    assertThat(found.get("sentence").stringValue())
        .startsWith("grpc comes first of 2 by speed")
        .contains("Runner-up: rpcx, behind by a factor of 1.11.");
    assertThat(evaluate(all, "C.payloads(doc, 'chat')").toString())
        .isEqualTo("[\"size=64,window=16\",\"size=4096,window=16\"]");
    assertThat(evaluate(all, "C.speed(doc.rows[0]).concat(C.unitOf(doc.rows[0]))").toString())
        .isEqualTo("[90000,89000,91000,\"messages/s\"]");
    assertThat(texts(ask(all, "{threads: 80, operation: 'chat', payload: 'size=64,window=16'}")))
        .as("each as it was measured")
        .anyMatch(text -> text.contains("--payload messages=1000,size=64,window=16"));
  }

  private static ObjectNode chat(String protocol, int messages, String size) {
    return row("steady", protocol, 10, 5)
        .put("operation", "chat")
        .put("payload", "messages=%d,%s,window=16".formatted(messages, size))
        .put("size", 64 * messages);
  }

  static List<String> texts(JsonNode found) {
    List<String> texts = new ArrayList<>();
    found.get("commands").forEach(c -> texts.add(c.get("text").stringValue()));
    return texts;
  }

  private static void commands(List<String> lines, List<ObjectNode> all, String question) {
    ask(all, question).get("commands").forEach(c -> lines.add(c.get("text").stringValue()));
  }

  private static List<ObjectNode> both() {
    List<ObjectNode> all = new ArrayList<>(CLOSED);
    all.addAll(OPEN);
    return all;
  }

  static List<ObjectNode> rows(SweepData data) {
    return Measurements.of(data, Verdicts.of(data));
  }

  private static ObjectNode row(String kind, String subject, int threads, int processes) {
    return JsonMapper.shared()
        .createObjectNode()
        .put("kind", kind)
        .put("subject", subject)
        .put("protocol", subject)
        .put("operation", "greet")
        .put("payload", "name=16")
        .put("size", 16)
        .put("threads", threads)
        .put("n", processes);
  }

  static ObjectNode with(ObjectNode row, String name, double... interval) {
    DoubleStream.of(interval).forEach(row.putArray(name)::add);
    return row;
  }

  private static ObjectNode against(ObjectNode row, String why) {
    if (!why.isEmpty()) {
      row.put("against", why);
      if (why.equals("saturated")) {
        row.put("lost", why);
      }
      if (!row.get("kind").stringValue().equals("steady")) {
        row.put("invalid", true);
      }
    }
    return row;
  }

  private static ObjectNode steady(
      String subject, int threads, double rate, double low, double high, String why) {
    ObjectNode row = with(row("steady", subject, threads, 5), "rate", rate, low, high);
    with(row, "p99", 5_000);
    with(row, "client", 100, 90, 110);
    with(row, "server", 50, 45, 55).put("bytes", 200);
    with(row, "cpu", 150, 140, 160);
    return against(row, why);
  }

  /** A counted loop of 100 threads. */
  private static ObjectNode first(String subject, double rate, String why) {
    ObjectNode row = row("first", subject, 100, 5).put("requests", 10_000);
    return against(with(row, "rate", rate, 0.98 * rate, 1.02 * rate), why);
  }

  static ObjectNode offered(String subject, int rate, double lowP99, double highP99, String why) {
    ObjectNode row = with(row("open", subject, 100, 2), "rate", rate);
    return against(with(row, "p99", (lowP99 + highP99) / 2, lowP99, highP99), why);
  }

  static ObjectNode searched(String subject, int rate, double p99) {
    ObjectNode row =
        JsonMapper.shared()
            .createObjectNode()
            .put("kind", "search")
            .put("subject", subject)
            .put("protocol", subject)
            .put("objective", "p99=10ms")
            .put("n", 1);
    return with(with(row, "rate", rate, rate, 1.5 * rate), "p99", p99);
  }

  private static ObjectNode put(String protocol, int inFlight) {
    ObjectNode row =
        row("first", protocol + (inFlight == 1 ? "" : " in-flight " + inFlight), 100, 1)
            .put("protocol", protocol)
            .put("operation", "put")
            .put("payload", "key=64,value=512")
            .put("size", 576)
            .put("requests", 1_000);
    if (inFlight > 1) {
      row.put("inFlight", inFlight);
    }
    return with(row, "rate", 1_000);
  }

  private static ObjectNode clients(String protocol, int clients) {
    ObjectNode row =
        row("first", protocol + " clients " + clients, 1, 1)
            .put("protocol", protocol)
            .put("requests", 1_000);
    row.putArray("options").add("--clients").add(String.valueOf(clients));
    return with(row, "rate", 1_000);
  }

  private static ObjectNode order(String protocol) {
    ObjectNode row =
        row("steady", protocol, 100, 2)
            .put("operation", "place-order")
            .put("payload", "products=1,stock=remote")
            .put("size", 76);
    return against(with(row, "rate", 250, 240, 260), "steady state assumed");
  }

  private static ObjectNode echo(String protocol, String path) {
    boolean direct = path.equals("direct");
    ObjectNode row =
        row("steady", protocol + (direct ? "" : " via " + path), 32, 1)
            .put("protocol", protocol)
            .put("operation", "list-echo")
            .put("payload", "elements=0")
            .put("size", 0);
    if (!direct) {
      row.putArray("options").add("--path").add(path);
    }
    return with(row, "rate", 1_000);
  }

  static JsonNode ask(List<ObjectNode> all, String question) {
    return evaluate(all, "C.rank(doc, " + question + ")");
  }

  private static JsonNode evaluate(List<ObjectNode> all, String expression) {
    String asking =
        "function ask(text) { var C = RpcStress.choose, doc = JSON.parse(text); return JSON.stringify(%s); }";
    try (ScriptEngine engine =
        new ScriptEngine(
            List.of(
                ScriptEngine.compiled("choose.js", "var RpcStress = {};\n" + Chooser.script()),
                ScriptEngine.compiled("ask", asking.formatted(expression))))) {
      ObjectNode doc = ChoiceData.root(all, List.of("--host", "10.0.0.5"), HOSTS, Scope.STEADY);
      return JsonMapper.builder().build().readTree(engine.call("ask", doc.toString()));
    }
  }

  static List<String> subjects(JsonNode found) {
    List<String> subjects = new ArrayList<>();
    found.get("rows").forEach(row -> subjects.add(row.get("subject").stringValue()));
    return subjects;
  }

  static String state(JsonNode found, String subject) {
    JsonNode row = row(found, subject);
    return row == null ? "" : row.get("state").stringValue() + ": " + row.get("text").stringValue();
  }

  static String missing(JsonNode found, String subject) {
    JsonNode row = row(found, subject);
    return row == null ? "" : row.get("missing").toString();
  }

  private static @Nullable JsonNode row(JsonNode found, String subject) {
    for (JsonNode each : found.get("rows")) {
      if (each.get("subject").stringValue().equals(subject)) {
        return each;
      }
    }
    return null;
  }
}
