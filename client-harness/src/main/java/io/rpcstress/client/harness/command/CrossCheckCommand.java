package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.campaign.crosscheck.CrossCheck;
import io.rpcstress.client.harness.campaign.crosscheck.CrossCheck.Reading;
import io.rpcstress.client.harness.campaign.crosscheck.CrossCheck.Round;
import io.rpcstress.client.harness.campaign.crosscheck.ForeignGenerator;
import io.rpcstress.client.harness.campaign.crosscheck.ForeignGenerator.ForeignLoad;
import io.rpcstress.client.harness.console.CrossCheckTable;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.ClosedRuns;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.OptionWords.OptionText;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.client.harness.plan.Transport;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.client.harness.process.ForkedPoint;
import io.rpcstress.client.harness.process.Gathered;
import io.rpcstress.client.harness.process.OutputFolder;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.AtomicFile;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.TimedLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "cross-check",
    header = "Measures one server with this harness and a foreign load generator.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "The harness and another load generator take turns to call greet on the same server, with "
            + "the same number of calls at a time. The generator, which must be installed, is ghz "
            + "for grpc, wrk for http-json, redis-benchmark for redis. Their ratio has an interval "
            + "over the rounds. The generators are written in C or Go: if the client's processor is "
            + "the limit, they differ from a JVM.",
    footer = {
      "",
      "Examples:",
      "  client-harness cross-check --protocol grpc --host 10.0.0.2 --threads 1",
      "  client-harness cross-check --protocol grpc --rate 1000",
      "  client-harness cross-check --protocol http-json --threads 10 --out results/cross-check"
    })
final class CrossCheckCommand extends HarnessCommand {

  @Option(
      names = "--protocol",
      required = true,
      paramLabel = "NAME[@VARIANT]",
      description = "The technology: grpc, http-json or redis.")
  private String protocol = "";

  @Option(
      names = "--threads",
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description = "Calls at a time, on each side (default: ${DEFAULT-VALUE}).")
  private int threads = 10;

