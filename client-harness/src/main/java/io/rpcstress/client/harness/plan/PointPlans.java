package io.rpcstress.client.harness.plan;

import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.client.harness.plan.ClosedRuns.Setup;
import io.rpcstress.client.harness.plan.Misuse.Nearest;
import io.rpcstress.client.harness.plan.ServerPorts.PortsInUse;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.contract.ProxyPath;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import io.rpcstress.engine.load.BlockingDriver;
import io.rpcstress.engine.load.CallingThreads;
import io.rpcstress.engine.load.OpenLoop;
import io.rpcstress.engine.load.Workload;
import io.rpcstress.engine.point.NeededProxy;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.TimedLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Turns what is asked for into the plans of points, or says in one line what is wrong with it. */
public final class PointPlans {

  /** What a cold client may need to connect, which is no part of what it is to warm up. */
  public static final Duration CONNECTING = Duration.ofSeconds(2);

  /** In place of a name: every technology that has the operation. */
  private static final String ALL = "all";

  /** Beyond this no host starts its threads; a typing error is likelier. */
  private static final int MAX_THREADS = 100_000;

  private final Calls calls;

  public PointPlans(Calls calls) {
    this.calls = calls;
  }

  public static List<PointPlan> closed(
      Calls calls, ClosedRuns runs, Collection<String> protocols, int threads, int requests) {
    return looped(calls, runs, protocols, threads, requests, null);
  }

  /** The plans of one run in which each thread makes a call: of what can be called, and where. */
  public static List<PointPlan> ofOneRun(Calls calls, Collection<String> protocols, int threads) {
    return closed(calls, ClosedRuns.ONE, protocols, threads, threads);
  }

  /** The plan of one call of a contender: which servers it needs. */
  public static PointPlan needs(Contender contender, Calls calls) {
    Calls own = calls.fromHere().of(contender.own());
    return ofOneRun(own, List.of(contender.word()), 1).get(0);
  }

  public static List<PointPlan> timed(
      Calls calls, ClosedRuns runs, Collection<String> protocols, int threads, TimedLoad load) {
    return looped(calls, runs, protocols, threads, 0, load);
  }

  public static List<PointPlan> looped(
      Calls calls,
      ClosedRuns runs,
      Collection<String> protocols,
      int threads,
      int requests,
      @Nullable TimedLoad load) {
    Setup setup = runs.setup();
    if (setup.clients() > 1 && load != null && load.warmupCap() != null) {
      throw new Misuse(
          "%s %d with --until-steady: each process would begin its windows when it has settled;"
                  .formatted(ClosedRuns.CLIENTS, setup.clients())
              + " give --warmup TIME instead");
    }
    List<PointPlan> plans =
        new PointPlans(calls)
            .of(
                protocols,
                threads,
                load == null ? runs.count() : load.windows(),
                (technology, variant) -> {
                  Point point =
                      load == null
                          ? new Point(technology, variant, threads, requests, runs.mode())
                          : Point.timed(technology, variant, threads, load);
                  return point.with(point.dimensions().with(setup.dimensions()));
                });
    setup.check(plans);
    return plans;
  }

  public static List<PointPlan> open(
      Calls calls,
      Collection<String> protocols,
      int threads,
      OfferedLoad load,
      String start,
      Dimensions dimensions) {
    Misuse.unlessOneOf("--start", start, OpenRun.ASYNC, OpenRun.THREADS);
    long number = number(calls, load);
    if (number < 1) {
      throw new Misuse("--seed " + load.seed() + " gives no call in that time: raise --rate");
    }
    return new PointPlans(calls)
            .of(
                protocols,
                threads,
                1,
                (technology, variant) ->
                    new Point(
                            technology,
                            variant,
                            threads,
                            Math.toIntExact(number),
                            RequestMode.TOTAL,
                            load)
                        .with(dimensions))
            .stream()
            .map(
                plan ->
                    start.equals(OpenRun.THREADS)
                        ? plan.with(new BlockingDriver(plan.driver()))
                        : plan)
            .toList();
  }

