package io.rpcstress.client.harness.command;

import static io.rpcstress.client.harness.command.Outcome.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.campaign.sweep.ResumedSweep;
import io.rpcstress.client.harness.campaign.sweep.SweepPlan;
import io.rpcstress.client.harness.plan.Experiment.StopRule;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.measure.record.SweepFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** A sweep's plan as a document in its file. */
class SweepPlanTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir Path folder;

  private String begin(String options) {
    return "sweep begin %s --seed 7 %s".formatted(folder, options);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--quick",
        "--experiment rpcx-grid --protocols tcp,grpc --variant tuned --port grpc=9555 --host"
            + " 10.0.0.9",
        "--threads 10::10 --requests 5,7 --protocols tcp --request-mode per-thread --runs 3",
        "--experiment put --protocols tcp,grpc",
        "--experiment put --quick --protocols grpc --in-flight 8 --order random --repeat 3",
        "--experiment greet-rate --protocols tcp --start threads",
        "--protocols tcp,grpc --rate 100,1000 --full-speed 10s --warmup 0s,5s",
        "--experiment list-echo --protocols grpc,rpcx --can-restart",
        "--protocols tcp,grpc --threads 1 --requests 9 --path direct,haproxy"
            + " --path-port haproxy-grpc=9557 --path-usage-port haproxy-grpc=9558",
        "--protocols tcp --threads 2 --duration 2s --windows 3 --warmup 8s --warmup-threads 1",
        "--protocols tcp --threads 2 --requests 9 --late-after 900ms --deadline 5s",
        "--experiment greet-rate --protocols tcp --late-after 1500ms",
        "--protocols tcp --threads 2 --duration 2s --until-steady --warmup-cap 60s --clients 1",
        "--protocols tcp --repeat auto --until-width 1.5 --repeat-budget 90s --threads 1 --requests"
            + " 9",
        "--protocols tcp --threads 1 --requests 9 --jvm-options=-Xmx1g --tolerate 1.5% --deadline"
            + " 500ms",
        "--protocols tcp --threads 1 --requests 9 --operation put --payload key=8,value=9"
            + " --connections per-thread --technology-order given --server-warmup 0s",
        "--protocols tcp,grpc --threads 1 --requests 9 --in-flight 1,2 --connections multiplexed:1",
        "--protocols tcp --threads 1 --requests 9 --fresh-servers cell --can-restart"
      })
  void saysWhatItsOptionsSay(String options) throws IOException {
    Outcome begun = words(begin(options));
    assertThat(begun.status()).as(begun.err()).isZero();
    SweepFile file = SweepFile.read(folder);
    SweepPlan plan = ResumedSweep.plan(file);
    assertThat(plan.document()).isEqualTo(ResumedSweep.plan(file).document());
    String saved = Files.readString(folder.resolve("sweep.json"));
    Outcome printed = words(begin(options + " --print-plan --json"));
    assertThat(printed.status()).as(printed.err()).isZero();
    assertThat(JSON.readTree(printed.out())).isEqualTo(JSON.readTree(saved).get("plan"));
    assertThat(Files.readString(folder.resolve("sweep.json"))).isEqualTo(saved);
  }

  @Test
  void aPersonReadsFirstHowLongItTakes() throws IOException {
    String options = "--protocols tcp,grpc --threads 2 --requests 5,6 --repeat 3";

    Outcome printed = words(begin(options + " --print-plan"));

    assertThat(printed.out().lines().findFirst().orElseThrow())
        .matches(
            "about .*: 2 points x 2 technologies x 3 repetitions = 12 program executions, 120 rows");
    assertThat(printed.out()).isEqualTo(words("plan " + options).out()).doesNotContain("{");
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rate 100 --full-speed 5s --duration 10s | about 1 min 17 s: | 45 s of calibration",
        "--rate 100 --full-speed 5s --duration 10s --no-calibrate | about 32 s: | without calibration",
        "--requests 5 --runs 1 --no-calibrate --server-warmup 0s | about 2 s: | without calibration",
        "--requests 5 --runs 1 --no-calibrate --server-warmup 4s | about 11 s: | without calibration",
        "--duration 1s --warmup 1s --repeat 5 | about 3 min 17 s: | 2 min 25 s of calibration"
      })
  void theTimeOfAPlanHasTheCalibrationInIt(String options, String all, String calibration) {
    String printed = words(begin("--protocols tcp --threads 2 --print-plan " + options)).out();
    assertThat(printed).startsWith(all).contains(calibration);
  }

  @Test
  void aPersonReadsHowLongItTakesBeforeItStartsAndBeforeItGoesOn() throws IOException {
    String options = "--protocols tcp --threads 2 --rate 100 --duration 10s --no-calibrate";
    assertThat(words(begin(options)).err())
        .contains("the servers stay up from start to end (--fresh-servers client)")
        .contains("about 27 s: 1 point x 1 technology = 1 program execution, ");
    assertThat(words(begin(options + " --repeat 3")).err())
        .contains(": 3 of 3 program executions are left");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tcp,grpc --rate 100 --full-speed 5s | 0s",
        "tcp,grpc --rate 100 --full-speed 4s | 5s",
        "tcp,grpc --rate 100,200 --full-speed 5s | 5s",
        "tcp,tcp@multiplexed --rate 100 --full-speed 5s | 5s",
        "tcp --rate 100 --full-speed 5s --deadline 1s | 5s",
        "tcp --rate 100 --full-speed 5s --threads 101 | 5s",
        "tcp --rate 100 --full-speed 5s --server-warmup 3s | 3s",
        "tcp --rate 100 --full-speed 5s --fresh-servers client | 5s",
        "tcp --rate 100,200 --full-speed 5s --fresh-servers cell | 0s",
        "tcp --rate 100 --full-speed 5s --fault slow-handler | 5s",
        "tcp --threads 4 --duration 1s --repeat 5 | 5s",
        "tcp --threads 4 --requests 5 | 5s"
      })
  void aServerIsNotWarmedBeforeTheOnlyPointThatCallsItForAsLong(String options, String warmup)
      throws IOException {
    Outcome begun = words(begin("--can-restart --protocols " + options));
    assertThat(begun.status()).as(begun.err()).isZero();
    assertThat(Files.readString(folder.resolve("sweep.json")))
        .contains("\"server-warmup\" : \"%s\"".formatted(warmup));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"version\" : 2 | \"version\" : 3 | plan.version is 3: 2 expected",
        "\"threads\" : \"3\" | \"threads\" : \"x\" | FROM:TO:STEP",
        "\"count\" : 10 | \"runs\" : 10 | plan.runs.count: missing",
        "\"repetitions\" : 1 | \"repetitions\" : 0 | 0 repetitions: 1 to",
        "\"technology\" : \"tcp\" | \"name\" : \"tcp\" | plan.grid.contenders[0] has 'name'"
      })
  void oneThatSaysSomethingElseIsRefusedInOneLine(String what, String instead, String says)
      throws IOException {
    assertThat(words(begin("--protocols tcp --threads 3 --requests 4")).status()).isZero();
    Path file = folder.resolve("sweep.json");
    String text = Files.readString(file);
    int plan = text.indexOf("\"plan\"");
    String other = text.substring(0, plan) + text.substring(plan).replace(what, instead);
    assertThat(other).isNotEqualTo(text);
    Files.writeString(file, other);
    Outcome next = words("sweep status " + folder);
    assertThat(next.status()).isEqualTo(ExitCode.MISUSE);
    assertThat(next.err().lines()).singleElement().asString().contains("sweep.json: ", says);
  }

  /** It would go on for ever. */
  @ParameterizedTest
  @CsvSource({"threads, --threads 10::10 --requests 5", "requests, --threads 5 --requests 10::10"})
  void aPlanWithAnOpenEndThatNothingEndsIsRefusedInOneLine(String axis, String options)
      throws IOException {
    assertThat(words(begin("--protocols tcp " + options)).status()).isZero();
    Path file = folder.resolve("sweep.json");
    String text = Files.readString(file);
    String other = text.replace("failed-cell-ends-row", "none");
    assertThat(other).isNotEqualTo(text);
    Files.writeString(file, other);
    Outcome next = words("sweep status " + folder);
    assertThat(next.status()).isEqualTo(ExitCode.MISUSE);
    assertThat(next.err().lines())
        .singleElement()
        .asString()
        .contains(
            "sweep.json: plan: stopRule none leaves %s 10::10 without an end".formatted(axis));
  }

  @ParameterizedTest
  @CsvSource({
    "--experiment rpcx-grid, FAILED_CELL_ENDS_ROW",
    "--threads 3 --requests 4, FAILED_CELL_ENDS_ROW",
    "--experiment put, NONE",
    "--experiment put --requests 10::10, FAILED_CELL_ENDS_ROW",
  })
  void keepsTheStopRuleOfItsExperiment(String options, StopRule rule) throws IOException {
    assertThat(words(begin("--protocols grpc " + options)).status()).isZero();
    SweepFile file = SweepFile.read(folder);
    assertThat(ResumedSweep.plan(file).stopRule()).isEqualTo(rule);
    assertThat(Files.readString(folder.resolve("sweep.json")))
        .contains("\"stopRule\" : \"%s\"".formatted(rule.label()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "threads: 1|requests: '10::10'|stop-rule: none|leaves --requests 10::10 without an end",
        "threads: '10::10'|requests: 1|stop-rule: none|leaves --threads 10::10 without an end",
        "threads: '10::10'|duration: 1s|stop-rule: none|leaves --threads 10::10 without an end",
        "rate: 10|shape: constant|stop-rule: failed-cell-ends-row|applies to counted loops only",
        "threads: 1|requests: 10|stop-rule: nane|did you mean 'none'?",
      })
  void aStopRuleThatMeansNothingIsRefusedInOneLine(
      String one, String other, String rule, String says) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("mine.yaml"), String.join("\n", "technologies: tcp", one, other, rule));
    Path none = folder.resolve("none");
    Outcome begun = words("sweep begin " + none + " --experiment " + file);
    assertThat(begun.status()).isEqualTo(ExitCode.MISUSE);
    assertThat(begun.err().lines()).singleElement().asString().contains(says);
    assertThat(none).doesNotExist();
  }
}
