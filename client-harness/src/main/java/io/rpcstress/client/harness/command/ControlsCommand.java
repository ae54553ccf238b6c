package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.campaign.controls.Control;
import io.rpcstress.client.harness.campaign.controls.Control.Finding;
import io.rpcstress.client.harness.campaign.controls.Controls;
import io.rpcstress.client.harness.campaign.controls.Controls.Scale;
import io.rpcstress.client.harness.campaign.controls.ForkedRig;
import io.rpcstress.client.harness.campaign.controls.Rig;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
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
    header = "Injects known faults and checks that the harness finds each.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Checks the harness with faults of known size, injected on the client's side. A "
            + "technology compared with itself must tie, within a narrow interval. 5 %%, 50 us "
            + "and 1 ms more in every call must be found at that size. 1 %% of errors must be "
            + "counted. Wrong replies must get no number. A client host short of CPU must be "
            + "flagged. The order of names must not matter. Comparisons add rounds of processes "
            + "until their interval is narrow enough, and print how many processes a true "
            + "difference needs. Needs a running server, leaves no files, and takes about five "
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

  private static final int WINDOWS = 2;

  @Option(
      names = "--protocol",
      paramLabel = "NAME[@VARIANT]",
      description = "The technology to test with (default: ${DEFAULT-VALUE}, the floor).")
  private String protocol = "tcp";

  @Option(
      names = "--second",
      paramLabel = "NAME[@VARIANT]",
      description =
          "The other technology in the control of the order of names (default: another variant "
              + "of --protocol that calls the same server; if there is none, the control is left "
              + "out).")
  private @Nullable String second;

  @Option(
      names = "--threads",
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description =
          "Calling threads, in controls that do not depend on their number (default: "
              + "${DEFAULT-VALUE}).")
  private int threads = 4;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description =
          "Fewest processes on each side of a comparison (default: ${DEFAULT-VALUE}). Rounds are "
              + "added until its interval is narrow enough or --budget is over.")
  private int repeat = 5;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      defaultValue = "5m",
      description =
          "How long one comparison may add rounds (default: ${DEFAULT-VALUE}). If its interval "
              + "is still too wide then, the control fails and says so.")
  private Duration budget = Duration.ofMinutes(5);

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      defaultValue = "2s",
      converter = Converters.OfPause.class,
      description = "Warm-up of each process of a timed comparison (default: ${DEFAULT-VALUE}).")
  private Duration warmup = Duration.ofSeconds(2);

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      defaultValue = "1s",
      description =
          "Length of each of the two windows after the warm-up (default: " + "${DEFAULT-VALUE}).")
  private Duration duration = Duration.ofSeconds(1);

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "Seed of every random order and choice (default: a random one, which is " + "printed).")
  private @Nullable Long seed;

  @Option(names = "--json", description = "Print JSON lines instead of text, one for each control.")
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
    if (pair.size() == 1) {
      stderr.printf(
          "left out: the order of names; give another technology than %s with " + "--second%n",
          protocol);
    }
    List<Control> controls =
        Controls.all(
            new Scale(threads, repeat, chosen, load, budget, System::nanoTime),
            pair.size() == 1 ? null : ForkedRig.ofPairs(pair, options.calls(), stderr));
    int code = examine(controls, rig, chosen);
    rig.warnings().forEach(warning -> stderr.println("warning: " + warning));
    return code;
  }

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

  private PointPlan plan() {
    return PointPlans.ofOneRun(options.calls(), List.of(protocol), threads).get(0);
  }

  /** Says before anything is started what {@code run} would refuse. */
  private TimedLoad check() {
    if (options.tolerate > 0) {
      throw new Misuse("--tolerate: leave it out, since the controls inject failures of their own");
    }
    if (repeat < 2) {
      throw new Misuse(
          "--repeat 1: 2 or more expected, since one process on each side carries " + "no verdict");
    }
    if (repeat > Scale.MAX_ROUNDS) {
      throw new Misuse("--repeat %d: 2 to %d expected".formatted(repeat, Scale.MAX_ROUNDS));
    }
    if (threads > MAX_THREADS) {
      throw new Misuse("--threads %d: 1 to %d expected".formatted(threads, MAX_THREADS));
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
