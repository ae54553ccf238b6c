package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.campaign.search.RateSearch;
import io.rpcstress.client.harness.campaign.search.SearchPlan;
import io.rpcstress.client.harness.campaign.search.SearchServers;
import io.rpcstress.client.harness.campaign.search.Slo;
import io.rpcstress.client.harness.console.Progress.SearchProgress;
import io.rpcstress.client.harness.console.ResultTables;
import io.rpcstress.client.harness.console.SearchTable;
import io.rpcstress.client.harness.plan.ArrivalTrace;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.ClientHosts;
import io.rpcstress.client.harness.plan.ClosedRuns;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.plan.PointWords;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.client.harness.process.MeasuredHosts;
import io.rpcstress.client.harness.process.ThisProgram;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.TimedLoad;
import io.rpcstress.measure.record.SearchFile;
import io.rpcstress.measure.record.SearchRecord;
import io.rpcstress.usage.Build;
import io.rpcstress.usage.ShellWords;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "rate",
    header = "Makes calls at a rate (open loop), or searches for the highest one.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Starts each call when it is due, even if the server is slow (open loop). Each technology "
            + "gets a JVM of its own. Reports the response time, from when a call was due, and the "
            + "service time, from when it was started. With --search: finds the highest rate that "
            + "holds an objective.",
    footer = {
      "",
      "Examples:",
      "  client-harness rate --protocol rpcx,grpc,openfeign --rate 100 --duration 60s",
      "  client-harness rate --protocol rpcx,grpc@tuned --search --slo p99=10ms \\",
      "      --duration 30s --deadline 2s --out results/mine",
      "  client-harness rate --url http://10.0.0.2:8080/orders --sample order.json \\",
      "      --rate 100",
      "",
      "Without --out nothing is written. A rate missed by over 1 %% is saturated.",
      "With --search the exit code is 0 if a rate was found for each technology."
    })
final class RateCommand extends HarnessCommand {

  /** How far below its mean the count of a Poisson process is let fall, standard deviations. */
  private static final int POISSON_DEVIATIONS = 5;

  /** How long each probe of a search calls at full speed before it offers its rate. */
  private static final Duration SEARCHED_FULL_SPEED = Duration.ofSeconds(10);

  /** The closed loop that a search begins with, after its warm-up at full speed. */
  private static final Duration CAPACITY_WINDOW = Duration.ofSeconds(1);

  private static final int CAPACITY_WINDOWS = 5;

  /** Calls may fail while a client starts; a server that fails more is to be seen at once. */
  private static final double TOLERATED_AT_START = 0.05;

