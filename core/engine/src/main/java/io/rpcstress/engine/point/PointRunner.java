package io.rpcstress.engine.point;

import io.rpcstress.contract.Broker;
import io.rpcstress.driver.Address;
import io.rpcstress.engine.load.Workload;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.TimedLoad;
import io.rpcstress.usage.HostCpu;
import io.rpcstress.usage.JvmKind;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Measures one point in this process, once everything that it needs is found to be there. */
public final class PointRunner {

  private PointRunner() {}

  /** Measures a point; returns whether every run succeeded: the first that fails ends it. */
  public static boolean run(PointPlan plan, PointListener listener) throws InterruptedException {
    return run(plan, ClientBarrier.alone(), listener);
  }

  /** The same of what one of several client processes does of a point. */
  public static boolean run(PointPlan plan, ClientBarrier clients, PointListener listener)
      throws InterruptedException {
    return run(plan, plan.workload(), clients, listener);
  }

  private static <Q, R> boolean run(
      PointPlan plan, Workload<Q, R> workload, ClientBarrier clients, PointListener listener)
      throws InterruptedException {
    NeededServer.Answer server =
        plan.driver().hasServer()
            ? plan.neededServer().ask(listener::warning)
            : NeededServer.Answer.NONE;
    NeededProxy proxy = plan.proxy();
    NeededServer.Answer way = proxy == null ? NeededServer.Answer.NONE : proxy.ask();
    PointFailure obstacle = obstacle(plan, server, way, listener);
    if (obstacle != null) {
      listener.failed(obstacle);
      return false;
    }
    PointRun.Setting<Q, R> setting =
        new PointRun.Setting<>(
            plan,
            workload,
            sources(plan, workload, clients, listener),
            server.reported(),
            way.reported(),
            clients,
            listener);
    OfferedLoad offered = plan.point().offered();
    TimedLoad timed = plan.point().timed();
    PointRun<Q, R> point =
        offered != null
            ? new OpenPoint<>(setting, offered)
            : timed != null ? new TimedPoint<>(setting, timed) : new CountedPoint<>(setting);
    return point.run();
  }

  /** What is in the way of measuring at all; null where nothing is. */
  private static @Nullable PointFailure obstacle(
      PointPlan plan, NeededServer.Answer server, NeededServer.Answer way, PointListener listener) {
    if (!plan.jvm().isAny() && !plan.jvm().takes(JvmKind.ofThisProcess())) {
      return new PointFailure(
          FailureCause.WRONG_JVM,
          "%s needs a client started with %s; this one runs with %s"
              .formatted(plan.point().directoryName(), plan.jvm(), JvmKind.ofThisProcess()));
    }
    if (server.refusal() != null) {
      return new PointFailure(FailureCause.WRONG_SERVER, server.refusal());
    }
    for (UsageReader each : servers(plan)) {
      String nowhere = each.nowhere();
      if (nowhere != null) {
        return new PointFailure(FailureCause.UNREACHABLE, nowhere);
      }
    }
    for (NeededServer replica : plan.neededReplicas()) {
      NeededServer.Answer answer = replica.ask(listener::warning);
      // A client calls those of several servers that are there: the gate waits for all of them.
      if (answer.reported() == null) {
        return new PointFailure(
            FailureCause.UNREACHABLE,
            "--replica: no %s server at %s reports its usage at %s: start it there, or leave it out"
                .formatted(replica.name(), replica.service(), replica.usage()));
      }
      if (answer.refusal() != null) {
        return new PointFailure(FailureCause.WRONG_SERVER, answer.refusal());
      }
    }
    String missing = way.refusal();
    return missing == null ? null : new PointFailure(FailureCause.UNREACHABLE, missing);
  }

  private static CostSources sources(
      PointPlan plan, Workload<?, ?> workload, ClientBarrier clients, PointListener listener)
      throws InterruptedException {
    UsageReader counters = new UsageReader(plan.usage());
    boolean hasServer = plan.driver().hasServer();
    UsageReader broker = brokerOf(plan);
    UsageReader proxy = plan.proxy() == null ? null : new UsageReader(plan.proxy().usage());
    return new CostSources(
        servers(plan),
        plan.driver().isInProcess() ? null : localAddress(plan.target().primary()),
        hasServer ? ServiceChain.behind(counters, workload, listener::warning) : ServiceChain.NONE,
        broker == null ? proxy : broker,
        broker != null,
        clients,
        HostCpu.read(),
        System::nanoTime);
  }

  /** Where the counters are of the servers that are called; none where none reports any. */
  private static List<UsageReader> servers(PointPlan plan) {
    if (!plan.driver().hasServer()) {
      return List.of();
    }
    return Stream.concat(
            Stream.of(plan.usage()), plan.neededReplicas().stream().map(NeededServer::usage))
        .map(UsageReader::new)
        .toList();
  }

  /** Where the counters are of the broker that the calls go through; null where there is none. */
  private static @Nullable UsageReader brokerOf(PointPlan plan) {
    Address called = plan.target().primary();
    int port = called.port() + Broker.USAGE_PORT_OFFSET;
    return plan.driver().isThroughBroker() && port <= Address.HIGHEST_PORT
        ? new UsageReader(called.at(port))
        : null;
  }

  /** This host's address towards another; found by a datagram socket that sends nothing. */
  private static @Nullable InetAddress localAddress(Address other) {
    InetSocketAddress remote = new InetSocketAddress(other.host(), other.port());
    if (remote.isUnresolved()) {
      return null;
    }
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(remote);
      return socket.getLocalAddress();
    } catch (SocketException | UncheckedIOException e) {
      return null;
    }
  }
}
