package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.campaign.sweep.ResumedSweep;
import io.rpcstress.client.harness.campaign.sweep.SweepPlan;
import io.rpcstress.client.harness.command.RepeatOptions.WidthOptions;
import io.rpcstress.client.harness.plan.Axis;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.ClosedRuns;
import io.rpcstress.client.harness.plan.ClosedRuns.Setup;
import io.rpcstress.client.harness.plan.Contenders;
import io.rpcstress.client.harness.plan.Disruption;
import io.rpcstress.client.harness.plan.Freshness;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.PackedMessage;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.Rounds;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.client.harness.plan.SweepGrid.SweepOrder;
import io.rpcstress.client.harness.plan.Workloads;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.TimedLoad;
import io.rpcstress.measure.statistics.TargetWidth;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which points a sweep has: an experiment's, with what the command line says instead. */
final class GridOptions {

  /** Keys of an experiment, and options, that mean nothing in an open loop. */
  private static final List<String> CLOSED_ONLY =
      List.of(
          "requests",
          "request-mode",
          "runs",
          "in-flight",
          "clients",
          "windows",
          "until-steady",
          "warmup-cap",
          "warmup-threads");

  /** A cold server resets some connections of hundreds that come at once. */
  private static final int MAX_COLD_THREADS = 100;

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  private CommandSpec spec;

  @Mixin final ExperimentOptions experiment = new ExperimentOptions();

  @Option(
      names = {"--protocols", "--protocol"},
      split = ",",
      paramLabel = "NAME[@VARIANT]",
      description =
          "Technologies, or all; see list. all means those that have the operation. With --message "
              + "each may have an encoding of its own, such as grpc/protobuf,http-json/json.")
  List<String> protocols = new ArrayList<>();

  /** Those by the encoding that is their own; at the empty word where there is none. */
  private Map<String, List<String>> byEncoding = Map.of();

  @Option(
      names = "--threads",
      paramLabel = "A:B:STEP",
      description = "Thread counts, such as 10:990:10, 10::10 (until failure) or 10,100.")
  String threads = "";

  @Option(
      names = "--requests",
      paramLabel = "A:B:STEP",
      description = "Request counts, in the " + "same form.")
  String requests = "";

