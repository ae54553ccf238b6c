package io.rpcstress.engine.point;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.Tls;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.engine.load.Trace;
import io.rpcstress.engine.load.Workload;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run.Lateness;
import io.rpcstress.usage.JvmKind;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is needed to measure one point in this process. Checked already: what cannot be
 * run never becomes a plan.
 *
 * @param driver the technology's
 * @param target where its servers are, or the proxy that leads to them
 * @param usage where the primary server's counters are
 * @param options how its session is run
 * @param runs orders, 1 or more (the paper's 10)
 * @param tolerated share of a run's calls that may end badly, from 0 to 1
 * @param fresh what got new servers, for the rows: one of the words of {@link
 *     io.rpcstress.measure.Circumstances}
 * @param proxy what carries the calls to the server; null where they go there directly
 * @param lateAfter how long a right answer may take to be accepted, less than the deadline; null
 *     for no limit
 * @param trace when the calls of an open loop are due that replays one; null for other loads
 */
public record PointPlan(
    Point point,
    Driver driver,
    Target target,
    Address usage,
    DriverOptions options,
    Workload<?, ?> workload,
    int runs,
    double tolerated,
    String fresh,
    @Nullable NeededProxy proxy,
    @Nullable Duration lateAfter,
    @Nullable Trace trace) {

  public NeededServer neededServer() {
    Technology technology = driver.technology();
    ServerVariant server =
        technology
            .variant(point.variant())
            .map(Technology.Variant::server)
            .orElse(ServerVariant.EXAMPLE);
    return new NeededServer(
        point.directoryName(),
        technology.name(),
        server,
        proxy == null ? target.primary() : proxy.behind(),
        usage,
        !workload.services().isEmpty(),
        workload.packs(),
        options.tls() == null ? Tls.OFF : options.tls().mode(),
        jvm());
  }

  /** On what client and server have to run. */
  JvmKind jvm() {
    return new JvmKind(
        point.dimensions().text(Dimension.JDK), point.dimensions().text(Dimension.COLLECTOR));
  }

  /**
   * What a row says of answers that came too late.
   *
   * @param late how many good calls did
   * @return null where there is no limit
   */
  @Nullable Lateness lateness(long late) {
    Duration limit = lateAfter;
    return limit == null ? null : new Lateness(limit.toMillis(), late);
  }

  /**
   * The names of the server that this point calls, and of the proxy that leads there; none where no
   * server of this project is called.
   */
  public List<String> neededNames() {
    if (!driver.hasServer()) {
      return List.of();
    }
    String server = neededServer().name();
    NeededProxy between = proxy;
    return between == null ? List.of(server) : List.of(server, between.name());
  }

  public List<NeededServer> neededReplicas() {
    NeededServer first = neededServer();
    return target.replicas().stream().map(first::at).toList();
  }

  public PointPlan repeated(int repetition) {
    return with(point.repeated(repetition), driver);
  }

  /** The same load on the same servers, by another driver under the point's name. */
  public PointPlan with(Point other, Driver otherDriver) {
    return new PointPlan(
        other,
        otherDriver,
        target,
        usage,
        options,
        workload,
        runs,
        tolerated,
        fresh,
        proxy,
        lateAfter,
        trace);
  }

  public PointPlan with(Driver other) {
    return with(point, other);
  }
}
