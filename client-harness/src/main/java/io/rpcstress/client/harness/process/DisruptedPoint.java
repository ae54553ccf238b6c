package io.rpcstress.client.harness.process;

import io.rpcstress.client.harness.plan.Disruption;
import io.rpcstress.client.harness.plan.Jvms;
import io.rpcstress.engine.point.ForwardingListener;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.FaultCourse;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Breaks a component at its moment while a forked point is measured. It waits in a thread of its
 * own: for the line by which the child says that its gate opens, and from then on for the moment
 * alone, since this host is measured. Used for one point, by one thread.
 */
public final class DisruptedPoint {

  /** How often the child's events are looked at while it starts, and measures nothing yet. */
  private static final long LOOK_MILLIS = 50;

  private static final long MILLIS_PER_SECOND = 1_000;

  private final Disruption disruption;
  private final List<String> component;
  private final OfferedLoad load;
  private final Jvms jvm;
  private final ServerControl control;
  private final CountDownLatch measured = new CountDownLatch(1);
  private @Nullable Thread thread;

  // Written by that thread, and read when it has ended.
  private @Nullable Double fromMs;
  private @Nullable Double toMs;
  private String problem = "its moment never came";

  DisruptedPoint(
      Disruption disruption, String component, OfferedLoad load, Jvms jvm, ServerControl control) {
    this.disruption = disruption;
    this.component = List.of(component);
    this.load = load;
    this.jvm = jvm;
    this.control = control;
  }

  /** The fault that a point of a sweep is under, which has checked that it can be; or null. */
  public static @Nullable DisruptedPoint of(
      PointPlan plan, Jvms jvm, @Nullable ServerControl control) {
    Disruption disruption = Disruption.of(plan.point());
    OfferedLoad load = plan.point().offered();
    if (disruption == null || load == null) {
      return null;
    }
    return new DisruptedPoint(
        disruption,
        Objects.requireNonNull(disruption.component(plan)),
        load,
        jvm,
        Objects.requireNonNull(control));
  }

  void begin(Path events) {
    if (!lasts()) {
      thread = DaemonThread.start("fault", () -> breakInTime(events));
    }
  }

  /** Whether it is the calls that bring it about, all the time. */
  private boolean lasts() {
    return disruption == Disruption.SLOW_HANDLER;
  }

  /** The child has ended; what was broken is whole again when this returns. */
  void end() throws InterruptedException {
    measured.countDown();
    Thread breaking = thread;
    if (breaking != null) {
      breaking.join();
    }
  }

  private void breakInTime(Path events) {
    try {
      OptionalLong gate = OptionalLong.empty();
      while (gate.isEmpty()) {
        if (measured.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
          return;
        }
        gate = PointEvents.gateMillis(Files.readAllLines(events));
      }
      long counted = gate.getAsLong() + load.warmupSeconds() * MILLIS_PER_SECOND;
      long due = counted + Math.round(FaultCourse.dueMs(load)) - System.currentTimeMillis();
      if (measured.await(Math.max(0, due), TimeUnit.MILLISECONDS)) {
        return;
      }
      double from = System.currentTimeMillis() - counted;
      problem = "%s: %s did not do as it had to".formatted(disruption.label(), component.get(0));
      if (isDone()) {
        fromMs = from;
        toMs = (double) (System.currentTimeMillis() - counted);
      }
    } catch (IOException e) {
      problem = disruption.label() + ": " + e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // this process ends
    }
  }

  /** Breaks it and makes it whole; whether both could be done. */
  private boolean isDone() throws IOException, InterruptedException {
    return switch (disruption) {
      case SERVER_STOPPED -> control.restart(component, jvm);
      case SERVER_FROZEN -> control.disturb("freeze", component);
      case NEIGHBOUR -> control.disturb("neighbour", component);
      case LINE_CUT -> control.disturb("cut", component);
      case LINE_LOSS -> control.disturb("loss", component);
      case SLOW_HANDLER -> throw new IllegalStateException("it has no moment");
      case SERVER_KILLED, PROXY_KILLED, BROKER_KILLED -> {
        long back = System.nanoTime() + Disruption.PAUSE.toNanos();
        boolean killed = control.kill(component);
        TimeUnit.NANOSECONDS.sleep(back - System.nanoTime());
        yield control.restart(component, jvm) && killed;
      }
    };
  }

  /** Passes on what the child reported, with the course of the fault; a failure where none came. */
  PointListener passingOn(PointListener listener) {
    return new ForwardingListener() {
      @Override
      public List<PointListener> listeners() {
        return List.of(listener);
      }

      @Override
      public void open(OpenRun open, Histogram response, Histogram service) {
        FaultCourse course = open.fault();
        Double from = fromMs;
        Double to = toMs;
        if (course != null && lasts()) {
          listener.open(open.with(course.lasting()), response, service);
        } else if (course == null || from == null || to == null) {
          listener.failed(new PointFailure(FailureCause.FAULT_MISSED, problem));
        } else {
          listener.open(open.with(course.between(from, to)), response, service);
        }
      }
    };
  }
}
