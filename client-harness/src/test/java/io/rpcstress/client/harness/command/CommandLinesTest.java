package io.rpcstress.client.harness.command;

import static io.rpcstress.client.harness.command.Outcome.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.console.OptionSections;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.measure.record.FactNames;
import io.rpcstress.measure.record.SweepFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Command lines, in this process, without a server. */
class CommandLinesTest {

  /** What {@code run} hands a process that it starts. */
  private static final String DOCUMENT =
      """
      {"point":{"technology":"null","variant":"example","threadNum":1,"requestNum":1,
      "requestMode":"TOTAL","repetition":0,"dimensions":{"values":{}}},"calls":{"host":"127.0.0.1",
      "ports":{},"usagePorts":{},"variant":"example","operation":"greet","virtualThreads":false,
      "givenDeadline":"PT60S","timeout":"PT600S","tolerate":0.0,"serversAre":"client",
      "paths":{"names":["direct"],"ports":{},"usagePorts":{}},"replicas":{"words":[]},
      "clientHosts":{"names":[]}},"runs":1,"start":"async"}
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run --protocol null --threads 1 | neither --requests N nor --duration",
        "RUN --duration 10s | give one of them",
        "RUN --windows 3 | belongs to a timed loop",
        "TIMED --deadline 6s | outlive its window",
        "TIMED --until-steady | needs --warmup-cap",
        "run --protocol null --threads 1 --duration 5s --until-steady --warmup-cap 20s | "
            + "35s at least expected",
        "run --protocol null --threads 1 --warmup-threads 1 | belongs to a timed loop",
        "TIMED --warmup 0s --warmup-threads 1 | more than 0",
        "TIMED --warmup-cap 9s | belongs to --until-steady",
        "TIMED --windows 201 | 1 to 200",
        "run --protocol null --threads 1 --duration 100s --windows 9 | more than the 970 s",
        "RUN --metrics-port http | [ADDRESS:]PORT",
        "RUN --metrics-port 65536 | 0 to 65535",
        "RUN --metrics-port 192.0.2.1:9464 | listened on",
        "RUN --metrics-port [x]:1 | no address '[x]' is known",
        "SEARCH --metrics-port 0 | leave --search out",
        "run --protocol null --threads 100001 --requests 1 | 100000",
        "run --protocol null --threads 0 --requests 1 | '0'",
        "run --protocol null --threads 1 --requests x | 'x'",
        "RUN --nosuch | --nosuch",
        "RUN --connections what | what",
        "run --protocol tcp@tunde --threads 1 --requests 1 | tunde",
        "RUN --payload-bytes 99999999 | 99999999",
        "RUN --deadline never | never",
        "rate --protocol null --rate -5 --duration 1s | -5",
        "rate --protocol null --search --slo p99 | p99",
        "run --protocol tcp,tcp --threads 1 --requests 1 | twice",
        "RUN --operation gret | did you mean 'greet'",
        "RUN --connections pool:0 | 1 to 100000",
        "run --protocol grpc --threads 1 --requests 1 --connections pool:3 | supports multiplexed",
        "RUN --late-after 0s | more than 0",
        "RUN --deadline 1s --late-after 1s | --late-after 1s: ",
        "TIMED --late-after 6s | less than --deadline 5s",
        "rate --protocol null --rate 10 --late-after 2m | less than --deadline 60s",
        "RUN --port null=0 | 1 to 65535",
        "RUN --port tpc=1 | did you mean 'tcp'",
        "RUN --port grpc@tunde=1 | did you mean 'tuned'",
        "run --protocol tcp --threads 1 --requests 1 --port tcp=1,tcp@multiplexed=2 | two ports",
        "run --protocol rpcx,grpc --threads 1 --requests 1 --port rpcx=9001,grpc=9001 | "
            + "--port gives rpcx and grpc one port, 9001: give each its own",
        "run --protocol grpc,tcp --threads 1 --requests 1 --port grpc@tuned=9001,tcp=9001 | "
            + "--port gives grpc and tcp one port",
        "run --protocol rpcx,tcp --threads 1 --requests 1 --usage-port rpcx=9001,tcp=9001 | "
            + "--usage-port gives rpcx and tcp one port",
        "rate --protocol rpcx,grpc --rate 10 --port rpcx=9001,grpc=9001 | one port, 9001",
        "run --protocol rpcx,grpc --threads 1 --requests 1 --port rpcx=9002 | "
            + "rpcx and grpc have one port, 9002",
        "plan --protocols grpc,tcp --threads 1 --requests 1 --port tcp=10002 | "
            + "the usage of grpc and tcp have one port, 10002",
        "rate --protocol rpcx,tcp --rate 10 --usage-port tcp=9001 | rpcx and the usage of tcp",
        "run --protocol grpc,tcp --threads 1 --requests 1 --path haproxy --port tcp=11002 | "
            + "haproxy-grpc and tcp have one port",
        "RUN --usage-port tpc@x=1 | did you mean 'tcp'",
        "RUN --payload a --payload-bytes 1 | exclude",
        "run --protocol tcp --threads 1 --requests 1 --in-flight 4 | rpcx, grpc, tcp@multiplexed, ",
        "run --protocol openfeign --threads 1 --requests 1 --in-flight 2 | cannot start a call",
        "run --protocol grpc --threads 1000 --requests 1 --in-flight 100 | at most 32768",
        "run --protocol rpcx --threads 1 --requests 1 --in-flight 0 | --in-flight",
        "run --protocol rpcx --threads 1 --requests 1 --in-flight 1,2 | one number expected",
        "RUN --clients 2 --no-fork | leave one of them out",
        "RUN --clients 0 | 1 to 64 client processes",
        "RUN --clients 65 | 1 to 64 client processes",
        "RUN --clients 1,2 | one number expected",
        "TIMED --clients 2 --until-steady --warmup-cap 19s | give --warmup TIME instead",
        "run --protocol null --threads 2 --requests 9 --client-hosts a,b,a | names a twice",
        "run --protocol null --threads 2 --requests 9 --client-hosts a | 2 to 16 hosts expected",
        "run --protocol null --threads 2 --requests 9 --client-hosts=a,-oX | user@host",
        "run --protocol null --threads 2 --requests 9 --ssh-config f | goes with --client-hosts",
        "run --protocol null --threads 1 --requests 9 --client-hosts a,b | "
            + "--threads 1 for 2 client",
        "run --protocol null --threads 2 --requests 1 --client-hosts a,b | "
            + "--requests 1 for 2 client",
        "run --protocol null --threads 2 --requests 9 --client-hosts a,b --clients 2 | "
            + "leave one of",
        "run --protocol null --threads 2 --requests 9 --client-hosts a,b --no-fork | leave one of",
        "run --protocol null --threads 2 --duration 1s --client-hosts a,b --until-steady "
            + "--warmup-cap 19s | give --warmup TIME instead",
        "rate --protocol null --rate 1 --threads 4 --client-hosts a,b | "
            + "--rate 1 for 2 client hosts",
        "SEARCH --client-hosts a,b | leave --search out",
        "rate --protocol null --rate 10 --clients 2 | unknown option '--clients'",
        "RUN --operation putt | did you mean 'put'",
        "run --protocol openfeign --threads 1 --requests 1 --operation put | rpcx, grpc, tcp, ",
        "rate --protocol openfeign --rate 10 --operation put | openfeign has no operation 'put'",
        "RUN --payload @no.json | is no file; a text that begins",
        "RUN --payload key=64,value=512 | dimension 'key'",
        "RUN --payload weight=3 | dimension 'weight'",
        "RUN --payload name=4097 | 0 to 4096 bytes",
        "RUN --operation put --payload a=1 | key, value",
        "RUN --operation put --payload key=0 | 1 to 1024",
        "RUN --operation put --payload name=16 | 'name'",
        "RUN --operation put --payload value=x | 16384",
        "RUN --operation put --payload-bytes 9 | value=512",
        "RUN --tolerate 101% | 0% to 100%",
        "run --threads 1 --requests 1 | none of --protocol, --url and --target is given",
        "URL ftp://localhost/x | http://host:port/path or https:// expected",
        "URL http:///x | http://host:port/path or https:// expected",
        "URL http://a:b@localhost/ | give a password by --header @FILE",
        "URL http://localhost:70000/ | 1 to 65535",
        "URL http://no.such.host.invalid/ | no address is known for no.such.host.invalid",
        "URL http://localhost/ --protocol tcp | --protocol is for servers of",
        "URL http://localhost/ --host a | --host is for servers of",
        "URL http://localhost/ --message a | --message is for servers",
        "URL http://localhost/ --target a:1 | exclude each other",
        "URL http://localhost/ --call a.B/C | --call belongs to",
        "URL http://localhost/ --method get | capital letters",
        "URL http://localhost/ --expect-status ok | 200 or 2xx",
        "URL http://localhost/ --sample no.json | is no file",
        "URL http://localhost/ --header a | --header: 'Name: value' of",
        "URL http://localhost/ --header Upgrade:x | by the client",
        "URL http://localhost/ --header @no | /no is no file",
        "URL http://localhost/ --ca a | --ca belongs to https://",
        "URL https://localhost/ --ca /dev/null | has no certificate",
        "URL https://localhost/ --ca /no | cannot be read as certificates",
        "run --protocol null --threads 1 --requests 9 --mix a=1,b=1 | give --duration instead",
        "TIMED --mix a=0,b=1 | --mix 'a=0': FILE=WEIGHT",
        "TIMED --mix a=1,b=1 --message a | --mix and --message exclude",
        "TIMED --mix a=1,b=1 --operation put | the messages of its packs, with one reply each: leave "
            + "--operation put out",
        "TIMED --mix /no=1,b=1 | /no is no message pack",
        "rate --protocol null --rate 9 --mix a=1,b=1 --client-hosts a,b | --client-hosts and --mix",
        "plan --protocols null --mix a=1,b=1 | 10:1000:10 makes a counted one: give --duration",
        "plan --protocols null --rate 9 --mix /no=1,b=1 | /no is no message pack",
        "plan --protocols null --rate 9 --mix a=1,b=1 --message a | --mix and --message exclude",
        "plan --protocols null --duration 1s --mix a=1 | 2 to 100 packs expected",
        "rate --url http://localhost/ --rate 9 --mix a=1,b=1 | --mix is for servers of",
        "rate --protocol null --arrivals a --rate 1 | --rate and --arrivals exclude each other",
        "rate --protocol null --arrivals a --search --slo p99=1ms | "
            + "--search and --arrivals exclude",
        "rate --protocol null --arrivals /no/such | --arrivals /no/such cannot be read",
        "rate --protocol null --rate 1 --speed 2 | --speed belongs to --arrivals",
        "rate --protocol null --rate 1 --shape trace | give rate's --arrivals",
        "rate --protocol tcp --rate 1 --sample a.json | --sample belongs to a service of your own",
        "rate --protocol tcp --rate 1 --expect a | --expect belongs to --url",
        "rate --target localhost --rate 1 | --target 'localhost': HOST:PORT expected",
        "rate --target localhost:1 --rate 1 | needs --call SERVICE/METHOD",
        "rate --target localhost:1 --rate 1 --call a.B/C | either --proto FILE or --protoset FILE",
        "point /no/such/document | the document of a point expected",
        "run --protocol tcp,grpc --no-fork --threads 1 --requests 1 | one technology",
        "RUN --out /proc/nowhere | cannot be written",
        "cross-check --protocol tcp | "
            + "no foreign generator calls it; expected one of grpc (ghz), http-json",
        "cross-check --protocol redis --rate 9 | redis-benchmark has no such load; ghz has, for grpc",
        "rate --protocol null | --rate",
        "rate --protocol null --rate 0 | 1 or more",
        "rate --protocol null --rate 10 --shape sawtooth | poisson, bursts, random-bursts expected",
        "rate --protocol null --rate 10 --duration 1500ms | whole seconds",
        "rate --protocol null --rate 10 --duration 0s | more than 0",
        "rate --protocol null --rate 10 --duration 600s | --timeout 600 s",
        "rate --protocol null --rate 1000000 --duration 500s | 100000000 at most",
        "rate --protocol null --rate 10 --runs 3 | --runs",
        "rate --protocol tcp,grpc --rate 10 --no-fork | one technology",
        "rate --protocol null --rate 10 --repeat 3 --no-fork | 3 processes requested",
        "rate --protocol null --rate 10 --repeat auto | give a number",
        "rate --protocol null --rate 10 --repeat 2 --repetition 1 | give one",
        "SEARCH --repeat 2 | leave --search out",
        "RUN --repeat 1001 | 1 to 1000",
        "RUN --repeat some | 1 to 1000 processes, or auto",
        "RUN --repeat auto --until-width 1 | above 1",
        "RUN --until-width 1.1 | needs --repeat auto",
        "plan --threads 1 --requests 1 --until-width 1.1 | needs --repeat auto",
        "plan --threads 1::1 --requests 1 --repeat auto | on a grid with ends",
        "plan --threads 1 --requests 1::1 --repeat auto | needs an end",
        "plan --rate 5 --threads 1 --duration 5s --repeat auto | of closed loops",
        "RUN --repeat-budget 5m | needs --repeat auto",
        "RUN --repetition 1000 | 0 to 999",
        "RUN --repetition 1 --repeat 2 | give one",
        "run --protocol null --no-fork --threads 1 --requests 1 --repeat 2 | measured once",
        "run --protocol tcp --threads 1 --requests 1 --line 1mbit | --line '1mbit': rate=, rtt=",
        "controls --protocol tpc | did you mean 'tcp'",
        "controls --repeat 1 | carries no verdict",
        "controls --repeat 501 | 2 to 500",
        "controls --budget soon | --budget",
        "controls --duration 1s --deadline 6s | --duration 1s is shorter than --deadline 6s",
        "controls --threads 1001 | 1 to 1000",
        "controls --tolerate 1% | leave it out",
        "controls --host 127.0.0.1 --port tcp=0 | 1 to 65535",
        "run --protocol tcp --threads 1 --requests 1 --host 127.0.0.1:9001 | "
            + "option '--host': '127.0.0.1:9001': a name or an address alone expected, such as"
            + " host-b, 10.0.0.5 or ::1; a port is given by --port",
        "rate --protocol tcp --rate 1 --host http://127.0.0.1 | "
            + "option '--host': 'http://127.0.0.1': a name",
        "sweep begin f --threads 1 --requests 1 --host http://127.0.0.1 | "
            + "option '--host': 'http://127.0.0.1'",
        "calibrate --host [127.0.0.1] | option '--host': '[127.0.0.1]': a name",
        "doctor --host 300.1.1.1 | option '--host': '300.1.1.1': a name",
        "run --protocol null --threads 2 --requests 9 --client-hosts a,u@b:22 | "
            + "--client-hosts 'u@b:22'",
        "plan --repeat 0 | 1 to 1000",
        "rate --protocol null --rate 10 --start late | async or threads",
        "rate --protocol null --rate 10 --slo p99=10ms | --slo p99=10ms needs --search",
        "rate --protocol null --rate 10 --precision 5% | --precision 5% needs --search",
        "rate --protocol null --rate 10 --beyond none | --beyond none needs --search",
        "rate --protocol null --rate 10 --once | --once needs --search",
        "rate --protocol null --search | --slo p99=10ms",
        "rate --protocol null --search --slo p95=10ms | p50, p90, p99 or p99.9",
        "rate --protocol null --search --slo p99=10ms,p99=1ms | two limits",
        "SEARCH --precision 0% | 0.001 to 1",
        "SEARCH --confirm 0 | 1 or more",
        "SEARCH --max-rate 99 | not below --rate 100",
        "SEARCH --max-rate 9999999 | 1538461 at most",
        "SEARCH --beyond 1.5,0.9 | factors above 1",
        "SEARCH --retry-flagged -1 | --retry-flagged",
        "SEARCH --no-fork | --no-fork out",
        "rate --protocol tcp --search --slo p99=10ms --server-control /dev/x | "
            + "deploy/servers.sh expected",
        "point | either the document of a point or --further expected",
        "point x.json --further | either the document of a point or --further expected",
        "rate --protocol null --rate 10 --full-speed soon | --full-speed",
        "rate --protocol null --rate 10 --full-speed 600s | --full-speed, --warmup and --duration",
        "rate --protocol null --search --slo p99.9=10ms | needs 10000 calls",
        "SEARCH --shape poisson --duration 10s | 1159 calls",
        "SEARCH --deadline 535s | --deadline expected",
        "plan --threads 10:x:1 | FROM:TO:STEP",
        "plan --experiment nonsense | rpcx-grid",
        "plan --quick --experiment rpcx-grid | no section 'quick'",
        "plan --rate 0 | each 1 or more",
        "plan --rate 10::10 | an end expected",
        "plan --rate 100 --requests 10 | leave one of them out",
        "plan --rate 100 --in-flight 2 | leave one of them out",
        "plan --rate 100 --clients 2 | leave one of them out",
        "plan --protocols openfeign --threads 1 --requests 1 --in-flight 1,4 | none of openfeign",
        "plan --protocols openfeign,rpcx --path nginx,haproxy --in-flight 4,8 --threads 1 --requests 1 | --path and --in-flight together",
        "plan --rate 100 --threads 10,20 | one count expected",
        "plan --rate 100 --shape sawtooth | random-bursts expected",
        "plan --rate 100 --duration 1500ms | whole seconds expected",
        "plan --rate 100 --duration 700s | --timeout",
        "plan --rate 100 --start sideways | async or threads",
        "plan --rate 1 --shape random-bursts --duration 90000s --timeout 99999s | 86400 s at most",
        "plan --shape bursts | give --rate N, too",
        "plan --full-speed 10s | --full-speed belongs to an open loop: give --rate N, too",
        "plan --rate 100 --full-speed soon | --full-speed",
        "plan --rate 100 --full-speed 600s | the 665 s of --full-speed, --warmup and --duration",
        "plan --protocols tcp --duration 10s --warmup 0s,10s | "
            + "only a sweep with --rate takes several",
        "rate --protocol tcp --rate 1 --repetition 1000 | 0 to 999 expected",
        "plan --order sideways | paper or random",
        "plan --technology-order sideways | random or given",
        "run --protocol tcp --threads 1 --requests 1 --order sideways | random or given",
        "plan --order random --threads 10::10 | needs ends",
        "sweep status /proc | holds no sweep",
        "doctor --protocol tcp | --host",
        "doctor --host 127.0.0.1 --protocol tpc | did you mean 'tcp'",
        "doctor --host 127.0.0.1 --port rpcx=0 | 1 to 65535",
        "doctor --host no.such.name.invalid | no.such.name.invalid",
        "doctor --jsn | --json",
        "coldstart | --protocol",
        "coldstart --protocol tpc | did you mean 'tcp'",
        "coldstart --protocol tcp --repeat 0 | 1 or more",
        "coldstart --protocol tcp --calls none | 1 or more",
        "coldstart --protocol tcp --out /proc/nothing | cannot be written",
        "run --protocol tcp --threads 1 --requests 1 --fresh-servers cell | run restarts no server",
        "sweep begin DIR --fresh-servers often | round, cell, client",
        "sweep begin DIR --can-restart --port tcp=9999 | "
            + "servers that a sweep starts have their own",
        "sweep begin DIR --retry-flagged 10 | 0 to 9",
        "sweep begin DIR --server-warmup soon | 500ms",
        "sweep begin DIR --protocols tcp --json | --print-plan",
        "LISTS --requests 10 --payloads elements=0;elements=1 | belongs to timed loops: give",
        "LISTS --rate 10 --payloads elements=0;elements=1 | belongs to timed loops: give",
        "LISTS --duration 9s --payloads elements=0;elements=00 | names elements=00 twice",
        "LISTS --duration 9s --payloads elements=0;elements=10001 | elements=10001: 0 to 10000",
        "LISTS --duration 9s --payloads elements=0;elements=1 --payload elements=2 | exclude",
        "LISTS --duration 9s --payload-bytes 9 | list-echo is not set in bytes: --payload",
        "sweep begin DIR --threads 2 --duration 9s --payloads Ada;Grace | is a text of greet",
        "rnu | did you mean 'run'",
      })
  void badInputIsOneClearLineAndTheCodeOfMisuse(String line, String says) {
    Path none = folder.resolve("none");
    String written =
        line.replaceFirst("^RUN", "run --protocol null --threads 1 --requests 1")
            .replaceFirst("^TIMED", "run --protocol null --threads 1 --duration 1s")
            .replaceFirst("^URL", "run --threads 1 --requests 1 --url")
            .replaceFirst("^SEARCH", "rate --protocol null --search --slo p99=10ms")
            .replaceFirst(
                "^LISTS", "sweep begin DIR --protocols null --threads 2 --operation list-echo")
            .replace("DIR", none.toString());
    boolean writes = written.matches("(run|rate) .*") && !written.contains("--out");
    Outcome outcome = words(writes ? written + " --out " + none : written);
    assertThat(outcome.status()).as(outcome.err()).isEqualTo(ExitCode.MISUSE);
    assertThat(outcome.err()).contains(says);
    assertThat(outcome.err().lines()).hasSize(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(none).doesNotExist();
  }

  private Outcome point(byte[] document) throws IOException {
    Path file = Files.write(folder.resolve("point.json"), document);
    return Outcome.of("point", file.toString());
  }

  private static void isMisuse(Outcome outcome, String says) {
    assertThat(outcome.status()).as(outcome.err()).isEqualTo(ExitCode.MISUSE);
    assertThat(outcome.err().lines()).singleElement().asString().contains(says);
    assertThat(outcome.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'\"runs\":1' | '\"runs\":0' | runs is 0: 1 or more expected",
        "'\"runs\":1' | '\"runs\":1,\"rnus\":2' | task has 'rnus': did you mean 'runs'",
        "'\"threadNum\":1' | '\"threadNum\":1,\"thread\":2' | task.point has 'thread'",
        "'\"tolerate\":0.0' | '\"tolerate\":0.0,\"x\":1' | task.calls has 'x'",
        "'\"async\"' | '\"garbage\"' | start is 'garbage': async or threads expected",
        "'\"async\"' | '\"async\",\"fault\":\"nosuch\"' | point.json: task.fault",
        "'\"threadNum\":1' | '\"threadNum\":-1' | point.json: ",
        "'\"PT60S\"' | '\"PT0S\"' | point.json: ",
      })
  void aDocumentOfAPointThatMakesNoSenseIsMisuse(String good, String bad, String says)
      throws IOException {
    assertThat(DOCUMENT).contains(good);
    isMisuse(point(DOCUMENT.replace(good, bad).getBytes(StandardCharsets.UTF_8)), says);
  }

  @Test
  void aPointInThisProcessLeavesItsFilesAndATable() throws IOException {
    Outcome outcome =
        words("run --protocol null --threads 3 --requests 7 --runs 2 --no-fork --out " + folder);
    assertThat(outcome.status()).as(outcome.err()).isZero();
    assertThat(outcome.out()).contains("average").contains("not a user's latency");
    List<String> csv = Files.readAllLines(folder.resolve("raw/null/t3-r7.csv"));
    assertThat(csv).hasSize(3);
    assertThat(csv.get(0))
        .startsWith(
            "technology,variant,type,operation,payload,payloadBytes,replyBytes,message,loop,");
    assertThat(csv.get(1))
        .startsWith("null,example,0,greet,name=16,16,,,closed,counted,3,7,total,")
        .contains(",7,7,0,0,");
    assertThat(folder.resolve("raw/null/t3-r7.hlog")).exists();
  }

  @Tag("defect")
  @DisplayName("defect 6: a result is not overwritten by one of another load")
  @ParameterizedTest
  @ValueSource(strings = "--request-mode per-thread")
  void aResultIsNotOverwrittenByOneOfAnotherLoad(String other) throws IOException {
    String point =
        "run --protocol null --threads 3 --requests 7 --runs 2 --no-fork --out " + folder;
    Path csv = folder.resolve("raw/null/t3-r7.csv");
    assertThat(words(point).status()).isZero();
    String kept = Files.readString(csv);

    Outcome refused = words(point + " " + other);

    assertThat(refused.status()).isEqualTo(ExitCode.MISUSE);
    assertThat(refused.err().lines()).hasSize(1);
    assertThat(refused.err()).contains("t3-r7.csv was measured with").contains("another --out");
    assertThat(Files.readString(csv)).isEqualTo(kept);
    assertThat(words(point).status()).as("the same load again").isZero();
    assertThat(Files.readString(csv)).isNotEqualTo(kept);
  }

  @Test
  void aTimedLoopHasARowAWindowAndAFileOfItsOwn() throws IOException {
    Outcome outcome =
        words(
            "run --protocol null --threads 2 --duration 200ms --warmup 0s --windows 3 --no-fork"
                + " --tolerate 100% --out "
                + folder);

    assertThat(outcome.status()).as(outcome.err()).isZero();
    Path csv = folder.resolve("raw/null/t2-timed200ms-warmup0s-windows3.csv");
    assertThat(Files.readAllLines(csv)).hasSize(4);
    List<Run> runs = RunCsv.read(csv).runs();
    assertThat(runs).extracting(Run::order).containsExactly(0, 1, 2);
    assertThat(runs).allMatch(run -> run.circumstances().callsUnderWay() != null);
    assertThat(runs).allMatch(run -> run.timeTotalMicros() == 200_000);
    assertThat(RawFiles.histograms(csv))
        .extracting(Histogram::getTotalCount)
        .containsExactlyElementsOf(runs.stream().map(run -> run.calls().ok()).toList());
  }

  @Test
  void aRepetitionAloneGoesToAFileOfItsOwn() throws IOException {
    Outcome outcome =
        words(
            "run --protocol null --threads 1 --requests 7 --runs 2 --no-fork --repetition 3 --out "
                + folder);
    assertThat(outcome.status()).as(outcome.err()).isZero();
    assertThat(outcome.out()).contains("repetition 3").doesNotContain("verdict");
    List<String> csv = Files.readAllLines(folder.resolve("raw/null/t1-r7-p3.csv"));
    int column = List.of(csv.get(0).split(",", -1)).indexOf("repetition");
    assertThat(csv.get(1).split(",", -1)[column]).isEqualTo("3");
  }

  @Test
  void roundsAreAddedToASweepThatWasMeasured() throws IOException {
    String begin = "sweep begin " + folder + " --protocols tcp --threads 1 --requests 5";
    assertThat(words(begin + " --order random --seed 4").status()).isZero();
    Path done = Files.createDirectories(folder.resolve("raw/tcp")).resolve("t1-r5.csv");
    Files.writeString(done, "whole\n");

    Outcome more = words(begin + " --order random --repeat 3");
    assertThat(more.status()).as(more.err()).isZero();
    assertThat(more.err()).contains("--repeat 3: rounds are added to the 1 of this sweep");
    assertThat(Files.readString(folder.resolve("sweep.json")))
        .contains("\"repeat\" : \"3\"", "\"seed\" : 4");
    Outcome fewer = words(begin + " --order random --repeat 2");
    assertThat(fewer.status()).isEqualTo(ExitCode.MISUSE);
    assertThat(fewer.err()).contains("--repeat 3, now it is 2");
  }

  @Test
  void aRateInThisProcessLeavesItsFilesAndATable() throws IOException {
    Outcome outcome =
        words(
            "rate --protocol null --rate 20 --duration 1s --warmup 1s --threads 3 --no-fork --out "
                + folder);
    assertThat(outcome.status()).as(outcome.err()).isZero();
    assertThat(outcome.out())
        .contains("offered 20.0 calls/s", "calls: 20 issued = 20 ok", "warm-up: 20 issued = 20 ok")
        .contains("response", "service", "as its user sees it");
    List<String> csv = Files.readAllLines(folder.resolve("raw/null/rate20-constant-1s.csv"));
    assertThat(csv).hasSize(2);
    assertThat(csv.get(1))
        .startsWith("null,example,0,greet,name=16,16,,,open,open,3,20,total,")
        .contains(",per-thread,");
    String hlog = Files.readString(folder.resolve("raw/null/rate20-constant-1s.hlog"));
    assertThat(hlog).contains("Tag=response,", "Tag=service,");
    List<String> series =
        Files.readAllLines(folder.resolve("raw/null/rate20-constant-1s.series.csv"));
    assertThat(series.get(0)).endsWith(",p50Us,p99Us,clientCpuUs,failures");
    assertThat(series.get(1)).matches("0,1000000,warm-up,.*,[0-9.]*,,[0-9]+,");
    assertThat(series.get(2)).matches("1000000,2000000,window,.*,[0-9.]*,,[0-9]+,");
  }

  @Tag("defect")
  @DisplayName("defect 5: a rate that failed ends with exit code 1")
  @ParameterizedTest
  @ValueSource(strings = {"Zo\uFFFD\uFFFD", "Zo\uDCC3"})
  void aWordThatTheLocaleCannotDecodeIsNotMeasuredAsAnother(String damaged) {
    Outcome outcome =
        Outcome.of(
            "run", "--protocol", "null", "--threads", "1", "--requests", "1", "--payload", damaged);
    assertThat(outcome.status()).isEqualTo(ExitCode.MISUSE);
    assertThat(outcome.err()).hasLineCount(1).contains("LC_ALL=C.UTF-8");
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void wordsOfAnyScriptAreTaken() {
    Outcome outcome =
        Outcome.of(
            "run",
            "--protocol",
            "null",
            "--threads",
            "1",
            "--requests",
            "1",
            "--no-fork",
            "--payload",
            "Zo\u00EB \uD83D\uDE00");
    assertThat(outcome.status()).as(outcome.err()).isEqualTo(ExitCode.OK);
  }

  @Test
  void aHostWithoutAnAddressIsNotTakenForAServerThatIsDown() {
    Outcome outcome =
        words("run --protocol tcp --host no.such.name.invalid --threads 1 --requests 1 --no-fork");
    assertThat(outcome.status()).isEqualTo(ExitCode.FAILED);
    assertThat(outcome.err())
        .contains("unreachable", "no address is known for no.such.name.invalid")
        .doesNotContain("start it there");
  }

  @Test
  void aRateWithoutAServerIsAFailureWithItsCommand() throws IOException {
    Outcome outcome =
        words(
            "rate --protocol tcp --port tcp=1 --rate 20 --duration 1s --seed 7 --no-fork --out "
                + folder);
    assertThat(outcome.status()).isEqualTo(ExitCode.FAILED);
    assertThat(outcome.err()).contains("unreachable");
    assertThat(folder.resolve("raw/tcp/rate20-constant-1s.csv")).doesNotExist();
    assertThat(Files.readString(folder.resolve("raw/tcp/rate20-constant-1s.FAILED")))
        .contains(
            "arrivals: constant",
            "rate: 20",
            "client-harness.jar rate --protocol tcp@example --rate 20");
  }

  @Test
  void whatScriptsCanStartHasALineEach() {
    String grpc = "server-grpc\t--technology\tgrpc\t--variant\texample\t--message";
    String haproxy = "server-proxy\t--technology\thaproxy\t--carriage\tgrpc";
    assertThat(words("list --components").out().lines())
        .doesNotHaveDuplicates()
        .contains(
            "grpc\t9002\t1000\t-\t-\t" + grpc,
            "product-grpc\tgrpc+200\t1000\t-\t128m\t" + grpc + "\t--role\tproduct",
            "customer-grpc\tgrpc+400\t1000\t-\t128m\t"
                + grpc
                + "\t--role\tcustomer\t--peer\tshipping=@shipping-grpc",
            "haproxy-grpc@tuned\t11102\t1000\t-\t32m\t"
                + haproxy
                + "\t--to\t@grpc@tuned\t--variant\ttuned")
        .noneMatch(line -> line.startsWith("order-tcp"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "grpc,grpc@tuned,tcp,tcp@multiplexed,rpcx@tuned | grpc grpc@tuned tcp rpcx",
        "rpcx,grpc,tcp --variant tuned | rpcx grpc@tuned tcp",
        "grpc@example,grpc --variant tuned | grpc grpc@tuned",
        "tcp,null | tcp",
      })
  void aSweepBeginsWithTheServersThatItsContendersNeedEachOnce(String protocols, String servers) {
    assertThat(
            words(
                    "sweep begin %s --threads 1 --requests 1 --protocols %s"
                        .formatted(folder.resolve("s"), protocols))
                .out())
        .isEqualTo(servers + "\n");
  }

  @Test
  void thePapersPlanIsThePapersGrid() {
    assertThat(words("plan").out()).contains("9900 points x 3 technologies = 29700");
    assertThat(words("plan --quick --threads 10").out()).contains("1 point x 4 technologies");
  }

  /** A command line that names a command is read without the others. */
  @Test
  void everyCommandIsThereByItsName() {
    List<String> named =
        words("--help")
            .out()
            .lines()
            .dropWhile(line -> !line.equals("Commands:"))
            .skip(1)
            .takeWhile(line -> !line.isBlank())
            .filter(line -> line.matches("  [a-z].*"))
            .map(line -> line.strip().split(" ", -1)[0])
            .toList();
    assertThat(named).contains("run", "rate", "sweep", "coldstart").doesNotContain("point");
    for (String each : named) {
      assertThat(words(each + " --help").out()).contains("Usage: client-harness " + each + " ");
    }
    assertThat(words("point").err()).startsWith("client-harness point: ");
  }

  @Test
  void helpFitsAScreenAndTheRestIsBehindAnotherOption() {
    for (String command : List.of("run", "rate", "plan")) {
      String screen = words(command + " --help").out();
      assertThat(screen)
          .contains("--threads", "--payload", "--help-all")
          .doesNotContain("--tolerate");
      assertThat(words(command + " --help-all").out()).contains("--tolerate", "--threads");
    }
    assertThat(words("run --help-all").out())
        .containsSubsequence(
            "What is called:", "--protocol", "Load:", "--threads", "Conditions:", "--tls");
    String all =
        Stream.of("run", "rate", "plan", "sweep begin", "calibrate", "controls")
            .map(command -> words(command + " --help-all").out())
            .collect(Collectors.joining());
    assertThat(all.split("[^-\\w]+"))
        .contains(
            OptionSections.ALL.stream()
                .flatMap(section -> section.options().stream())
                .toArray(String[]::new));
    assertThat(words("list --help").out()).doesNotContain("--help-all");
    for (String command :
        List.of("run", "rate", "controls", "plan", "calibrate", "doctor", "sweep begin")) {
      assertThat(screen(command)).contains("Usage: client-harness " + command + " ");
    }
  }

  private static String screen(String command) {
    String help = words(command + " --help").out();
    assertThat(help.lines())
        .as(help)
        .hasSizeLessThanOrEqualTo(30)
        .allMatch(line -> line.length() <= 80);
    return help;
  }

  @Test
  void whatAShellOffersAsAValueIsTaken() {
    String script = words("completion").out();
    assertThat(script).contains("complete -F", "coldstart", "--until-steady");
    Matcher offers =
        Pattern.compile("the `([\\w-]+)` subcommand|_option_args=\\((.+)\\) # (--[\\w-]+) values")
            .matcher(script);
    Set<String> options = new TreeSet<>();
    String command = "";
    while (offers.find()) {
      if (offers.group(1) != null) {
        String name = offers.group(1);
        boolean isOfRoot =
            words(name + " --help").out().contains("Usage: client-harness " + name + " ");
        command = (isOfRoot ? "" : "sweep ") + name;
        continue;
      }
      options.add(offers.group(3));
      for (String value : offers.group(2).replace("\"", "").split(" ", -1)) {
        String line = "%s %s %s --help".formatted(command, offers.group(3), value);
        assertThat(words(line).status()).as(line).isZero();
      }
    }
    assertThat(options)
        .containsExactly("--fresh-servers", "--operation", "--request-mode", "--shape");
  }

  @ParameterizedTest
  @CsvSource({
    "--threads 2 --requests 5, calibrated already",
    "--threads 2 --rate 20 --duration 1s, calibrated already",
    "--threads 2 --duration 1s, no calibration: no tcp server"
  })
  void aSweepOfMoreRoundsKeepsItsCalibrationUnlessRoundsAreComparedWithIt(String load, String says)
      throws IOException {
    String begin = begunOn(load);
    keepCalibration();
    assertThat(words(begin + " --repeat 5").status()).isZero();

    assertThat(words("calibrate --once --out " + folder).err()).startsWith(says);
  }

  @Test
  void aSweepOnAnotherHostIsCalibratedAgain() throws IOException {
    String begin = begunOn("--threads 2 --requests 5");
    keepCalibration();
    SweepFile.read(folder).put(SweepFile.CLIENT, FactNames.CPU_MODEL, "another").save();
    assertThat(words(begin).status()).isZero();

    assertThat(words("calibrate --once --out " + folder).err())
        .startsWith("no calibration: no tcp server");
    assertThat(folder.resolve("calibration.jsonl")).doesNotExist();
  }

  /** The words that begin a sweep whose server is nowhere. */
  private String begunOn(String load) {
    String begin =
        "sweep begin " + folder + " --protocols tcp --port tcp=1 --usage-port tcp=1 " + load;
    Outcome begun = words(begin);
    assertThat(begun.status()).as(begun.err()).isZero();
    return begin;
  }

  private void keepCalibration() throws IOException {
    SweepFile.read(folder)
        .put(SweepFile.CALIBRATION, Map.of("at", "2026-01-01T00:00:00Z", "rounds", 3))
        .save();
    Files.writeString(folder.resolve("calibration.jsonl"), "");
  }

  @Test
  void aSweepIsBegunResumedAndNotMixed() throws IOException {
    String sweep = folder.resolve("s").toString();
    String begin =
        "sweep begin "
            + sweep
            + " --protocols tcp,grpc@tuned --threads 2 --requests 5,6"
            + " --technology-order given";
    assertThat(words(begin).out()).isEqualTo("tcp grpc@tuned\n");
    assertThat(words(begin).status()).isZero();
    Outcome other = words(begin + " --runs 3");
    assertThat(other.status()).isEqualTo(ExitCode.MISUSE);
    assertThat(other.err()).contains("--runs 10, now it is 3");

    for (String file : List.of("tcp/t2-r5", "tcp/t2-r6", "grpc@tuned/t2-r5", "grpc@tuned/t2-r6")) {
      Path csv = folder.resolve("s/raw").resolve(file + ".csv");
      Files.createDirectories(csv.getParent());
      Files.writeString(csv, "whole\n");
    }
    assertThat(words("sweep end " + sweep).status()).isZero();
    assertThat(Files.readString(folder.resolve("s/sweep.json"))).contains("\"done\" : 4");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "path: hapoxy | --path 'hapoxy' is unknown: did you mean 'haproxy'",
        "path: [direct, tunnel] | --path 'tunnel' is unknown: ",
        "path: [] | mine.yaml: 'path' is empty",
        "path: haproxy | rpcx@example has to be called directly; grpc, ",
        "threads: [] | mine.yaml: 'threads' is empty",
        "technologies: [] | mine.yaml: 'technologies' is empty",
        "statistic: median | statistic 'median': valid: ",
        "operation: gret | did you mean 'greet'",
        "operation: put;payload: name=16 | name",
        "in-flight: 0 | in-flight '0': a whole number, 1 or more",
      })
  void anExperimentOfWhatDoesNotExistLeavesNoFolder(String lines, String says) throws IOException {
    Path file = folder.resolve("mine.yaml");
    String rest =
        Stream.of("name: mine", "technologies: [rpcx]", "threads: 1", "requests: 1")
            .filter(each -> !lines.startsWith(each.replaceFirst(":.*", ":")))
            .collect(Collectors.joining("\n", "", "\n"));
    Files.writeString(file, rest + lines.replace(';', '\n'));
    Path none = folder.resolve("none");
    isMisuse(words("sweep begin " + none + " --experiment " + file), says);
    assertThat(none).doesNotExist();
  }

  @Test
  void aSweepOfOpenLoopsHasEveryLoadAndSaysWhatItIs() throws IOException {
    Outcome plan = words("plan --experiment greet-rate --protocols tcp,grpc");
    assertThat(plan.status()).as(plan.err()).isZero();
    assertThat(plan.out())
        .contains("rate 100 shape constant,random-bursts duration 60s warmup 0s,30s")
        .contains("4 points x 2 technologies x 5 repetitions = 40 program executions, 40 rows")
        .startsWith("about 52 min"); // calibration, and 40 x (60 s, 15 s before on average, 2.5 s)
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--threads 2 --requests 5 --in-flight 1,4 --clients 1,2 --order random |"
            + " t2-r5 t2-r5-clients2 t2-r5-inflight4 t2-r5-inflight4-clients2",
        "--threads 2 --duration 100ms --windows 1 --warmup 100ms --deadline 5s --operation greet"
            + " --payloads name=0;name=16 --repeat 2 | t2-timed100ms-name0-warmup100ms-windows1"
            + " t2-timed100ms-warmup100ms-windows1 t2-timed100ms-name0-warmup100ms-windows1-p1"
            + " t2-timed100ms-warmup100ms-windows1-p1",
        "--threads 3 --rate 20 --duration 1s --warmup 0s,1s --full-speed 100ms |"
            + " rate20-constant-1s-fullspeed100ms-warmup0s"
            + " rate20-constant-1s-fullspeed100ms-warmup1s",
      })
  void aSweepIsMeasuredToItsEndWithAFileForEachPoint(String options, String stems)
      throws IOException {
    String begin =
        ("sweep begin %s --protocols null --seed 7 --retry-flagged 0"
                + " --jvm-options=-XX:TieredStopAtLevel=1 %s")
            .formatted(folder, options);
    assertThat(words(begin).status()).isZero();
    Outcome measured = words("sweep measure " + folder);
    assertThat(measured.status()).as(measured.err()).isZero();
    List<String> found = List.of(stems.split(" ", -1));
    for (String each : found) {
      assertThat(folder.resolve("raw/null/" + each + ".csv")).exists();
    }
    Path lost = folder.resolve("raw/null/" + found.get(0) + ".csv");
    Path kept = folder.resolve("raw/null/" + found.get(1) + ".csv");
    String before = Files.readString(kept);
    Files.delete(lost);
    assertThat(words(begin).err()).contains("resuming");
    assertThat(words("sweep measure " + folder).status()).isZero();
    assertThat(lost).exists();
    assertThat(kept).content().isEqualTo(before);
    assertThat(words("sweep end " + folder).out())
        .contains(found.size() + " points done, 0 failed");
  }

  private static final String GRID = " --protocols tcp --threads 1 --requests 5";

  @ParameterizedTest
  @ValueSource(strings = {"round", "cell"})
  void freshServersThatNobodyCanRestartAreMisuseAndNothingIsWritten(String fresh) {
    Path sweep = folder.resolve("s");
    Outcome begin =
        words("sweep begin " + sweep + GRID + " --host 192.0.2.1 --fresh-servers " + fresh);
    assertThat(begin.status()).isEqualTo(ExitCode.MISUSE);
    assertThat(begin.err().lines())
        .singleElement()
        .asString()
        .contains("--fresh-servers " + fresh, "192.0.2.1", "deploy.sh --control");
    assertThat(sweep).doesNotExist();
  }

  @Test
  void aSweepRestartsServersEachRoundWhereItCanUnlessToldOtherwise() throws IOException {
    Path can = folder.resolve("can");
    Path cannot = folder.resolve("cannot");
    assertThat(words("sweep begin " + can + GRID + " --can-restart").status()).isZero();
    assertThat(words("sweep begin " + cannot + GRID).status()).isZero();
    assertThat(Files.readString(can.resolve("sweep.json")))
        .contains("\"fresh-servers\" : \"round\"", "\"server-warmup\" : \"5s\"");
    assertThat(Files.readString(cannot.resolve("sweep.json")))
        .contains("\"fresh-servers\" : \"client\"");
  }
}
