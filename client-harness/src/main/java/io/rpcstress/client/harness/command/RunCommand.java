package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.campaign.repeat.ProcessSample;
import io.rpcstress.client.harness.campaign.repeat.Repeated;
import io.rpcstress.client.harness.campaign.repeat.RuntimeRatio;
import io.rpcstress.client.harness.console.PartTable;
import io.rpcstress.client.harness.console.RatioTable;
import io.rpcstress.client.harness.console.RepetitionTable;
import io.rpcstress.client.harness.console.ResultTables;
import io.rpcstress.client.harness.console.RunRemarks;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.plan.PointWords;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.client.harness.process.PointRecord;
import io.rpcstress.engine.load.PartResult;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.TimedLoad;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "run",
    header = "Measures one point of each technology.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Measures one point (a thread count and a request count) for each technology, each in a "
            + "JVM of its own. Order 0 connects and loads classes; the orders after it are "
            + "averaged. With --duration: a timed loop, which is a warm-up and then windows of "
            + "time.",
    footer = {
      "",
      "Examples:",
      "  client-harness run --protocol rpcx,grpc,openfeign --threads 10 --requests 100",
      "  client-harness run --protocol rpcx,grpc --host 10.0.0.2 --threads 10 \\",
      "      --duration 1s --until-steady --warmup-cap 40s --repeat 5 --out DIR",
      "  client-harness run --url http://10.0.0.2:8080/orders --sample order.json \\",
      "      --threads 10 --duration 1s --out results/mine",
      "",
      "Without --out nothing is written. Closed-loop percentiles are not a user's latency."
    })
final class RunCommand extends HarnessCommand {

  private static final String ONLY_CLIENT = "client";

  @Option(
      names = "--threads",
      required = true,
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description = "Number of calling threads.")
  private int threads;

  @Option(
      names = "--requests",
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description =
          "Number of calls in a run. --request-mode says whether in total or of each thread. "
              + "Required, unless --duration makes a timed loop.")
  private @Nullable Integer requests;

  @Option(
      names = FreshOptions.OPTION,
      paramLabel = ONLY_CLIENT,
      description =
          "How long a server lives. run never restarts servers, so client (only the client is "
              + "new) is its only value; sweep.sh also has round and cell.")
  private String fresh = ONLY_CLIENT;

  @Mixin private final TimedOptions timed = new TimedOptions();

  @Mixin private final RepeatOptions repeat = new RepeatOptions();

  @Mixin private final PointOptions options = new PointOptions();

  @Mixin private final OwnServiceOptions own = new OwnServiceOptions();

  @Mixin private final Measurement measuring = new Measurement();

  @Override
  public Integer call() throws InterruptedException, IOException {
    if (!fresh.equals(ONLY_CLIENT)) {
      throw new Misuse(
          "%s %s: run restarts no server; measure with sweep.sh --local, or on hosts that"
                  .formatted(FreshOptions.OPTION, fresh)
              + " deploy.sh --control has set up");
    }
    own.check();
    List<PointPlan> plans = options.reaching(this::plans, stderr);
    if (!Measurement.lineHolds(plans, stderr)) {
      return ExitCode.FAILED;
    }
    own.explain(stderr);
    List<PointPlan> inRounds = repeat.inRounds(plans, measuring.order(), spec);
    return measuring.all(
        inRounds,
        repeat.named(plans),
        plan -> PointTask.of(plan, calls()),
        point -> PointWords.closed(point, calls(), options.runs()),
        new Tables(inRounds, plans),
        stdout,
        stderr);
  }

  private Calls calls() {
    return own.of(options.calls());
  }

  private List<PointPlan> plans() {
    Integer counted = requests;
    TimedLoad load = timed.load(counted == null ? null : counted.toString(), options, spec);
    if (load == null) {
      if (counted == null) {
        throw new Misuse("neither --requests N nor --duration TIME is given: one of them expected");
      }
      options.refuseCountedMix(counted);
    }
    return PointPlans.looped(
        calls(),
        options.runs(),
        own.protocols(measuring),
        threads,
        counted == null ? 0 : counted,
        load);
  }

  /** Shows repetitions together, and what they say of technologies against each other. */
  private final class Tables extends ResultTables {
    private final List<PointPlan> inRounds;

    /** By technology, in the order in which they were named. */
    private final Map<Point, Repeated> cells = new LinkedHashMap<>();

    /** Of these whose calls a broker or proxy carries. */
    private final Set<Point> carried = new HashSet<>();

    private final Map<Point, List<List<PartResult>>> parts = new HashMap<>();

    Tables(List<PointPlan> inRounds, List<PointPlan> plans) {
      super(stdout, false);
      this.inRounds = inRounds;
      for (PointPlan plan : plans) {
        Point cell = plan.point().cell();
        cells.put(cell, new Repeated(cell));
        if (isCarried(plan)) {
          carried.add(cell);
        }
      }
    }

    @Override
    public void begin(@Nullable Path folder) throws IOException {
      repeat.keepSeed(folder, inRounds, cells.keySet(), measuring.order(), stderr);
    }

    @Override
    public boolean printsEach() {
      return !repeat.isRepeated();
    }

    @Override
    public void kept(PointRecord record) {
      Repeated cell = cells.get(record.point().cell());
      if (cell != null) {
        cell.add(new ProcessSample(record.runs(), record.latencies()));
      }
      parts.computeIfAbsent(record.point().cell(), any -> new ArrayList<>()).add(record.parts());
    }

    @Override
    public List<PointPlan> further() {
      return repeat.nextRound(
          verdicts().stream().map(RuntimeRatio::ratio).toList(), measuring.order(), stderr);
    }

    private List<Repeated> measured() {
      return cells.values().stream().filter(cell -> !cell.processes().isEmpty()).toList();
    }

    /** Every technology against the first one; none where the first has no result. */
    private List<RuntimeRatio> verdicts() {
      Repeated first = cells.values().iterator().next();
      boolean isSilent = // the other processes are somewhere else
          repeat.isOneOfMany() || first.processes().isEmpty();
      return isSilent
          ? List.of()
          : measured().stream().skip(1).map(each -> RuntimeRatio.of(each, first)).toList();
    }

    @Override
    public void finish(boolean asJson) {
      List<RuntimeRatio> verdicts = verdicts();
      if (asJson) {
        double cutoff = RuntimeRatio.cutoff(verdicts);
        verdicts.forEach(each -> stdout.println(each.toJson(cutoff, repeat.seed())));
        return;
      }
      RatioTable.print(verdicts, repeat.isRepeated(), measuring.isVerbose(), stdout);
      if (repeat.isRepeated()) {
        printRepeated(measured());
      }
    }

    private void printRepeated(List<Repeated> all) {
      for (Repeated each : all) {
        RepetitionTable.print(each, repeat.count(), carried.contains(each.cell()), stdout);
        PartTable.print(PartResult.sum(parts.getOrDefault(each.cell(), List.of())), stdout);
        stdout.println();
      }
      for (Repeated each : all) {
        RunRemarks.printDoubts(
            all.size() == 1 ? "" : each.cell().directoryName() + ", ", each.runs(), stdout);
        explainLater(each.runs());
      }
      explainDoubts(measuring.isVerbose());
      RepetitionTable.printLegend(stdout);
    }
  }
}
