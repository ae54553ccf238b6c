package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.campaign.controls.Control;
import io.rpcstress.client.harness.campaign.controls.Controls;
import io.rpcstress.client.harness.campaign.controls.Finding;
import io.rpcstress.client.harness.campaign.controls.ForkedRig;
import io.rpcstress.client.harness.campaign.controls.Line;
import io.rpcstress.client.harness.campaign.controls.RelayedLine;
import io.rpcstress.client.harness.campaign.controls.Rig;
import io.rpcstress.client.harness.campaign.controls.Scale;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import io.rpcstress.engine.point.NeededServer;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.TimedLoad;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "controls",
    header = "Injects faults of known size and checks that the harness finds each.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Injects faults of known size on the client's side and checks that the harness finds each: "
            + "a technology against itself ties, and narrowly; 5 %%, 50 us and 1 ms more in every call,"
            + " and "
            + "1 ms more on the line, are found, as large as they are; 1 %% of errors is counted, wrong "
            + "replies get no number, a client host short of CPU is flagged; and it does not matter who is "
            + "named first. Comparisons add rounds of processes until they are narrow enough, and say how "
            + "many a true difference needs. Needs a running server, leaves no files, and takes about six "
            + "minutes on idle hosts.",
    footer = {
      "",
      "Examples:",
      "  client-harness controls --host 10.0.0.2",
      "  client-harness controls --protocol grpc@tuned --repeat 9 --seed 42 --json",
      "",
      "Exit codes: 0 every control passed, 1 one failed, 2 misuse, 130 interrupted."
    })
final class ControlsCommand extends HarnessCommand {

  /** Most that a control needs of either; more would only take longer. */
  private static final int MAX_THREADS = 1_000;

  private static final int MAX_PORT = 65_535;

  private static final int WINDOWS = 2;

  @Option(
      names = "--protocol",
      paramLabel = "NAME[@VARIANT]",
      description = "The technology to do it with (default: ${DEFAULT-VALUE}, the floor).")
  private String protocol = "tcp";

  @Option(
      names = "--second",
      paramLabel = "NAME[@VARIANT]",
      description =
          "The other technology of the control of who is named first (default: another variant of "
              + "--protocol that calls the same server; without one that control is left out).")
  private @Nullable String second;

