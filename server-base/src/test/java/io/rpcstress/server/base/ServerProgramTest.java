package io.rpcstress.server.base;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.ServerVariant;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What is decided before a server starts; its life is shown on the real jars. */
class ServerProgramTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--prot=1            | did you mean --port?",
        "--bidn              | did you mean --bind?",
        "--usageport=1       | did you mean --usage-port?",
        "--delay-micros=0    | value '0' for option '--delay-micros': expected 1 to 100000",
        "--port=-1           | value '-1' for option '--port': expected 0 to 65535",
        "--usage-port=65536  | value '65536'",
        "--port=65000        | --usage-port",
        "--variant=fast      | expected example or tuned, not 'fast'",
        "--max-connections=0 | expected 1 or more",
        "--drain=0s          | expected more than 0",
        "--drain=10          | 500ms, 10s or 2m",
        "--bind=             | expected an address of this host",
        "--technology=other  | value 'other' for option '--technology': expected fake, or none",
        "extra               | extra"
      })
  void misuseIsOneLineThatNamesTheValueAndWhatWasExpected(String option, String expected) {
    assertThat(run(option)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("server-fake: ", expected, "see --help");
    assertThat(err.toString(UTF_8).lines()).hasSize(1);
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void anOptionGivenTwiceIsRefusedInsteadOfGuessed() {
    assertThat(run("--port=0", "--port=1")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("--port");
  }

  @Test
  void aServerThatCannotStartIsOneLineAndNoMisuse() {
    assertThat(run("--port=0")).isEqualTo(1);
    assertThat(err.toString(UTF_8))
        .contains("server-fake: cannot start: ", "no such thing here")
        .doesNotContain("\tat ");
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void anInjectedDelayIsSaidAndOffUnlessGiven() {
    assertThat(run("--port=0", "--delay-micros=50")).isEqualTo(1);
    assertThat(err.toString(UTF_8)).contains("late by 50 us, an injected fault");
    err.reset();
    assertThat(run("--port=0")).isEqualTo(1);
    assertThat(err.toString(UTF_8)).doesNotContain("injected");
  }

  @Test
  void aDelayedReplyIsNeverEarlierThanItSays() {
    CallCounter calls = new CallCounter(Duration.ofMillis(1));
    long start = System.nanoTime();
    calls.served();
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(1_000_000);
  }

  @Test
  void tunedIsSaidToBeTheExampleWhereItIs() {
    assertThat(run("--port=0", "--variant=tuned")).isEqualTo(1);
    assertThat(err.toString(UTF_8)).contains("tuned is the same as example here");
  }

  @ParameterizedTest
  @CsvSource({
    "example, false, 0, 1000",
    "tuned,   false, 0, 1000",
    "example, true,  0, 1000",
    "tuned,   true,  100, 1100"
  })
  void theTunedServerListensBesideTheExampleOne(
      String variant, boolean hasTuned, int above, int usageAbove) {
    CommandLineOptions options = new CommandLineOptions();
    new CommandLine(options)
        .registerConverter(ServerVariant.class, ServerVariant::parse)
        .parseArgs("--variant", variant);
    Server server = new Unstartable(hasTuned);
    ServerOptions told = options.serverOptions(server);
    assertThat(told.address().getPort()).isEqualTo(9999 + above);
    assertThat(options.usageAddress(told.address(), server).getPort()).isEqualTo(9999 + usageAbove);
    assertThat(told.tuned()).isEqualTo(above > 0);
  }

  @ParameterizedTest
  @CsvSource({"500ms,500", "10s,10000", "2m,120000"})
  void timesAreReadAsPeopleWriteThem(String text, long millis) {
    assertThat(new DurationConverter().convert(text)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                   | is missing: expected one of fake-a, fake-b",
        "--technology=fake    | value 'fake' for option '--technology': expected one of fake-a, fake-b",
        "--technology         | --technology",
        "--technology=fake-a --technology=fake-b | --technology"
      })
  void aProgramOfSeveralTechnologiesHasToBeToldWhich(String words, String expected) {
    assertThat(runFamily(words.isEmpty() ? new String[0] : words.split(" ", -1))).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(expected, "see --help");
    assertThat(err.toString(UTF_8).lines()).hasSize(1);
  }

  @Test
  void theTechnologyThatWasNamedIsStarted() {
    assertThat(runFamily("--port=0", "--technology", "fake-b")).isEqualTo(1);
    assertThat(err.toString(UTF_8)).contains("server-fake-b: cannot start: ");
  }

  @Test
  void theHelpTellsThePortsOfOneTechnologyOrOfAll() {
    assertThat(runFamily("--help")).isZero();
    assertThat(out.toString(UTF_8).replaceAll("\\s+", " "))
        .contains("Usage: server-fake ")
        .contains("of: fake-a, fake-b")
        .contains("(default: fake-a 9997, tuned 10097; fake-b 9998)");
    out.reset();
    assertThat(runFamily("--technology=fake-a", "--help")).isZero();
    assertThat(out.toString(UTF_8).replaceAll("\\s+", " "))
        .contains("Usage: server-fake-a ")
        .contains("(default: 9997, tuned 10097)");
  }

  private int run(String... args) {
    return new ServerProgram(
            new Unstartable(false),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8))
        .run(args);
  }

  private int runFamily(String... args) {
    return new ServerProgram(
            "fake",
            List.of(new Unstartable("fake-a", 9997, true), new Unstartable("fake-b", 9998, false)),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8))
        .run(args);
  }

  /** A server that is missing something on this host. */
  private record Unstartable(String technology, int defaultPort, boolean hasTuned)
      implements Server {
    Unstartable(boolean hasTuned) {
      this("fake", 9999, hasTuned);
    }

    @Override
    public InetSocketAddress start(ServerOptions options, CallCounter calls) {
      throw new IllegalStateException("no such thing here");
    }

    @Override
    public boolean drain(Duration atMost) {
      return true;
    }
  }
}