  private static long number(Calls calls, OfferedLoad load) {
    ArrivalTrace arrivals = calls.arrivals();
    if (arrivals != null) {
      return arrivals.read().calls();
    }
    return calls.clientHosts().areSeveral() ? callsOfAll(calls, load) : OpenLoop.calls(load);
  }

  /** How many calls all client hosts count: each draws its own. */
  private static long callsOfAll(Calls calls, OfferedLoad load) {
    calls.clientHosts().check();
    int hosts = calls.clientHosts().count();
    return Shares.loads(load, hosts).stream().mapToLong(OpenLoop::calls).sum();
  }

  /** The plans of one load, one a technology, in the order asked for. */
  public List<PointPlan> of(
      Collection<String> protocols,
      int threads,
      int runs,
      BiFunction<String, String, Point> points) {
    if (threads > MAX_THREADS) {
      throw new Misuse("--threads " + threads + ": 1 to " + MAX_THREADS + " expected");
    }
    int jdk = calls.jvms().feature();
    if (calls.virtualThreads() && !CallingThreads.hasVirtual(jdk)) {
      throw new Misuse("--virtual-threads: the JDK is %d, 21 or later expected".formatted(jdk));
    }
    if (calls.clientHosts().areSeveral() && !calls.jvms().areNumbers()) {
      throw new Misuse(
          "%s with %s: a JDK's number expected, which each host looks for"
              .formatted(Jvms.JDK, ClientHosts.OPTION));
    }
    calls.checkLateAfter();
    calls.clientHosts().check();
    Workload<?, ?> workload = Workloads.of(calls);
    List<Choice> choices = choices(protocols);
    ServerPorts ports = ServerPorts.of(calls);
    Optional<ProxyPath> path = calls.paths().only();
    List<PointPlan> plans = new ArrayList<>();
    for (Choice choice : choices) {
      Point plain = points.apply(choice.driver().technology().name(), choice.variant().name());
      Point point =
          plain.with(
              Workloads.dimensions(plain.dimensions(), workload)
                  .with(Dimension.PATH, path.map(ProxyPath::label).orElse(ProxyPath.DIRECT))
                  .with(ports.dimensions(choice.driver().technology(), choice.variant()))
                  .with(Dimension.CLIENT_HOSTS, Integer.toString(calls.clientHosts().count()))
                  .with(Dimension.LINE, line())
                  .with(calls.transport().dimensions())
                  .with(calls.jvms().dimensions()));
      checkShares(point);
      plans.add(plan(choice, ports, workload, threads, runs, point));
    }
    PortsInUse.check(plans);
    return plans;
  }

  private String line() {
    String line = calls.line();
    if (line == null) {
      return "";
    }
    return Misuse.named("--", () -> Dimension.LINE.canonical(line));
  }

  /** One client process on each of several hosts, and each with something to do. */
  private static void checkShares(Point point) {
    if (point.clientHosts() == 1) {
      return;
    }
    if (point.clients() > 1) {
      throw new Misuse(
          "%s %d with %s, which has one client process on each host: leave one of them out"
              .formatted(ClosedRuns.CLIENTS, point.clients(), ClientHosts.OPTION));
    }
    if (point.dimensions().has(Dimension.UNTIL_STEADY)) {
      throw new Misuse(
          "%s with --until-steady: each host would begin its windows when it has settled; give"
                  .formatted(ClientHosts.OPTION)
              + " --warmup TIME instead");
    }
    var unused = Shares.of(point);
  }

  /** A technology and the variant of it that was asked for. */
  private record Choice(Driver driver, Variant variant) {}

