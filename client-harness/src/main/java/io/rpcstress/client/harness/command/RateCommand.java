package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.console.RateTable;
import io.rpcstress.client.harness.load.OpenLoop;
import io.rpcstress.client.harness.point.PointPlan;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Offers one load to each technology, whatever the server makes of it. */
@Command(
    name = "rate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes calls when they are due, not when the server has time (open loop), for each technology",
      "in a JVM of its own. Tells the response time, from when a call was due, and the service time,",
      "from when it was started."
    },
    footer = {
      "",
      "Examples:",
      "  client-harness rate --protocol rpcx,grpc,openfeign --rate 100 --duration 60s",
      "  client-harness rate --protocol tcp --host 10.0.0.2 --rate 100 --shape bursts \\",
      "      --connections pool:15 --out results/by-hand",
      "  client-harness rate --protocol grpc --rate 1000 --shape poisson --seed 7 --json",
      "",
      "Without --out nothing is written. A rate that is missed by more than 1 %% is flagged saturated."
    })
final class RateCommand implements Callable<Integer>, Measuring.Tables {

  @Option(
      names = "--rate",
      required = true,
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description = "Calls a second.")
  private int rate;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      defaultValue = "60s",
      description = "How long calls are counted, whole seconds (default: ${DEFAULT-VALUE}).")
  private Duration duration = Duration.ofMinutes(1);

  @Option(
      names = "--shape",
      paramLabel = "SHAPE",
      defaultValue = "constant",
      description = {
        "constant: equal gaps; poisson: random ones, as of callers that know nothing of each",
        "other; bursts: a second's calls at once (default: ${DEFAULT-VALUE})."
      })
  private ArrivalShape shape = ArrivalShape.CONSTANT;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "What poisson draws from, to have the same gaps again (default: a new one).")
  private @Nullable Long seed;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      defaultValue = "5s",
      converter = Converters.OfPause.class,
      description = {
        "How long the same load goes before its calls are counted, whole seconds; 0s for none",
        "(default: ${DEFAULT-VALUE})."
      })
  private Duration warmup = Duration.ZERO;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "100",
      converter = Converters.OfCount.class,
      description = {
        "Calls that may be open at once where the technology's caller blocks; the next ones wait,",
        "and their waiting is counted (default: ${DEFAULT-VALUE})."
      })
  private int threads;

  @Mixin private final CallOptions options = new CallOptions();

  @Mixin private final Measuring measuring = new Measuring();

  private final PrintStream stdout;
  private final PrintStream stderr;

  RateCommand(PrintStream stdout, PrintStream stderr) {
    this.stdout = stdout;
    this.stderr = stderr;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    OfferedLoad load = load();
    long calls = OpenLoop.calls(load);
    if (calls < 1) {
      throw new Misuse("--seed " + load.seed() + " gives no call in that time: raise --rate");
    }
    List<PointPlan> plans =
        new PointPlans(options)
            .of(
                measuring.protocols(),
                threads,
                1,
                (technology, variant) ->
                    new Point(
                        technology,
                        variant,
                        threads,
                        Math.toIntExact(calls),
                        RequestMode.TOTAL,
                        load));
    return measuring.all(plans, options, point -> words(point, load), this, stdout, stderr);
  }

  private OfferedLoad load() {
    Duration whole = duration.plus(warmup);
    if (whole.compareTo(options.timeout) >= 0) {
      throw new Misuse(
          "--timeout %d s: more than the %d s of --warmup and --duration expected"
              .formatted(options.timeout.toSeconds(), whole.toSeconds()));
    }
    Long given = seed;
    try {
      return new OfferedLoad(
          shape,
          rate,
          seconds("--duration", duration),
          seconds("--warmup", warmup),
          given == null ? ThreadLocalRandom.current().nextLong(Integer.MAX_VALUE) : given);
    } catch (IllegalArgumentException e) {
      throw new Misuse(String.valueOf(e.getMessage()));
    }
  }

  private static int seconds(String option, Duration time) {
    if (time.toMillisPart() != 0) {
      throw new Misuse(option + " " + time.toMillis() + "ms: whole seconds expected");
    }
    return Math.toIntExact(Math.min(Integer.MAX_VALUE, time.toSeconds()));
  }

  @Override
  public void print(PointRecord record) {
    OpenRun open = record.openRun();
    if (open != null) {
      RateTable.print(open, stdout);
    }
  }

  @Override
  public void printLegend() {
    RateTable.printLegend(stdout);
  }

  /** The command line that offers this load to one technology alone again. */
  private List<String> words(Point point, OfferedLoad load) {
    List<String> words = new ArrayList<>();
    words.add("rate");
    words.addAll(List.of("--protocol", point.technology() + "@" + point.variant()));
    words.addAll(List.of("--rate", Integer.toString(load.rate())));
    words.addAll(List.of("--duration", load.seconds() + "s"));
    words.addAll(List.of("--shape", load.shape().label()));
    words.addAll(List.of("--seed", Long.toString(load.seed())));
    words.addAll(List.of("--warmup", load.warmupSeconds() + "s"));
    words.addAll(List.of("--threads", Integer.toString(point.threadNum())));
    words.addAll(options.words());
    return words;
  }
}
