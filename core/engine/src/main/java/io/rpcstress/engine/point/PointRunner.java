package io.rpcstress.engine.point;

import io.rpcstress.contract.Broker;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.engine.load.Callers;
import io.rpcstress.engine.load.CallingThreads;
import io.rpcstress.engine.load.ClosedLoop;
import io.rpcstress.engine.load.LoadResult;
import io.rpcstress.engine.load.Meter;
import io.rpcstress.engine.load.Workload;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Circumstances;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.TimedLoad;
import io.rpcstress.measure.statistics.SteadyState;
import io.rpcstress.usage.HostEnergy;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Measures one point in this process: order 0 to the last, on connections that stay. */
public final class PointRunner {

  private PointRunner() {}

  /**
   * Measures a point; stops at the first run that fails.
   *
   * @return whether every run succeeded
   * @throws InterruptedException where the calling thread was interrupted
   */
  public static boolean run(PointPlan plan, PointListener listener) throws InterruptedException {
    return run(plan, ClientBarrier.alone(), listener);
  }

  /**
   * Measures what one of several client processes does of a point.
   *
   * @param clients where it meets the others
   * @return whether every run succeeded
   * @throws InterruptedException where the calling thread was interrupted
   */
  public static boolean run(PointPlan plan, ClientBarrier clients, PointListener listener)
      throws InterruptedException {
    return run(plan, plan.workload(), RunSizes.planned(plan), clients, listener);
  }

  /**
   * Measures for a time instead of a number of runs: order 0 has the plan's calls, the runs after
   * it as many as take about a quarter of a second.
   *
   * @param time how long the runs after order 0 take together, at least
   * @return whether every run succeeded
   * @throws InterruptedException where the calling thread was interrupted
   */
  public static boolean runFor(Duration time, PointPlan plan, PointListener listener)
      throws InterruptedException {
    RunSizes sizes = RunSizes.steady(plan.point().requestNum(), time);
    return run(plan, plan.workload(), sizes, ClientBarrier.alone(), listener);
  }

  private static <Q, R> boolean run(
      PointPlan plan,
      Workload<Q, R> workload,
      RunSizes sizes,
      ClientBarrier clients,
      PointListener outside)
      throws InterruptedException {
    Point point = plan.point();
    NeededServer.Answer server =
        plan.driver().isInProcess()
            ? NeededServer.Answer.NONE
            : plan.neededServer().ask(outside::warning);
    NeededProxy proxy = plan.proxy();
    NeededServer.Answer way = proxy == null ? NeededServer.Answer.NONE : proxy.ask();
    PointFailure obstacle = obstacle(plan, server, way, outside);
    if (obstacle != null) {
      outside.failed(obstacle);
      return false;
    }
    PointListener listener =
        new ServerInRows(
            ProxyInFailure.of(outside, proxy, way.reported()), plan.fresh(), server.reported());
    Function<Consumer<String>, CostMeter> meters = meters(plan, workload, clients, server, outside);
    OfferedLoad offered = point.offered();
    if (offered != null) {
      return OpenPointRunner.run(plan, offered, workload, meters, clients, listener);
    }
    TimedLoad timed = point.timed();
    if (timed != null) {
      return TimedPointRunner.run(
          plan, timed, workload, SteadyState::find, meters, clients, listener);
    }
    ClosedLoop loop = new ClosedLoop(threads(plan));
    CostMeter meter = meters.apply(listener::warning);
    HostWatch host = new HostWatch();
    ParentCpu parent = ParentCpu.ofThisProcess();
    Meter watched = parent.around(host.around(meter));
    Run last = null;
    try (Callers<Q, R> callers = callers(plan, workload)) {
      int requests;
      for (int order = 0; (requests = sizes.requests(order, last)) > 0; order++) {
        Point now = point.withRequests(requests);
        long tolerated = (long) Math.floor(plan.tolerated() * now.calls());
        LoadResult result =
            loop.run(
                callers, workload.request(), point.requestMode(), requests, tolerated, watched);
        if (broke(result, tolerated)) {
          listener.failed(failure(plan, order, result));
          return false;
        }
        Metered metered = Metered.of(meter, host.seen(meter.knownCpuNanos()));
        long answered = clients.sum(result.calls().ok());
        SortedSet<String> flags = metered.flags(parent);
        flagServed(flags, meter.callsServed(), answered, result.calls());
        flagUnderThreads(flags, result, now);
        flagFewCalls(flags, now);
        flagWay(flags, meter, answered, result.calls());
        Circumstances circumstances =
            Circumstances.builder().callsUnderWay(result.callsUnderWay()).build();
        last =
            row(plan, now, workload, order, result, meter.callsServed(), metered, flags)
                .with(circumstances);
        listener.run(last, result.latencies());
      }
    }
    listener.services(meter.services());
    parent.report(listener);
    return true;
  }

