package io.rpcstress.client.harness.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.TimedLoad;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command lines that a report prints are ones that this program takes. */
class ReportedCommandsTest {

  /** Held by analysis's tests: what its pages and summaries print. */
  private static final Path COMMANDS =
      Path.of("../analysis/src/test/resources/golden/choice-commands.txt");

  private static final PrintStream NOWHERE =
      new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @TestFactory
  Stream<DynamicTest> everyLineIsTaken() throws IOException {
    List<String> lines = Files.readAllLines(COMMANDS);
    assertThat(lines).hasSizeGreaterThan(8);
    return lines.stream().map(line -> DynamicTest.dynamicTest(line, () -> taken(words(line))));
  }

  private static void taken(List<String> words) {
    if (words.get(0).equals("./sweep.sh")) {
      List<String> begin = new ArrayList<>(List.of("begin", "results/again"));
      begin.addAll(words.subList(1, words.size()));
      assertThatCode(() -> parse(new SweepCommand(NOWHERE, NOWHERE), begin, false))
          .doesNotThrowAnyException();
      return;
    }
    assertThat(words.subList(0, 3)).containsExactly("java", "-jar", "client-harness.jar");
    List<String> options = words.subList(4, words.size());
    switch (words.get(3)) {
      case "run" -> run(options);
      case "rate" -> rate(options);
      case "coldstart" -> coldStart(options);
      default -> throw new AssertionError("no command: " + words);
    }
  }

  private static void run(List<String> words) {
    parse(new RunCommand(NOWHERE, NOWHERE), words, false);
    Run run = new Run();
    parse(run, words, true);
    TimedLoad load = run.timed.load(null, run.options);
    assertThat(load).isNotNull();
    List<PointPlan> plans =
        PointPlans.timed(run.options.calls(), run.options.runs(), run.protocols, run.threads, load);
    assertThat(plans).hasSameSizeAs(run.protocols);
  }

  private static void rate(List<String> words) {
    parse(new RateCommand(NOWHERE, NOWHERE), words, false);
    Rate rate = new Rate();
    parse(rate, words, true);
    Integer asked = rate.rate;
    OfferedLoad load =
        new OfferedLoad(
            ArrivalShape.CONSTANT,
            asked == null ? SearchOptions.LOWEST_RATE : asked,
            (int) rate.duration.toSeconds(),
            (int) rate.warmup.toSeconds(),
            1);
    assertThat(new PointPlans(rate.options.calls()).dimensions()).isNotNull();
    if (rate.search.asked) {
      assertThat(rate.search.plan(load).lowest()).isEqualTo(SearchOptions.LOWEST_RATE);
      assertThat(rate.search.slo().leastCalls())
          .isLessThanOrEqualTo((long) load.rate() * load.seconds());
    } else {
      rate.search.refuseUnlessAsked();
      assertThat(asked).isNotNull();
    }
    assertThatCode(rate.threshold::parsed).doesNotThrowAnyException();
    assertThat(
            rate.fullSpeed
                .plus(rate.warmup)
                .plus(rate.duration)
                .plus(rate.search.asked ? rate.options.deadline() : Duration.ZERO))
        .isLessThan(rate.options.timeout);
  }

  private static void coldStart(List<String> words) {
    parse(new ColdStartCommand(NOWHERE, NOWHERE), words, false);
    ColdStart cold = new ColdStart();
    parse(cold, words, true);
    assertThat(words).as("else nothing is kept").contains("--out");
    assertThat(ColdStartCommand.plans(cold.options, cold.protocols))
        .hasSameSizeAs(cold.protocols)
        .isNotEmpty();
  }

  private static void parse(Object command, List<String> words, boolean someOptionsOnly) {
    CommandLine line = CommandLines.withConverters(new CommandLine(command));
    line.setUnmatchedArgumentsAllowed(someOptionsOnly);
    line.parseArgs(words.toArray(new String[0]));
  }

  /** As a shell splits a line without escapes. */
  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(line);
    while (word.find()) {
      words.add(word.group(1) == null ? word.group(2) : word.group(1));
    }
    return words;
  }

  @Command(name = "run")
  private static final class Run {
    @Mixin private final TimedOptions timed = new TimedOptions();
    @Mixin private final PointOptions options = new PointOptions();

    @Option(names = "--threads")
    private int threads;

    @Option(names = "--protocol", split = ",")
    private List<String> protocols = List.of();
  }

  @Command(name = "coldstart")
  private static final class ColdStart {
    @Mixin private final CallOptions options = new CallOptions();

    @Option(names = "--protocol", split = ",")
    private List<String> protocols = List.of();
  }

  @Command(name = "rate")
  private static final class Rate {
    @Mixin private final SearchOptions search = new SearchOptions();
    @Mixin private final CallOptions options = new CallOptions();
    @Mixin private final ThresholdOption threshold = new ThresholdOption();

    @Option(names = "--rate")
    private @Nullable Integer rate;

    @Option(names = "--duration")
    private Duration duration = Duration.ZERO;

    @Option(names = "--full-speed")
    private Duration fullSpeed = Duration.ZERO;

    @Option(names = "--warmup", defaultValue = "5s")
    private Duration warmup = Duration.ZERO;
  }
}