  @Option(
      names = "--rate",
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description =
          "Calls per second at equal gaps on both sides, each started when it is due; grpc only "
              + "(default: a closed loop).")
  private @Nullable Integer rate;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description = "Rounds; each side measures once in each (default: ${DEFAULT-VALUE}).")
  private int rounds = 5;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      defaultValue = "5s",
      converter = Converters.OfPause.class,
      description =
          "Warm-up of each process of this harness, and of the server at the start (default: "
              + "${DEFAULT-VALUE}).")
  private Duration warmup = Duration.ofSeconds(5);

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      defaultValue = "10s",
      description = "How long each side is measured in a round (default: ${DEFAULT-VALUE}).")
  private Duration duration = Duration.ofSeconds(10);

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder for cross-check.csv, with a row for each side and round (default: no " + "file).")
  private @Nullable Path out;

  @Mixin private final CallOptions options = new CallOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    ForeignGenerator generator = generator();
    if (out != null) {
      OutputFolder.check(out);
    }
    if (duration.toMillisPart() != 0) {
      throw new Misuse("--duration %s: whole seconds expected".formatted(OptionText.of(duration)));
    }
    if (rate != null && !generator.hasRates()) {
      throw new Misuse(
          "--rate: %s has no such load; ghz has, for grpc".formatted(generator.name()));
    }
    TimedLoad load = TimedOptions.load(warmup, duration, 1, options, spec);
    Calls calls = options.calls().inWindowsOf(load.window());
    PointPlan plan = plan(calls, load);
    if (!(plan.workload().request() instanceof String name)) {
      throw new Misuse(
          "--operation "
              + options.operation
              + ": expected greet, which is what "
              + "foreign generators call");
    }
    if (!calls.transport().equals(Transport.PLAIN)) {
      throw new Misuse(
          "%s, %s: leave them out, since foreign generators call over plain connections"
              .formatted(Transport.TLS, Transport.COMPRESSION));
    }
    String version =
        generator
            .version()
            .orElseThrow(
                () ->
                    new Misuse(
                        "%s is not installed here: %s"
                            .formatted(generator.name(), generator.install())));
    try {
      Reading first = ours(plan, calls); // warms the server, and counts for nothing
      ForeignLoad same =
          new ForeignLoad(
              plan.target().primary(),
              name,
              threads,
              Math.min(threads, plan.options().connections().count()),
              rate,
              duration,
              (long) (first.callsPerSecond() * duration.toSeconds()));
      CrossCheck check = measured(plan, calls, generator, same, version);
      stdout.printf(
          "%s, %s, %s of this harness; %d rounds of %d s, in turns%n",
          protocol,
          rate == null ? threads + " calls at a time" : rate + " calls/s",
          plan.options().connections(),
          check.rounds().size(),
          duration.toSeconds());
      CrossCheckTable.print(check, stdout);
      return ExitCode.OK;
    } catch (IOException e) {
      stderr.println(e.getMessage());
      return ExitCode.FAILED;
    }
  }

  private PointPlan plan(Calls calls, TimedLoad closed) {
    List<String> one = List.of(protocol);
    Integer offered = rate;
    List<PointPlan> plans =
        offered == null
            ? PointPlans.timed(calls, new ClosedRuns(1, RequestMode.TOTAL), one, threads, closed)
            : PointPlans.open(
                calls,
                one,
                threads,
                new OfferedLoad(
                    ArrivalShape.CONSTANT,
                    offered,
                    OfferedOptions.seconds("--duration", duration),
                    OfferedOptions.seconds("--warmup", warmup),
                    0),
                OpenRun.ASYNC,
                Dimensions.NONE);
    return plans.get(0);
  }

  private CrossCheck measured(
      PointPlan plan, Calls calls, ForeignGenerator foreign, ForeignLoad load, String version)
      throws IOException, InterruptedException {
    List<Round> ended = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      boolean oursFirst = round % 2 == 0;
      Reading ours = oursFirst ? ours(plan.repeated(round), calls) : null;
      Reading theirs = foreign.run(load);
      if (theirs.failed() > 0) {
        throw new IOException("%d calls of %s failed".formatted(theirs.failed(), version));
      }
      ended.add(new Round(ours == null ? ours(plan.repeated(round), calls) : ours, theirs));
      if (ended.get(round).ours().failed() > 0) {
        throw new IOException(
            "%d calls of this harness failed".formatted(ended.get(round).ours().failed()));
      }
      stderr.printf(
          Locale.ROOT,
          "round %d of %d: %,.0f calls/s by this harness, %,.0f by %s%n",
          round + 1,
          rounds,
          ended.get(round).ours().callsPerSecond(),
          theirs.callsPerSecond(),
          version);
      keep(ended, version);
    }
    return new CrossCheck(version, ended);
  }

  private Reading ours(PointPlan plan, Calls calls) throws IOException, InterruptedException {
    Gathered gathered =
        ForkedPoint.of(PointTask.of(plan, calls), calls.timeout(), stderr::println).gathered();
    if (!gathered.hasResult()) {
      throw new IOException("this harness has no result: " + gathered.why());
    }
    Run run = gathered.runs().get(0);
    OpenRun open = gathered.openRun();
    // Another generator's time of a call runs from its start, not from when it was due.
    Latency times = open == null ? run.latency() : open.service();
    return new Reading(
        open == null ? run.callsPerSecond() : open.achievedPerSecond(),
        number(times.p50Us()),
        number(times.p99Us()),
        run.calls().issued() - run.calls().ok());
  }

  private static double number(@Nullable Double known) {
    return known == null ? Double.NaN : known;
  }

  private void keep(List<Round> ended, String version) throws IOException {
    Path folder = out;
    if (folder == null) {
      return;
    }
    List<String> rows = new ArrayList<>();
    rows.add("technology,threads,rate,seconds,round,side,generator,callsPerSecond,p50Us,p99Us");
    for (int i = 0; i < ended.size(); i++) {
      rows.add(row(i, "ours", "rpc-stress", ended.get(i).ours()));
      rows.add(row(i, "theirs", version, ended.get(i).theirs()));
    }
    AtomicFile.write(
        Files.createDirectories(folder).resolve("cross-check.csv"), String.join("\n", rows) + "\n");
  }

  private String row(int round, String side, String generator, Reading reading) {
    return String.format(
        Locale.ROOT,
        "%s,%d,%s,%d,%d,%s,%s,%.1f,%.1f,%.1f",
        protocol,
        threads,
        rate == null ? "" : rate,
        duration.toSeconds(),
        round,
        side,
        generator,
        reading.callsPerSecond(),
        reading.p50Us(),
        reading.p99Us());
  }

  private ForeignGenerator generator() {
    String technology = Contender.of(protocol, options.variant).technology();
    return ForeignGenerator.ALL.stream()
        .filter(each -> each.technology().equals(technology))
        .findFirst()
        .orElseThrow(
            () ->
                new Misuse(
                    "--protocol %s: no foreign generator calls it; expected one of %s"
                        .formatted(
                            protocol,
                            ForeignGenerator.ALL.stream()
                                .map(each -> each.technology() + " (" + each.name() + ")")
                                .collect(Collectors.joining(", ")))));
  }
}