  /** Who makes the calls of a plan; nothing is opened yet. */
  static <Q, R> Callers<Q, R> callers(PointPlan plan, Workload<Q, R> workload) {
    return new Callers<>(
        plan.driver(),
        plan.target(),
        plan.options(),
        workload.operation(),
        plan.point().inFlight(),
        plan.lateAfter());
  }

  static ThreadFactory threads(PointPlan plan) {
    return plan.options().virtualThreads() ? CallingThreads.virtual() : CallingThreads.platform();
  }

  /** A thread that could not start or come back leaves calls abandoned, so one sum is enough. */
  private static boolean broke(LoadResult result, long tolerated) {
    return result.calls().notOk() > tolerated;
  }

  /**
   * The row of a run or window.
   *
   * @param served calls that the server counted; null where it was not asked
   * @param flags what makes it doubtful
   */
  static Run row(
      PointPlan plan,
      Point point,
      Workload<?, ?> workload,
      int order,
      LoadResult result,
      @Nullable Long served,
      Metered metered,
      SortedSet<String> flags) {
    return new Run(
        point,
        plan.driver().technology().type(),
        order,
        Math.max(1, TimeUnit.NANOSECONDS.toMicros(result.nanos())),
        result.calls(),
        served,
        Latency.of(result.latencies()),
        metered.cost(),
        new Conditions(
            workload.operation().name(),
            workload.payloadBytes(),
            point.offered() == null ? Conditions.CLOSED : Conditions.OPEN,
            plan.options().connections().toString(),
            metered.connections()),
        metered.watch(),
        flags,
        result.startedAt(),
        Circumstances.UNKNOWN,
        plan.lateness(result.late()));
  }

  /**
   * Flags a closed loop that had fewer calls under way than were asked for.
   *
   * @param flags added to
   */
  static void flagUnderThreads(SortedSet<String> flags, LoadResult result, Point point) {
    if (result.callsUnderWay() < Run.MIN_UNDER_WAY * point.mostUnderWay()) {
      flags.add(Flag.UNDER_THREADS.label());
    }
  }

  /**
   * Flags a counted run whose callers make few calls each: the first ones, which wait for their
   * connections and for each other at the gate, are then in every percentile.
   *
   * @param flags added to
   */
  static void flagFewCalls(SortedSet<String> flags, Point point) {
    long callers = (long) point.threadNum() * point.inFlight();
    if (point.calls() < Run.MIN_CALLS_EACH * callers) {
      flags.add(Flag.FEW_CALLS.label());
    }
  }

  /**
   * Flags calls of which the proxy's counters do not show that it carried them, or those of the
   * services behind the server that they had their part of each.
   *
   * @param flags added to
   * @param meter was read around all of them
   * @param answered good calls of all client processes
   * @param own calls of this one
   */
  static void flagWay(SortedSet<String> flags, CostMeter meter, long answered, CallCounts own) {
    if (meter.isPathDoubtful(answered, own.notOk())) {
      flags.add(Flag.PATH_MISMATCH.label());
    }
    if (meter.isChainDoubtful(answered, own.notOk())) {
      flags.add(Flag.CHAIN_MISMATCH.label());
    }
  }

  /**
   * Flags calls of which the server's count does not show that it served them, and no others. One
   * that had no good answer may have been served all the same: a reply that comes after the
   * deadline does.
   *
   * @param flags added to
   * @param served calls that the server counted; null where it was not asked
   * @param answered good calls of all client processes
   * @param own calls of this one
   */
  static void flagServed(
      SortedSet<String> flags, @Nullable Long served, long answered, CallCounts own) {
    if (served != null && (served < answered || served > answered + own.notOk())) {
      flags.add(Flag.SERVED_MISMATCH.label());
    }
  }

