package io.rpcstress.server.base;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.Offer.Part;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What is decided before a server starts; its life is shown on the real jars. */
class ServerProgramTest {

  /** One with an operation that spans several services. */
  private static final Server SERVICES = new Unstartable("fake", 9999, Part.ROLES);

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
        "--message=/none.jar | --message: /none.jar is no message pack",
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
  void anArgumentThatTheLocaleCannotDecodeIsRefusedWithTheRemedy() {
    assertThat(run("--port=0", "--credentials=/home/Zo\uFFFD\uFFFD")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).hasLineCount(1).contains("LC_ALL=C.UTF-8");
  }

  @Test
  void aServerThatCannotStartIsOneLineAndNoMisuse() {
    assertThat(run("--port=0")).isEqualTo(1);
    assertThat(err.toString(UTF_8))
        .contains("server-fake: cannot start: ", "no such thing here")
        .doesNotContain("\tat ");
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  /** Before any technology does: it is the same for all. */
  @Test
  void aPortThatIsTakenOrOfAnotherHostIsOneClearLine() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      assertThat(run("--port=" + port, "--usage-port=0")).isEqualTo(1);
      assertThat(err.toString(UTF_8))
          .hasLineCount(1)
          .contains("server-fake: ", "127.0.0.1:" + port, "taken");
    }
    err.reset();
    assertThat(run("--port=0", "--bind=192.0.2.1")).isEqualTo(1);
    assertThat(err.toString(UTF_8)).hasLineCount(1).contains("192.0.2.1", "no address of");
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void anInjectedDelayIsPrintedAndOffUnlessGiven() {
    assertThat(run("--port=0", "--delay-micros=50")).isEqualTo(1);
    assertThat(err.toString(UTF_8)).contains("injected fault: every reply is 50 us late");
    err.reset();
    assertThat(run("--port=0")).isEqualTo(1);
    assertThat(err.toString(UTF_8)).doesNotContain("injected");
  }

  @Test
  void aDelayedReplyIsNeverEarlierThanItsDelay() {
    CallCounter calls = new CallCounter(Duration.ofMillis(1));
    long start = System.nanoTime();
    calls.served();
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(1_000_000);
  }

  @Test
  void tunedIsReportedAsTheExampleWhereItIs() {
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
    Part[] parts = hasTuned ? new Part[] {Part.TUNED} : new Part[0];
    CommandLineOptions options = new CommandLineOptions();
    new CommandLine(options)
        .registerConverter(
            ServerVariant.class,
            label -> ServerVariant.parse(label, new Offer("fake", 9999).variants()))
        .parseArgs("--variant", variant);
    Server server = new Unstartable("fake", 9999, parts);
    ServerOptions set = options.serverOptions(server);
    assertThat(set.address().getPort()).isEqualTo(9999 + above);
    assertThat(options.usageAddress(set.address(), server).getPort()).isEqualTo(9999 + usageAbove);
    assertThat(set.tuned()).isEqualTo(above > 0);
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
  void aProgramOfSeveralTechnologiesNeedsOneByName(String words, String expected) {
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
  void theHelpShowsThePortsOfOneTechnologyOrOfAll() {
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--role=order | --role order calls the product service: give its address by --peer product=ADDRESS:PORT",
        "--role=order --peer=product=127.0.0.1:1 | calls the customer service",
        "--role=customer | --role customer calls the shipping service",
        "--role=warehouse | value 'warehouse' for option '--role': expected one of order, product,",
        "--role=order,order | expected each role once",
        "--role=all,order | value 'all' for option '--role'",
        "--role=customer --peer=shipping=127.0.0.1:1 --peer=shipping=127.0.0.1:2 | expected each"
            + " service once",
        "--role=customer --peer=shipping=127.0.0.1:8080 --port=8080 | expected another address than"
            + " this service's own",
        "--role=customer --peer=shipping=127.0.0.1:8080 --port=8080 --bind=0.0.0.0 | expected another"
            + " address than this service's own",
        "--role=customer --peer=customer=127.0.0.1:1 | expected another service than this one",
        "--role=shipping --peer=product=127.0.0.1:1 | expected a service that this one calls",
        "--peer=shipping=127.0.0.1:1 | expected another service than this one",
        "--role=customer --peer=shipping | expected ROLE=ADDRESS:PORT",
        "--role=customer --peer=shipping=127.0.0.1:0 | expected ports from 1 to 65535",
        "--role=customer --peer=shipping=127.0.0.1:65000 | as ADDRESS:PORT/USAGE-PORT",
        "--role=customer --peer=shipping=nowhere.invalid:1 | expected a host that is known here",
        "--role=customer --peer=store=127.0.0.1:1 | expected ROLE=ADDRESS:PORT, of order, product,",
        "--step-time=6s | value '6000ms' for option '--step-time': expected 0ms to 5s",
      })
  void optionsSelectAServiceAndTheAddressesOfTheOthers(String words, String expected) {
    assertThat(runServices(words.split(" ", -1))).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(expected, "see --help");
    assertThat(err.toString(UTF_8).lines()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"--role=shipping", "--peer=shipping=127.0.0.1:1", "--step-time=0ms"})
  void aServerWithoutServicesHasNoneOfTheirOptions(String option) {
    assertThat(run(option)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("Unknown option: '" + option + "'");
    assertThat(err.toString(UTF_8).lines()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''               | 9999",
        "--role=all       | 9999",
        "--role=product   | 10199",
        "--role=shipping  | 10599",
        "--role=shipping --port=7000 | 7000",
        "--role=order,product,customer --peer=shipping=127.0.0.1:1 | 9999",
      })
  void eachServiceHasAPortOfItsOwn(String words, int port) {
    CommandLineOptions options = parsed(words.isEmpty() ? new String[0] : words.split(" ", -1));
    assertThat(options.serverOptions(SERVICES).address().getPort()).isEqualTo(port);
  }

  @Test
  void whereAPeersUsageIsFollowsItsPortUnlessGiven() {
    CommandLineOptions options =
        parsed("--role=order", "--peer=product=127.0.0.1:9201", "--peer=customer=[::1]:9401/7");
    assertThat(options.serverOptions(SERVICES).services().reported().toText())
        .isEqualTo("role order\npeer customer [0:0:0:0:0:0:0:1]:7\npeer product 127.0.0.1:10201\n");
  }

  private static CommandLineOptions parsed(String... words) {
    CommandLineOptions options = new CommandLineOptions();
    new CommandLine(options)
        .addMixin("services", options.services())
        .registerConverter(
            ServerVariant.class,
            label -> ServerVariant.parse(label, new Offer("fake", 9999).variants()))
        .parseArgs(words);
    return options;
  }

  private int runServices(String... args) {
    return run(SERVICES, args);
  }

  private int run(String... args) {
    return run(new Unstartable("fake", 9999, Part.MESSAGES), args);
  }

  private int run(Server server, String... args) {
    return new ServerProgram(
            server, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8))
        .run(args);
  }

  private int runFamily(String... args) {
    return new ServerProgram(
            "fake",
            List.of(
                new Unstartable("fake-a", 9997, Part.MESSAGES, Part.TUNED),
                new Unstartable("fake-b", 9998, Part.MESSAGES)),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8))
        .run(args);
  }

  /** A server that is missing something on this host. */
  private record Unstartable(Offer offer) implements Server {
    Unstartable(String technology, int defaultPort, Part... parts) {
      this(new Offer(technology, defaultPort, parts));
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