  /** Reads {@code grpc}, {@code grpc@tuned} and {@link #ALL}. */
  private List<Choice> choices(Collection<String> protocols) {
    Map<Contender, Choice> choices = new LinkedHashMap<>();
    for (String word : protocols) {
      List<String> all = word.equals(ALL) ? Workloads.thatHave(calls.operation()) : List.of(word);
      for (String name : all) {
        Contender named = Contender.of(name, calls.variant());
        Driver driver = driver("--protocol", named.technology());
        Choice choice = new Choice(driver, variant(driver.technology(), named.variant()));
        if (choices.putIfAbsent(named, choice) != null) {
          throw new Misuse("--protocol names " + name + " twice");
        }
      }
    }
    return List.copyOf(choices.values());
  }

  public static Variant variant(Technology technology, String name) {
    List<String> names = technology.variants().stream().map(Variant::name).toList();
    return technology
        .variant(name)
        .orElseThrow(
            () ->
                new Misuse(
                    "%s has no variant '%s': %s"
                        .formatted(technology.name(), name, Nearest.hint(name, names))));
  }

  public static Driver driver(String option, String name) {
    return Drivers.find(name)
        .orElseThrow(
            () ->
                new Misuse(
                    "%s '%s' is no technology: %s%s"
                        .formatted(
                            option,
                            name,
                            Nearest.hint(name, Drivers.names()),
                            Drivers.lookedFor(name))));
  }

  private PointPlan plan(
      Choice choice,
      ServerPorts ports,
      Workload<?, ?> workload,
      int threads,
      int runs,
      Point point) {
    Technology technology = choice.driver().technology();
    Workloads.checkOffered(choice.driver(), choice.variant(), workload);
    if (!workload.services().isEmpty() && !ports.replicas(technology, choice.variant()).isEmpty()) {
      throw new Misuse(
          "%s works for calls to one service: leave out %s"
              .formatted(Replicas.OPTION, workload.operation().name()));
    }
    if (!calls.clientHosts().areSeveral()) { // else it is those hosts that have what it needs
      checkUsable(choice.driver());
    }
    DriverOptions driverOptions =
        new DriverOptions(
            choice.variant().name(),
            connections(technology, choice.variant(), threads),
            threads,
            calls.virtualThreads(),
            calls.deadline(),
            calls.transport().side(technology, choice.variant().name(), calls, workload),
            calls.transport().compression(technology, choice.variant().name(), workload));
    ArrivalTrace arrivals = calls.arrivals();
    NeededProxy proxy =
        calls
            .paths()
            .only()
            .map(path -> ports.proxy(technology, choice.variant(), path))
            .orElse(null);
    Target target =
        proxy == null
            ? new Target(
                ports.service(technology, choice.variant()),
                ports.replicas(technology, choice.variant()),
                Map.of())
            : Target.of(proxy.service());
    return new PointPlan(
        point,
        choice.driver(),
        target,
        ports.usage(technology, choice.variant()),
        driverOptions,
        Workloads.under(Disruption.of(point), workload),
        runs,
        calls.tolerate(),
        calls.serversAre().label(),
        proxy,
        calls.lateAfter(),
        arrivals == null ? null : arrivals.read(workload.mix()));
  }

  private static void checkUsable(Driver driver) {
    try {
      driver.requireUsable();
    } catch (IllegalArgumentException e) {
      throw new Misuse(driver.technology().name() + ": " + e.getMessage());
    }
  }

  private ConnectionPolicy connections(Technology technology, Variant variant, int threads) {
    ConnectionPolicy own = variant.ownPolicy(threads);
    String asked = calls.connections();
    if (asked == null) {
      return own;
    }
    ConnectionPolicy policy =
        Misuse.named("--connections ", () -> ConnectionPolicy.parse(asked, own));
    if (!variant.supported().contains(policy.kind())) {
      throw new Misuse(
          "--connections %s: %s@%s supports %s"
              .formatted(
                  asked,
                  technology.name(),
                  variant.name(),
                  String.join(", ", variant.supported().stream().map(k -> k.label()).toList())));
    }
    return policy;
  }
}