  static PointFailure failure(PointPlan plan, int order, LoadResult result) {
    CallCounts calls = result.calls();
    Map<FailureKind, Long> kinds = result.failures();
    Map<String, Long> failures = new TreeMap<>();
    kinds.forEach((kind, n) -> failures.put(kind.label(), n));
    boolean neverConnected =
        order == 0
            && calls.ok() == 0
            && kinds.keySet().equals(java.util.Set.of(FailureKind.CONNECT));
    String first = result.firstFailure();
    NeededProxy proxy = plan.proxy();
    if (neverConnected) {
      return new PointFailure(
          FailureCause.UNREACHABLE,
          ("no %s answers at %s (%s): start it there, say --host and --%sport,"
                  + " or allow a longer --deadline")
              .formatted(
                  proxy == null ? plan.neededServer().name() + " server" : proxy.name(),
                  plan.target().primary(),
                  first,
                  proxy == null ? "" : "path-"),
          failures);
    }
    return new PointFailure(
        kinds.containsKey(FailureKind.WRONG_REPLY)
            ? FailureCause.WRONG_REPLY
            : FailureCause.CALLS_FAILED,
        "order %d: of %d calls %d ok, %d failed, %d timed out, %d abandoned%s%s"
            .formatted(
                order,
                calls.issued(),
                calls.ok(),
                calls.failed(),
                calls.timedOut(),
                calls.abandoned(),
                first == null ? "" : PointFailure.FIRST,
                first == null ? "" : first),
        failures);
  }

  /** What is in the way of measuring at all; null where nothing is. */
  private static @Nullable PointFailure obstacle(
      PointPlan plan, NeededServer.Answer server, NeededServer.Answer way, PointListener outside) {
    if (server.refusal() != null) {
      return new PointFailure(FailureCause.WRONG_SERVER, server.refusal());
    }
    for (NeededServer replica : plan.neededReplicas()) {
      PointFailure away = obstacle(replica, replica.ask(outside::warning));
      if (away != null) {
        return away;
      }
    }
    String missing = way.refusal();
    return missing == null ? null : new PointFailure(FailureCause.UNREACHABLE, missing);
  }

  /** A client calls those of several servers that are there: the gate waits for all of them. */
  private static @Nullable PointFailure obstacle(NeededServer replica, NeededServer.Answer answer) {
    if (answer.reported() == null) {
      return new PointFailure(
          FailureCause.UNREACHABLE,
          "no %s server at %s, a further one, reports its usage at %s: start it there, or leave it"
                  .formatted(replica.name(), replica.service(), replica.usage())
              + " out of --replica");
    }
    String refusal = answer.refusal();
    return refusal == null ? null : new PointFailure(FailureCause.WRONG_SERVER, refusal);
  }

  /** Makes the meters of a point, each with the one that it warns. */
  private static Function<Consumer<String>, CostMeter> meters(
      PointPlan plan,
      Workload<?, ?> workload,
      ClientBarrier clients,
      NeededServer.Answer server,
      PointListener outside)
      throws InterruptedException {
    HostEnergy energy = HostEnergy.ofThisHost();
    UsageReader counters = new UsageReader(plan.usage());
    IdlePower idle =
        clients.isFirst()
            ? IdlePower.measure(
                energy,
                server.reported(),
                counters,
                System::nanoTime,
                time -> TimeUnit.NANOSECONDS.sleep(time.toNanos()))
            : IdlePower.UNKNOWN;
    if (plan.driver().isInProcess()) {
      return warnings -> CostMeter.withoutServer(usageOf(plan)).among(clients).above(idle, energy);
    }
    InetAddress local =
        localAddress(plan.target().primary().host(), plan.target().primary().port());
    ServiceChain chain = ServiceChain.behind(counters, workload, outside::warning);
    NeededProxy proxy = plan.proxy();
    return warnings ->
        new CostMeter(usageOf(plan), local, warnings)
            .among(clients)
            .above(idle, energy)
            .along(chain)
            .through(proxy == null ? null : new UsageReader(proxy.usage()))
            .throughBroker(brokerOf(plan));
  }

  private static UsageReader usageOf(PointPlan plan) {
    return new UsageReader(
        plan.usage(), plan.neededReplicas().stream().map(NeededServer::usage).toList());
  }

  /** Where the counters are of the broker that the calls go through; null where there is none. */
  private static @Nullable UsageReader brokerOf(PointPlan plan) {
    Address called = plan.target().primary();
    int port = called.port() + Broker.USAGE_PORT_OFFSET;
    return plan.driver().isThroughBroker() && port <= Address.HIGHEST_PORT
        ? new UsageReader(new Address(called.host(), port))
        : null;
  }

  /** This host's address towards another; found by a datagram socket that sends nothing. */
  private static @Nullable InetAddress localAddress(String host, int port) {
    InetSocketAddress remote = new InetSocketAddress(host, port);
    if (remote.isUnresolved()) {
      return null;
    }
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(remote);
      return socket.getLocalAddress();
    } catch (SocketException | java.io.UncheckedIOException e) {
      return null;
    }
  }
}