  @Option(
      names = "--threads",
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description = "Calling threads, where they do not matter (default: ${DEFAULT-VALUE}).")
  private int threads = 4;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description =
          "Processes on either side of a comparison at least (default: ${DEFAULT-VALUE}); rounds are "
              + "added until its interval is narrow enough, or --budget is over.")
  private int repeat = 5;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      defaultValue = "5m",
      description =
          "How long one comparison may go on adding rounds (default: ${DEFAULT-VALUE}); one that is "
              + "still too wide then has failed, and says so.")
  private Duration budget = Duration.ofMinutes(5);

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      defaultValue = "2s",
      converter = Converters.OfPause.class,
      description =
          "How long a process of a timed comparison warms up (default: ${DEFAULT-VALUE}).")
  private Duration warmup = Duration.ofSeconds(2);

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      defaultValue = "1s",
      description = "Each of the two windows that it then measures (default: ${DEFAULT-VALUE}).")
  private Duration duration = Duration.ofSeconds(1);

  @Option(
      names = "--delayed-port",
      paramLabel = "PORT",
      converter = Converters.OfCount.class,
      description =
          "Port of another server of --protocol, started with --delay-micros 50: adds the controls "
              + "that 50 us, and 5 %% of a call, of the server are found (default: they are left out).")
  private @Nullable Integer delayedPort;

  @Option(
      names = "--delayed-host",
      paramLabel = "HOST",
      converter = Converters.OfHost.class,
      description =
          "The same servers by a line with 1 ms more, as tc's netem or the lab's cable make one, for "
              + "the control that it is found (default: a relay on this host's loopback stands for it).")
  private @Nullable String delayedHost;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of every random order and choice (default: a random one, which is printed).")
  private @Nullable Long seed;

  @Option(names = "--json", description = "JSON lines instead of text, one a control.")
  private boolean json;

  @Mixin private final CallOptions options = new CallOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    TimedLoad load = check();
    List<String> pair = pair();
    var unused = // both can be run
        options.reaching(() -> PointPlans.ofOneRun(options.calls(), pair, threads), stderr);
    long chosen = seed == null ? ThreadLocalRandom.current().nextLong(1, Integer.MAX_VALUE) : seed;
    stderr.printf("controls of %s at %s, --seed %d%n", protocol, options.host, chosen);
    ForkedRig rig = new ForkedRig(protocol, options.calls(), stderr);
    ForkedRig delayed =
        delayedPort == null ? null : new ForkedRig(contender(), callsTo(delayedPort), stderr);
    if (pair.size() == 1) {
      stderr.printf("left out: who is named first; --second names another than %s%n", protocol);
    }
    List<Control> controls =
        Controls.all(
            new Scale(threads, repeat, chosen, load, budget, System::nanoTime),
            pair.size() == 1 ? null : ForkedRig.ofPairs(pair, options.calls(), stderr),
            delayed,
            line());
    int code = examine(controls, rig, chosen);
    rig.warnings().forEach(warning -> stderr.println("warning: " + warning));
    return code;
  }

  /** Prints what each control finds, in their order; the exit code says whether all passed. */
  int examine(List<Control> controls, Rig rig, long chosen)
      throws IOException, InterruptedException {
    int passed = 0;
    for (Control control : controls) {
      stderr.printf("%s ", control.claim());
      Finding finding = control.check(rig);
      stderr.println();
      stdout.println(json ? object(control, finding, chosen) : line(control, finding));
      passed += finding.ok() ? 1 : 0;
    }
    if (!json) {
      stdout.printf("%d of %d controls passed%n", passed, controls.size());
    }
    return passed == controls.size() ? ExitCode.OK : ExitCode.FAILED;
  }

  private Calls callsTo(int port) {
    NeededServer server = plan().neededServer();
    return options.calls().withPort(server.server(), port);
  }

  /** With its variant, which calls whose servers are named do not say. */
  private String contender() {
    return Contender.of(protocol, options.variant).word();
  }

  private PointPlan plan() {
    return PointPlans.ofOneRun(options.calls(), List.of(protocol), threads).get(0);
  }

  /** Null where it is not one connection to one server that a call takes. */
  private @Nullable Line line() {
    String host = delayedHost;
    if (host != null) {
      ForkedRig plain = new ForkedRig(protocol, options.calls(), stderr);
      ForkedRig delayed = new ForkedRig(protocol, options.calls().at(host), stderr);
      return new Line() {
        @Override
        public String what() {
          return "the lines to " + options.host + " and " + host;
        }

        @Override
        public Ways open() {
          return new Ways(plain, delayed, () -> {});
        }
      };
    }
    PointPlan plan = plan();
    if (plan.proxy() != null
        || !plan.target().replicas().isEmpty()
        || !plan.driver().hasServer()
        || !plan.workload().services().isEmpty()) {
      stderr.printf("left out: a millisecond on the line; --delayed-host names one%n");
      return null;
    }
    return new RelayedLine(contender(), options.calls(), plan.neededServer(), stderr);
  }

  /** Says before anything is started what {@code run} would refuse. */
  private TimedLoad check() {
    if (options.tolerate > 0) {
      throw new Misuse("--tolerate: the controls inject failures of their own, leave it out");
    }
    if (repeat < 2) {
      throw new Misuse("--repeat 1: one process on each side carries no verdict, 2 or more do");
    }
    if (repeat > Scale.MAX_ROUNDS) {
      throw new Misuse("--repeat %d: 2 to %d expected".formatted(repeat, Scale.MAX_ROUNDS));
    }
    if (threads > MAX_THREADS) {
      throw new Misuse("--threads %d: 1 to %d expected".formatted(threads, MAX_THREADS));
    }
    if (delayedPort != null && delayedPort > MAX_PORT) {
      throw new Misuse("--delayed-port %d: 1 to %d expected".formatted(delayedPort, MAX_PORT));
    }
    var unused = plan(); // it can be run
    return load();
  }

  /** Of the timed comparisons; the counted controls keep the deadline that they have. */
  private TimedLoad load() {
    Duration deadline = options.deadline;
    TimedLoad load = TimedOptions.load(warmup, duration, WINDOWS, options, spec);
    options.deadline = deadline;
    return load;
  }

  /** Whose order is under control, each with its variant: two, or one where there is no other. */
  private List<String> pair() {
    Contender one = Contender.of(protocol, options.variant);
    if (second != null) {
      return List.of(one.word(), Contender.of(second, options.variant).word());
    }
    Technology technology = PointPlans.driver("--protocol", one.technology()).technology();
    Variant own = PointPlans.variant(technology, one.variant());
    return Stream.concat(
            Stream.of(one.word()),
            technology.variants().stream()
                .filter(other -> !other.equals(own) && other.server() == own.server())
                .limit(1)
                .map(other -> new Contender(technology.name(), other.name()).word()))
        .toList();
  }

  private static String line(Control control, Finding finding) {
    return "%-6s %s: %s"
        .formatted(finding.ok() ? "ok" : "FAILED", control.claim(), finding.detail());
  }

  private String object(Control control, Finding finding, long chosen) {
    JsonMapper mapper = JsonMapper.shared();
    ObjectNode event = mapper.createObjectNode().put("event", "control");
    event.put("control", control.name());
    event.put("ok", finding.ok());
    event.put("technology", protocol);
    event.put("seed", chosen);
    event.put("detail", finding.detail());
    event.set("numbers", mapper.valueToTree(finding.numbers()));
    return mapper.writeValueAsString(event);
  }
}
