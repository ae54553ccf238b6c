package io.rpcstress.client.harness.plan;

import io.rpcstress.client.harness.plan.PointTask.Fault;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.contract.Labelled;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.Tls;
import io.rpcstress.engine.point.NeededProxy;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.FaultCourse;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.usage.OwnAddresses;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What happens from outside to a component that a point needs, while the point is measured: a value
 * of the dimension {@code fault}. What a control of this harness does to calls, inside the
 * measuring process, is a {@link Fault}.
 */
public enum Disruption implements Labelled {
  /** It ends at once, and is started again after {@link #PAUSE}. */
  SERVER_KILLED,
  /** It is asked to end, and a new one is started when it has. */
  SERVER_STOPPED,
  /** It stands still for {@link #PAUSE}, and goes on. */
  SERVER_FROZEN,
  /** For 20 s a busy loop competes with it for each of its processors. */
  NEIGHBOUR(20),
  /** What other hosts send to it, and it to them, is lost for {@link #PAUSE}, silently. */
  LINE_CUT,
  /** For 10 s that befalls one packet in twenty. */
  LINE_LOSS(10),
  /** As {@link #SERVER_KILLED}, of the proxy before the server. */
  PROXY_KILLED,
  /** Likewise of the broker between client and server. */
  BROKER_KILLED,
  /** From its first call on, one of a hundred holds its handler's thread for a second. */
  SLOW_HANDLER;

  public static final String OPTION = "--fault";

  private static final int PAUSE_SECONDS = 5;

  /** How long what is killed stays away, what is frozen stands still, and what is cut is lost. */
  public static final Duration PAUSE = Duration.ofSeconds(PAUSE_SECONDS);

  /** What has to follow on a fault. */
  private static final int MIN_SECONDS_AFTER = 4;

  private static final SweptOption SWEPT =
      new SweptOption(
          OPTION,
          "fault",
          Stream.concat(
                  Stream.of(Dimension.FAULT.defaultValue()), Labelled.labels(values()).stream())
              .toList());

  private final int seconds;

  Disruption() {
    this(PAUSE_SECONDS);
  }

  Disruption(int seconds) {
    this.seconds = seconds;
  }

  public static @Nullable Disruption of(Point point) {
    return of(point.dimensions().text(Dimension.FAULT));
  }

  private static @Nullable Disruption of(String label) {
    return Labelled.find(values(), label).orElse(null);
  }

  /** The component of a point that it happens to; null where the point has none. */
  public @Nullable String component(PointPlan plan) {
    NeededProxy proxy = plan.proxy();
    String server = plan.driver().hasServer() ? plan.neededServer().name() : null;
    // Of a server in Go the process that is known here only looks after the one that serves.
    boolean inGo = server != null && plan.neededServer().variant() == ServerVariant.GO;
    String broker =
        server != null && plan.driver().isThroughBroker()
            ? Tls.ofServer(server).of(plan.driver().broker())
            : null;
    return switch (this) {
      case SERVER_KILLED, SERVER_STOPPED, NEIGHBOUR -> server;
      case SERVER_FROZEN -> inGo ? null : server;
      case LINE_CUT, LINE_LOSS ->
          server == null || OwnAddresses.include(plan.neededServer().service().host())
              ? null // no line leads there
              : proxy != null ? proxy.name() : broker != null ? broker : server;
      case SLOW_HANDLER -> !inGo && Workloads.canBeNumbered(plan.workload()) ? server : null;
      case PROXY_KILLED -> proxy == null ? null : proxy.name();
      case BROKER_KILLED -> broker;
    };
  }

  private void check(OfferedLoad load) {
    int least = FaultCourse.countedSeconds(seconds + MIN_SECONDS_AFTER);
    if (load.shape() != ArrivalShape.CONSTANT || load.seconds() < least) {
      throw new Misuse(
          "%s %s with %s arrivals for %d s: constant arrivals for %d s or longer expected, so that"
                  .formatted(OPTION, label(), load.shape().label(), load.seconds(), least)
              + " what was lost and when it came back can be seen");
    }
  }

  /**
   * Contenders under each of some faults, fault by fault. One that does not have what a fault
   * breaks is left out of it.
   *
   * @param faults as the option takes them
   * @param loads that are offered; none of another loop, of which a failed call is no result
   */
  public static List<Contender> each(
      List<String> faults, List<Contender> contenders, Calls calls, List<OfferedLoad> loads) {
    SWEPT.check(faults);
    if (areNone(faults)) {
      return contenders;
    }
    if (loads.isEmpty() || calls.clientHosts().areSeveral()) {
      throw new Misuse(
          "%s is for open loops of one client process: give --rate N, and no %s"
              .formatted(OPTION, ClientHosts.OPTION));
    }
    List<Contender> all = new ArrayList<>();
    for (String fault : SweptOption.distinct(faults)) {
      Disruption one = of(fault);
      if (one != null) {
        loads.forEach(one::check);
      }
      List<Contender> able =
          contenders.stream()
              .filter(each -> one == null || one.component(PointPlans.needs(each, calls)) != null)
              .map(each -> each.with(each.own().with(Dimension.FAULT, fault)))
              .toList();
      if (able.isEmpty()) {
        throw new Misuse(
            "%s %s: none of %s has what it breaks here"
                .formatted(OPTION, fault, Contenders.names(contenders)));
      }
      all.addAll(able);
    }
    return all;
  }

  public static boolean areNone(List<String> faults) {
    return faults.stream().allMatch(Dimension.FAULT.defaultValue()::equals);
  }
}
