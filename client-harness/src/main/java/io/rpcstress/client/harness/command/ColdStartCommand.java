package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.campaign.coldstart.ColdRun;
import io.rpcstress.client.harness.campaign.coldstart.FirstCalls;
import io.rpcstress.client.harness.console.ColdStartTable;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.client.harness.process.OutputFolder;
import io.rpcstress.client.harness.process.ThisProgram;
import io.rpcstress.driver.CallException;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.record.ColdStartRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "coldstart",
    header = "Measures fresh JVMs: first reply, first calls, memory.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Measures cold starts: the time from the start of a fresh JVM to its first good reply, "
            + "the first call, the first 100 calls of one thread and their CPU time, and the "
            + "memory at rest. Each sample is a process of its own, in rounds of random order. "
            + "The harness without a technology (null) is measured beside them. The servers must "
            + "be running.",
    footer = {
      "",
      "Exit codes: 0 all measured, 1 something could not be measured, 2 misuse.",
      "",
      "Examples:",
      "  client-harness coldstart --protocol all --host 10.0.0.2",
      "  client-harness coldstart --protocol grpc,grpc@tuned --repeat 9 --cds --out results/cold",
      "  client-harness coldstart --protocol tcp --json"
    })
final class ColdStartCommand extends HarnessCommand {

  private static final String BASELINE = "null";

  @Option(
      names = "--protocol",
      required = true,
      split = ",",
      paramLabel = "NAME[@VARIANT]",
      description = "Technologies, or all; see list.")
  private List<String> protocols = List.of();

  @Option(
      names = "--repeat",
      paramLabel = "K",
      converter = Converters.OfCount.class,
      description = "Processes of each (default: ${DEFAULT-VALUE}).")
  private int repeat = 5;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the random order (default: a random one, which is printed).")
  private @Nullable Integer seed;

  @Option(
      names = "--calls",
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description = "Calls that each client makes (default: ${DEFAULT-VALUE}).")
  private int calls = 100;

  @Option(
      names = "--cds",
      description =
          "Measure again with a class-data archive, which a first run of each writes. The JVM "
              + "archives only classes in jars.")
  private boolean archives;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Keep every sample in DIR/" + ColdStartRecord.NAME + "; replaces an existing file.")
  private @Nullable Path out;

  @Option(names = "--json", description = "Print JSON instead of a table; it has every sample.")
  private boolean json;

  @Mixin private final CallOptions options = new CallOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<PointPlan> plans = options.reaching(() -> plans(options, protocols), stderr);
    Path folder = out;
    if (folder != null) {
      OutputFolder.check(folder);
    }
    for (PointPlan plan : plans) {
      String wrong = plan.neededServer().ask(stderr::println).refusal();
      if (wrong != null) {
        stderr.println(wrong);
        return ExitCode.FAILED;
      }
    }
    long order = seed != null ? seed : ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
    ColdStartRecord found;
    boolean whole;
    Calls called = options.calls();
    try (ColdRun run = new ColdRun(called.jvms().java(), called.jvm(), stderr::println)) {
      if (plans.stream().noneMatch(plan -> plan.point().directoryName().equals(BASELINE))) {
        run.add(BASELINE, client(BASELINE), archives);
      }
      plans.forEach(
          plan -> {
            String name = plan.point().directoryName();
            run.add(name, client(name), archives);
          });
      found = run.measure(repeat, order, calls);
      whole = found.samples().size() == run.subjects() * repeat;
    }
    if (folder != null) {
      ColdStartRecord.write(folder, found);
    }
    if (json) {
      stdout.println(ColdStartRecord.text(found));
    } else {
      ColdStartTable.print(found, stdout);
    }
    return whole ? ExitCode.OK : ExitCode.FAILED;
  }

  static List<PointPlan> plans(CallOptions options, List<String> protocols) {
    return PointPlans.ofOneRun(options.calls(), protocols, 1);
  }

  private List<String> client(String protocol) {
    List<String> program = new ArrayList<>(ThisProgram.measuring(protocol));
    program.addAll(List.of("first-calls", "--protocol", protocol));
    program.addAll(List.of("--calls", Integer.toString(calls)));
    Calls calledThere = options.calls(); // each process calls what was found once
    program.addAll(calledThere.at(calledThere.addressOf(options.host)).options().list());
    return program;
  }

  /** What {@code coldstart} starts: the first calls of a process, printed as one line. */
  @Command(
      name = "first-calls",
      hidden = true,
      description = "Makes the first calls of this process; coldstart starts it.")
  static final class FirstCallsCommand extends HarnessCommand {

    @Option(names = "--protocol", required = true, description = "The technology.")
    private String protocol = "";

    @Option(
        names = "--calls",
        required = true,
        converter = Converters.OfCount.class,
        description = "How many calls.")
    private int calls;

    @Mixin private final CallOptions options = new CallOptions();

    @Override
    public Integer call() throws InterruptedException {
      PointPlan plan = ColdStartCommand.plans(options, List.of(protocol)).get(0);
      try {
        stdout.println(FirstCalls.make(plan, calls).line());
        return ExitCode.OK;
      } catch (CallException e) {
        stderr.println(e.kind().label() + ": " + e.getMessage());
        return ExitCode.FAILED;
      }
    }
  }
}