  @Option(
      names = "--rate",
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description = "Calls per second. With --search: the lowest rate to try (default there: 100).")
  private @Nullable Integer rate;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      defaultValue = "60s",
      description = "How long calls are counted (default: ${DEFAULT-VALUE}). Whole seconds.")
  private Duration duration = Duration.ofMinutes(1);

  @Option(
      names = "--shape",
      paramLabel = "SHAPE",
      defaultValue = "constant",
      description =
          "How calls are spread over time (default: ${DEFAULT-VALUE}). constant: equal gaps; "
              + "poisson: random gaps, as from independent callers; bursts: a second's calls at "
              + "once; random-bursts: the same, with a binomial number of calls.")
  private ArrivalShape shape = ArrivalShape.CONSTANT;

  @Option(
      names = ArrivalTrace.OPTION,
      paramLabel = "FILE",
      description =
          "Instead of --rate, --duration and --shape: a file of call times in ms, one a line, "
              + "ascending, counted from the first. The warm-up has their mean rate. With --mix a "
              + "line may name the part that the call is: 1250.5,read.")
  private @Nullable String arrivals;

  @Option(
      names = ArrivalTrace.SPEED,
      paramLabel = "FACTOR",
      description = "Replay --arrivals this many times as fast as recorded (default: 1).")
  private @Nullable String speed;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "Seed for poisson, random-bursts, --mix and the order of technologies; the same seed "
              + "repeats them (default: a new one).")
  private @Nullable Long seed;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      defaultValue = "5s",
      converter = Converters.OfPause.class,
      description =
          "Load before calls are counted (default: ${DEFAULT-VALUE}). Whole seconds; 0s for none.")
  private Duration warmup = Duration.ZERO;

  @Option(
      names = OfferedOptions.FULL_SPEED,
      paramLabel = "TIME",
      converter = Converters.OfPause.class,
      description =
          "How long to call at full speed first. Calls as --start says, with --threads calls "
              + "open, so that the process is warm (default: 0s, not at all; with --search 10s).")
  private @Nullable Duration fullSpeed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description =
          "Most calls open at once (default: ${DEFAULT-VALUE}). If the technology's caller "
              + "blocks, further calls wait, and the wait counts.")
  private int threads = 100;

  @Option(
      names = "--start",
      paramLabel = "WAY",
      description =
          "Who starts calls: async or threads (default: ${DEFAULT-VALUE}). async: each call starts "
              + "when it is due, if the technology's client can do that; threads: calls start on "
              + "--threads threads, which wait for replies.")
  private String start = OpenRun.ASYNC;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      converter = Converters.OfRepeatOrAuto.class,
      description = "Processes of each, in rounds (default: ${DEFAULT-VALUE}).")
  private int repeat = 1;

  @Option(
      names = "--repetition",
      paramLabel = "K",
      converter = Converters.OfRepetition.class,
      description =
          "Number of this process among several with the same load, from 0 (default: "
              + "${DEFAULT-VALUE}). It gets files of its own.")
  private int repetition;

  @Option(
      names = PointWords.WARMUP_IN_NAME,
      hidden = true,
      description =
          "For a sweep that offers a load after several warm-ups: put the warm-up into "
              + "file names.")
  private boolean warmupInName;

  @Mixin private final SearchOptions search = new SearchOptions();

  @Mixin private final LoadOptions options = new LoadOptions();

  @Mixin private final OwnServiceOptions own = new OwnServiceOptions();

  @Mixin private final Measurement measuring = new Measurement();

  @Override
  public Integer call() throws InterruptedException, IOException {
    own.check();
    var unused = trace(); // which excludes a search
    if (search.asked) {
      refuseInSearch();
      return search();
    }
    search.refuseUnlessAsked();
    refuseRepeat();
    OfferedLoad load = load();
    List<PointPlan> named = new ArrayList<>();
    List<PointPlan> measured = new ArrayList<>();
    for (int round = 0; round < repeat; round++) { // each draws its calls anew
      List<PointPlan> ofRound = repeated(reached(load.drawnFrom(load.seed() + round)), round);
      named.addAll(ofRound);
      measured.addAll(measuring.order().round(ofRound, load.seed(), round));
    }
    if (!Measurement.lineHolds(named, stderr)) {
      return ExitCode.FAILED;
    }
    own.explain(stderr);
    ResultTables tables =
        new ResultTables(stdout, true) {
          @Override
          public void begin(@Nullable Path folder) {
            if (named.size() > 1) {
              stderr.println(measuring.order().sentence(measured, load.seed()));
            }
          }
        };
    int exitCode =
        measuring.all(
            measured, named, plan -> task(plan, calls()), this::words, tables, stdout, stderr);
    Path out = measuring.out();
    if (out != null && !measuring.isJson() && exitCode == ExitCode.OK) {
      stdout.printf(
          "next: which of them keep a rate and a limit (both are yours to change): java -jar %s report"
              + " %s --rate %d --p99 20ms%n",
          ShellWords.quoted(Build.jar("analysis")), ShellWords.quoted(out.toString()), load.rate());
    }
    return exitCode;
  }

  private Calls calls() {
    return own.of(options.calls()).arriving(trace());
  }

  private OfferedLoad load() {
    ArrivalTrace trace = trace();
    if (trace != null) {
      OfferedLoad replayed = trace.load(OfferedOptions.seconds("--warmup", warmup));
      options.checkTimeout(
          fullSpeed().plusSeconds((long) replayed.seconds() + replayed.warmupSeconds()),
          "--full-speed, --warmup and " + ArrivalTrace.OPTION);
      return replayed;
    }
    Integer asked = rate;
    if (asked == null) {
      throw new Misuse("--rate is missing: give --rate, --arrivals or --search");
    }
    return load(asked, seed(), warmup);
  }

  private @Nullable ArrivalTrace trace() {
    String file = arrivals;
    if (file == null) {
      OptionValues.refuse(
          spec, "belongs to " + ArrivalTrace.OPTION + ": give that, too", ArrivalTrace.SPEED);
      return null;
    }
    OptionValues.refuse(
        spec,
        "and " + ArrivalTrace.OPTION + " exclude each other: give one",
        "--rate",
        "--duration",
        "--shape",
        "--seed",
        "--search",
        ClientHosts.OPTION);
    return ArrivalTrace.of(file, speed);
  }

  private List<PointPlan> reached(OfferedLoad load) throws IOException, InterruptedException {
    return options.reaching(
        () -> plans(load, fullSpeed(), own.protocols(measuring), calls()), stderr);
  }

  private List<PointPlan> plans(
      OfferedLoad load, Duration before, List<String> protocols, Calls calls) {
    ArrivalTrace trace = calls.arrivals();
    Dimensions dimensions =
        OfferedOptions.dimensions(before).with(Dimension.TRACE, trace == null ? "" : trace.name());
    if (warmupInName) {
      dimensions = dimensions.with(Dimension.LOAD_WARMUP, load.warmupSeconds() + "s");
    }
    return PointPlans.open(calls, protocols, threads, load, start, dimensions);
  }

  private List<PointPlan> repeated(List<PointPlan> plans, int round) {
    return plans.stream().map(plan -> plan.repeated(repetition + round)).toList();
  }

  private void refuseRepeat() {
    if (repeat == Converters.OfRepeatOrAuto.AUTO) {
      throw new Misuse("--repeat auto compares runtimes of closed loops: give a number");
    }
    if (repeat > 1 && repetition > 0) {
      throw new Misuse("--repetition measures one of many, --repeat all of them: give one");
    }
  }

  private void refuseInSearch() {
    if (repeat != 1 || repetition > 0 || warmupInName) {
      throw new Misuse("--repeat and --repetition are of one rate: leave --search out");
    }
    if (calls().clientHosts().areSeveral()) {
      throw new Misuse(ClientHosts.OPTION + " needs a single rate: leave --search out");
    }
  }

  private Duration fullSpeed() {
    Duration given = fullSpeed;
    return given == null ? search.asked ? SEARCHED_FULL_SPEED : Duration.ZERO : given;
  }

  private int search() throws InterruptedException, IOException {
    Slo slo = search.slo();
    List<BigDecimal> beyond = search.beyond();
    Integer asked = rate;
    long firstSeed = seed();
    OfferedLoad lowest = load(asked == null ? SearchOptions.LOWEST_RATE : asked, firstSeed, warmup);
    SearchPlan plan = search.plan(lowest);
    search.check(measuring.forks(), measuring.out() != null); // before a folder is made
    checkLengths(slo, lowest);
    List<PointPlan> contenders = reached(lowest);
    if (!Measurement.lineHolds(contenders, stderr)) {
      return ExitCode.FAILED;
    }
    own.explain(stderr);
    measuring.beginSearch(contenders);
    Path out = measuring.out();
    RateSearch.Output output =
        new RateSearch.Output(out, measuring.isJson(), search.again(), stdout, stderr);
    boolean good = true;
    MeasuredHosts hosts = new MeasuredHosts(out, stderr);
    SearchProgress progress = new SearchProgress(stderr, contenders.size());
    try (SearchServers servers = search.servers(contenders, calls().jvms(), out, stderr)) {
      for (PointPlan contender : contenders) {
        List<String> redo = words(contender.point());
        redo.addAll(search.options().list());
        if (out != null) {
          redo.addAll(List.of("--out", out.toString()));
        }
        RateSearch one =
            new RateSearch(
                slo,
                plan,
                calls(),
                loads(contender, firstSeed, servers),
                ThisProgram.line(redo),
                output);
        String name = contender.point().directoryName();
        SearchRecord answer = search.once ? one.answer() : null;
        if (answer == null) {
          progress.begins(name);
          boolean kept = one.run(beyond);
          show(one.report(), slo);
          good &= kept && one.report().sustainableRate() != null;
          hosts.keep(contender, calls().jvm());
        } else {
          progress.leftOut(name);
          good &= answer.sustainableRate() != null;
        }
      }
    }
    if (!measuring.isJson()) {
      SearchTable.printLegend(stdout);
    }
    return good ? ExitCode.OK : ExitCode.FAILED;
  }

  private RateSearch.Loads loads(
      PointPlan contender, long firstSeed, @Nullable SearchServers servers) {
    List<String> protocol = List.of(contender.point().contender());
    return new RateSearch.Loads() {
      @Override
      public PointPlan plan(int each, int number, Calls calls, boolean atFullSpeed) {
        OfferedLoad load = load(each, firstSeed + number - 1, warmup);
        Duration full = atFullSpeed ? fullSpeed() : Duration.ZERO;
        return plans(load, full, protocol, calls).get(0);
      }

      @Override
      public PointTask task(PointPlan plan, Calls calls) {
        return RateCommand.this.task(plan, calls);
      }

      @Override
      public PointTask closedLoop() {
        return closedLoopOf(protocol);
      }

      @Override
      public void newServer() throws IOException, InterruptedException {
        if (servers != null) {
          servers.anew(contender.neededNames());
        }
      }
    };
  }

  private void show(SearchRecord found, Slo slo) {
    if (found.ending().equals(SearchRecord.FAILED)) {
      stderr.println(SearchTable.sentence(found, slo));
    }
    if (measuring.isJson()) {
      stdout.println(SearchFile.line(found));
    } else if (!found.probes().isEmpty()) {
      SearchTable.print(found, slo, stdout);
      stdout.println();
    }
  }

  /** Every probe must be long enough for its percentiles, and its stragglers for the time-out. */
  private void checkLengths(Slo slo, OfferedLoad lowest) {
    long least = slo.leastCalls();
    if (lowest.shape() == ArrivalShape.POISSON) {
      least += (long) Math.ceil(POISSON_DEVIATIONS * Math.sqrt((double) least));
    }
    long calls = (long) lowest.rate() * lowest.seconds();
    if (calls < least) {
      throw new Misuse(
          ("--slo %s needs %d calls for its %s, but %d calls/s for %d s are %d: raise --rate or "
                  + "--duration")
              .formatted(slo, least, slo.rarest(), lowest.rate(), lowest.seconds(), calls));
    }
    options.checkTimeout(
        fullSpeed().plus(duration).plus(warmup).plus(calls().deadline()),
        "--full-speed, --warmup, --duration and --deadline");
  }

  /**
   * The closed loop of the same calls that says where a search begins. Few calls that fail while
   * the process starts are no reason to have no search.
   */
  private PointTask closedLoopOf(List<String> protocol) {
    TimedLoad load = new TimedLoad(fullSpeed(), CAPACITY_WINDOW, CAPACITY_WINDOWS, null);
    Calls calls = calls().inWindowsOf(CAPACITY_WINDOW).withTolerated(TOLERATED_AT_START);
    return PointTask.of(
        PointPlans.timed(calls, ClosedRuns.ONE, protocol, threads, load).get(0), calls);
  }

  private PointTask task(PointPlan plan, Calls calls) {
    return PointTask.of(plan, calls).starting(start);
  }

  private long seed() {
    Long given = seed;
    return given == null ? ThreadLocalRandom.current().nextLong(Integer.MAX_VALUE) : given;
  }

  private OfferedLoad load(int callsPerSecond, long drawnFrom, Duration before) {
    return OfferedOptions.load(
        shape, callsPerSecond, duration, before, drawnFrom, fullSpeed(), options);
  }

  private List<String> words(Point point) {
    OfferedLoad load = Objects.requireNonNull(point.offered());
    List<String> words = PointWords.open(point, load, calls(), start);
    if (search.asked && !point.dimensions().has(Dimension.FULL_SPEED)) {
      words.addAll(List.of(OfferedOptions.FULL_SPEED, "0s")); // a search has another default
    }
    return words;
  }
}