  @Option(
      names = "--order",
      paramLabel = "paper|random",
      description =
          "Order of the points: paper (row by row) or random (each pair of point and "
              + "technology shuffled).")
  String order = SweepOrder.PAPER;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      converter = Converters.OfRepeatOrAuto.class,
      description =
          "Processes of each point (default: ${DEFAULT-VALUE}); a verdict needs 5. They measure in "
              + "rounds, in which technologies are shuffled. auto makes 5 to 30 rounds: until "
              + "every interval against rpcx (without rpcx, against the first name) is as narrow "
              + "as --until-width says, or --repeat-budget is over.")
  int repeat = 1;

  @Mixin final WidthOptions width = new WidthOptions();

  @Option(
      names = "--technology-order",
      paramLabel = "random|given",
      description =
          "Order of the technologies at one point: random (drawn from --seed) or given (as "
              + "named) (default: ${DEFAULT-VALUE}). --order does not change it.")
  String technologyOrder = Rounds.RANDOM;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of the random orders.")
  @Nullable Long seed;

  @Mixin final FreshOptions fresh = new FreshOptions();

  @Mixin final TimedOptions timed = new TimedOptions();

  @Mixin final OfferedOptions offered = new OfferedOptions();

  @Option(
      names = Disruption.OPTION,
      split = ",",
      paramLabel = "FAULT",
      description =
          "With --rate: what is broken from outside after a quarter of the counted time, each fault a"
              + " point of its own: server-killed (back after 5 s), server-stopped (a new one"
              + " follows), server-frozen (for 5 s), proxy-killed, broker-killed (back after 5 s),"
              + " neighbour (for 20 s a busy loop on each of the server's processors), line-cut (for"
              + " 5 s, between two hosts), line-loss (5 %% of the packets there, for 10 s);"
              + " slow-handler (one call of a hundred takes 1 s, from the first on); none (default: none)."
              + " Failed calls are results then, and each point has servers of its own.")
  List<String> faults = List.of(Dimension.FAULT.defaultValue());

  @Option(
      names = "--no-calibrate",
      description = "Leave the calibration out of the time that the sweep takes.")
  private boolean withoutCalibration;

  @Mixin final PayloadsOption payloads = new PayloadsOption();

  @Mixin final PointOptions point = new PointOptions();

  /** An experiment's values where the command line has none. Call before anything else. */
  void resolve() throws IOException {
    Map<String, String> values = experiment.values(spec);
    experiment.fill(spec, leftOut(values));
    offered.refuseUnlessAsked(spec);
    if (offered.isAsked()) {
      refuseClosed(values);
      threads = threads.isEmpty() ? OfferedOptions.DEFAULT_THREADS : threads;
    }
    experiment.resolveStopRule(threads, requests, spec);
    byEncoding = PackedMessage.byEncoding(protocols, point.hasMessage(), point.encodings);
    if (!byEncoding.containsKey("")) {
      point.encodings = List.copyOf(byEncoding.keySet());
    }
  }

  /** Keys of an experiment that mean nothing beside what the command line says. */
  private Set<String> leftOut(Map<String, String> values) {
    Set<String> out = new HashSet<>();
    boolean open = given(OfferedOptions.RATE) || values.containsKey("rate");
    if (open != values.containsKey("rate")) {
      out.add("threads");
    }
    if (open || (given("--duration") && !values.containsKey("duration"))) {
      out.add("requests");
    }
    boolean another = given("--operation") || point.hasMessage();
    if (another) {
      out.add("operation");
      out.add("message");
    }
    if (another || given("--payload-bytes")) { // the payload is that operation's
      out.add("payload");
    }
    if (out.contains("payload") || given("--payload") || values.containsKey("payload")) {
      out.add("payloads");
    }
    return out;
  }

  private void refuseClosed(Map<String, String> values) {
    for (String key : CLOSED_ONLY) {
      if (given("--" + key) || (values.containsKey("rate") && values.containsKey(key))) {
        throw new Misuse(
            "%s %s makes open loops, which have no --%s: leave one of them out"
                .formatted(OfferedOptions.RATE, offered.rate, key));
      }
    }
  }

  FreshOptions.Chosen fresh(SweepGrid grid, @Nullable SweepPlan there) {
    return Misuse.named(
        "--experiment: fresh ",
        () -> fresh.choose(usualFresh(), there, point.calls(), grid, ownWarmup(grid)));
  }

  Duration calibration(SweepGrid grid) {
    return withoutCalibration ? Duration.ZERO : CalibrateCommand.expected(grid);
  }

  private @Nullable String usualFresh() {
    return Disruption.areNone(faults) ? experiment.value("fresh") : Freshness.CELL.label();
  }

  /**
   * How long each process calls its server at full speed before it counts; 0 where a cold server
   * might fail its calls: in a short time, by a fault, or by more connections at once than it
   * takes. A timed loop fails by one late call of its warm-up.
   */
  private Duration ownWarmup(SweepGrid grid) {
    boolean forgiving =
        grid.isOpen()
            && !given("--deadline")
            && experiment.value("deadline") == null
            && Disruption.areNone(faults)
            && grid.threads().value(0) <= MAX_COLD_THREADS;
    return forgiving ? offered.fullSpeed : Duration.ZERO;
  }

  /** What starts servers that encrypt needs keys for them, before the plan is looked at. */
  void makeKeys() throws IOException, InterruptedException {
    if (fresh.startsServers()) {
      point.calls().transport().makeKeys();
    }
  }

  boolean isAuto() {
    return repeat == Converters.OfRepeatOrAuto.AUTO;
  }

  private boolean given(String option) {
    return OptionValues.isGiven(spec, option);
  }

  /** The plans of one thread count that go one way, however its points are loaded. */
  private interface Planner {
    List<PointPlan> plans(Calls calls, Dimensions way, List<String> names, int threadNum);
  }

  /** The grid; every technology and option checked as {@code run} would. */
  SweepGrid grid() {
    Misuse.unlessOneOf("--technology-order", technologyOrder, Rounds.RANDOM, Rounds.GIVEN);
    long drawn = seed == null ? ThreadLocalRandom.current().nextLong(1, Integer.MAX_VALUE) : seed;
    width.refuseUnless(isAuto(), spec);
    Axis threadAxis = axis("--threads", threads);
    boolean open = offered.isAsked();
    if (isAuto() && (open || threadAxis.isOpenEnded())) {
      throw new Misuse(
          "--repeat auto compares only runtimes of closed loops, on a grid with ends: give a "
              + "number instead");
    }
    if (open && (threadAxis.isOpenEnded() || threadAxis.size() != 1)) {
      throw new Misuse(
          "--threads %s: one count expected with %s, the calls that may be open at once"
              .formatted(threads, OfferedOptions.RATE));
    }
    TimedLoad load = open ? null : timed.load(requests.isEmpty() ? null : requests, point, spec);
    if (load == null) {
      payloads.refuse();
    }
    List<OfferedLoad> loads = open ? offered.loads(timed, drawn, point) : List.of();
    List<String> carried = payloads.carried(point);
    Axis requestAxis = requestAxis(load, loads, carried);
    ClosedRuns runs = open ? ClosedRuns.ONE : point.runs();
    Planner planner =
        (calls, way, names, threadNum) ->
            open
                ? PointPlans.open(
                    calls, names, threadNum, loads.get(0), offered.start, offered.dimensions())
                : PointPlans.looped(
                    calls, runs.in(Setup.of(way)), names, threadNum, requestAxis.value(0), load);
    Calls all = point.calls();
    Calls calls = all.inFirstEncoding();
    calls.paths().check();
    calls.transport().check();
    Calls plain = calls.of(Dimensions.NONE);
    int first = threadAxis.value(0);
    List<PointPlan> plans = new ArrayList<>();
    List<Contender> named =
        named(words -> planner.plans(plain, Dimensions.NONE, words, first), plans);
    for (String each : carried) {
      var unused = planner.plans(plain.carrying(each), Dimensions.NONE, protocols, first);
    }
    List<Contender> contenders = Contenders.of(all, runs, named, first);
    List<Contender> underFaults = Disruption.each(faults, contenders, calls, loads);
    int last = threadAxis.isOpenEnded() ? first : threadAxis.value(threadAxis.size() - 1);
    for (Dimensions shared : Contenders.shared(calls, runs)) {
      List<String> words = Contenders.words(contenders, shared);
      for (int count : new TreeSet<>(List.of(first, last))) {
        planner.plans(calls.of(shared), shared, words, count);
      }
    }
    return Misuse.named(
        "--order: ",
        () ->
            new SweepGrid(
                underFaults,
                threadAxis,
                requestAxis,
                open ? RequestMode.TOTAL : point.requestMode,
                order(drawn),
                Contenders.ofOneServer(plans.get(0).point().dimensions()),
                loads,
                carried));
  }

  private Axis requestAxis(
      @Nullable TimedLoad load, List<OfferedLoad> loads, List<String> carried) {
    if (!loads.isEmpty() || !carried.isEmpty()) {
      return SweepGrid.places(loads.isEmpty() ? carried : loads);
    }
    if (load != null) {
      return SweepGrid.NO_REQUESTS;
    }
    point.refuseCountedMix(requests);
    Axis axis = axis("--requests", requests);
    if (isAuto() && axis.isOpenEnded()) {
      throw new Misuse("--requests %s: --repeat auto needs an end".formatted(requests));
    }
    return axis;
  }

  SweepPlan plan(SweepGrid grid, FreshOptions.Chosen chosen) {
    fresh.check(chosen, point.calls());
    point.calls().replicas().refuseRestarts(chosen.fresh());
    refusePorts(chosen.fresh());
    refuseFaults(chosen.fresh());
    return new SweepPlan(
        grid,
        point.calls().withServersNamed(),
        point.runs(),
        chosen.fresh(),
        chosen.warmup(),
        isAuto() ? width.rule(null, SweepPlan.MAX_ROUNDS) : null,
        offered.start,
        experiment.stopRule(grid));
  }

  /** A server that is started anew has its own port. */
  private void refusePorts(Freshness fresh) {
    if (fresh.needsRestarts() && !point.calls().ports().isEmpty()) {
      throw new Misuse(
          ("--port with --fresh-servers %s: servers that a sweep starts have their own ports: "
                  + "leave --port out, or start servers on your ports and add --host 127.0.0.1 %s "
                  + "%s")
              .formatted(fresh.label(), FreshOptions.OPTION, Freshness.CLIENT.label()));
    }
  }

  /** A fault leaves another server behind than the one that was warmed. */
  private void refuseFaults(Freshness fresh) {
    if (!Disruption.areNone(faults) && fresh != Freshness.CELL) {
      throw new Misuse(
          "%s breaks what this host can start again, for each point anew: %s %s expected"
              .formatted(Disruption.OPTION, FreshOptions.OPTION, Freshness.CELL.label()));
    }
  }

  private SweepOrder order(long drawn) {
    return new SweepOrder(
        order,
        isAuto() ? TargetWidth.MIN_ROUNDS : repeat,
        drawn,
        technologyOrder.equals(Rounds.RANDOM));
  }

  /** Those that are named, whose plans are added. */
  private List<Contender> named(
      Function<List<String>, List<PointPlan>> planner, List<PointPlan> plans) {
    List<Contender> named = new ArrayList<>();
    byEncoding.forEach(
        (encoding, words) -> {
          List<PointPlan> some = planner.apply(words);
          plans.addAll(some);
          named.addAll(Contenders.planned(some, encoding));
        });
    return named;
  }

  private static Axis axis(String option, String text) {
    return Misuse.named(option + " ", () -> Axis.parse(text));
  }

  /**
   * A sweep that goes on keeps the order that it was begun with; only asking for another is wrong.
   */
  void refuseOtherOrder(Path folder, SweepGrid there) {
    boolean shuffled = there.order().technologiesShuffled();
    if (given("--technology-order") && shuffled != technologyOrder.equals(Rounds.RANDOM)) {
      throw new Misuse(
          ("%s holds a sweep with --technology-order %s, now it is %s: leave the option out, or "
                      + "give another")
                  .formatted(folder, shuffled ? Rounds.RANDOM : Rounds.GIVEN, technologyOrder)
              + " folder");
    }
  }

  /** Another pack may have the name of the one before. */
  static void refuseOtherMessage(Path folder, SweepGrid now, SweepGrid there) {
    String pack = now.dimensions().text(Dimension.MESSAGE);
    String before = there.dimensions().text(Dimension.MESSAGE);
    if (!pack.equals(before)) {
      throw new Misuse(
          "%s holds a sweep of the message %s, now it is %s: give the same pack, or another folder"
              .formatted(folder, before, pack));
    }
  }

  /** What makes two calls the same sweep: every option by name, as text, the seed left out. */
  Map<String, String> asMap(SweepGrid grid, FreshOptions.Chosen chosen) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("protocols", Contenders.names(grid.contenders()));
    options.put("threads", grid.threads().toString());
    if (grid.isOpen()) {
      options.putAll(offered.options(timed).asMap());
    } else if (!timed.isTimed()) {
      options.put("requests", grid.requests().toString());
    }
    if (!grid.payloads().isEmpty()) {
      options.put(PayloadsOption.NAME.substring(2), String.join(";", grid.payloads()));
    }
    options.put("order", grid.order().points());
    options.put(
        ResumedSweep.REPEAT,
        isAuto() ? Converters.OfRepeatOrAuto.WORD : Integer.toString(grid.repetitions()));
    options.putAll(width.options().asMap());
    chosen.addTo(options);
    if (grid.isOpen()) {
      options.putAll(point.calls().options().asMap());
      if (!Disruption.areNone(faults)) {
        options.put(Dimension.FAULT.name(), String.join(",", faults));
      }
    } else {
      options.putAll(timed.options().asMap());
      options.putAll(point.options().asMap());
    }
    return options;
  }

  /** What calls of a sweep carry, where its points differ in it. */
  private static final class PayloadsOption {

    static final String NAME = "--payloads";

    @Option(
        names = NAME,
        split = ";",
        paramLabel = "TEXT;TEXT",
        description =
            "With --duration: several payloads separated by semicolons, each a point of its own, "
                + "for example 'elements=0;elements=100'. Each is a text as --payload takes it.")
    List<String> given = new ArrayList<>();

    void refuse() {
      if (!given.isEmpty()) {
        throw new Misuse(NAME + " belongs to timed loops: give --duration, too");
      }
    }

    /** What the points' calls carry, in the one spelling; empty where all carry the same. */
    List<String> carried(PointOptions point) {
      if (!given.isEmpty() && (point.payload != null || point.payloadBytes != null)) {
        throw new Misuse(NAME + " and --payload or --payload-bytes exclude each other: give one");
      }
      Set<String> carried = new LinkedHashSet<>();
      for (String each : given) {
        if (!carried.add(Workloads.sizes(point.calls(), each))) {
          throw new Misuse("%s names %s twice".formatted(NAME, each));
        }
      }
      return List.copyOf(carried);
    }
  }
}
