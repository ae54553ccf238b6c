package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.client.harness.campaign.controls.Control.Finding;
import io.rpcstress.client.harness.campaign.controls.Rig.Trial;
import io.rpcstress.client.harness.plan.PointTask.Fault;
import io.rpcstress.client.harness.process.DaemonThread;
import io.rpcstress.client.harness.process.Gathered;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.TimedLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** Which controls there are: what each injects, and what the harness has to find of it. */
public final class Controls {

  /** Of so many calls one fails, or is answered wrongly. */
  private static final int EVERY = 100;

  private Controls() {}

  /**
   * All of them, the comparisons first.
   *
   * @param pairs for the control of the order of names; null leaves it out
   */
  public static List<Control> all(Scale scale, Rig.@Nullable OfPairs pairs) {
    List<Control> all = new ArrayList<>();
    if (pairs != null) {
      all.add(ComparisonControls.orderOfNames(scale, pairs));
    }
    all.add(ComparisonControls.tie(scale));
    all.add(ComparisonControls.share(scale));
    all.add(ComparisonControls.micros(scale));
    all.add(ComparisonControls.addedMillisecond(scale));
    all.add(countedErrors(scale));
    all.add(noNumberForWrong(scale));
    all.add(flaggedShortage(Controls::burn));
    return all;
  }

  /**
   * Every hundredth call fails: each must be counted, none may be among the latencies, and a point
   * that tolerates no failure must fail.
   */
  static Control countedErrors(Scale scale) {
    int runs = 3;
    double tolerated = 0.05; // more than is injected, so that the point goes on to its end
    return new Control(
        "counted-errors",
        "every error of 1 % injected errors is counted",
        rig -> {
          Fault fault = Fault.errors(EVERY, scale.seed());
          Trial trial =
              new Trial(fault, scale.threads(), scale.requests(), runs, 0, tolerated, null);
          Gathered tolerant = rig.measure(trial);
          List<CallCounts> calls = Rig.sample(tolerant).runs().stream().map(Run::calls).toList();
          long issued = calls.stream().mapToLong(CallCounts::issued).sum();
          long failed = calls.stream().mapToLong(CallCounts::failed).sum();
          long ok = calls.stream().mapToLong(CallCounts::ok).sum();
          long timed = tolerant.latencies().stream().mapToLong(each -> each.getTotalCount()).sum();
          long injected = (long) calls.size() * scale.requests() / EVERY;
          Trial strict = new Trial(fault, scale.threads(), scale.requests(), runs, 1);
          PointFailure failure = rig.measure(strict).failure();
          boolean strictFailed = failure != null && failure.cause() == FailureCause.CALLS_FAILED;
          boolean counted =
              calls.size() == runs
                  && issued == (long) runs * scale.requests()
                  && failed == injected
                  && ok == issued - injected;
          Map<String, Object> numbers = new LinkedHashMap<>();
          numbers.put("issued", issued);
          numbers.put("injected", injected);
          numbers.put("failed", failed);
          numbers.put("ok", ok);
          numbers.put("latencies", timed);
          numbers.put("strictFailed", strictFailed);
          String how = strictFailed ? "fails" : "does not fail";
          return new Finding(
              counted && timed == ok && strictFailed,
              ("%d calls, %d failures injected: %d counted, %d ok, %d latencies; tolerating none the"
                      + " point %s")
                  .formatted(issued, injected, failed, ok, timed, how),
              numbers);
        });
  }

  /** Every hundredth reply is altered in its last character: that technology gets no number. */
  static Control noNumberForWrong(Scale scale) {
    return new Control(
        "no-number-for-wrong-replies",
        "a technology that answers wrongly gets no number",
        rig -> {
          Fault fault = Fault.wrong(EVERY, scale.seed());
          Gathered outcome = rig.measure(new Trial(fault, scale.threads(), scale.requests(), 2, 0));
          PointFailure failure = outcome.failure();
          int runs = outcome.runs().size();
          String cause = failure == null ? "none" : failure.cause().label();
          return new Finding(
              failure != null && failure.cause() == FailureCause.WRONG_REPLY,
              failure == null
                  ? "the point has %d runs, and wrong replies among them".formatted(runs)
                  : "the point fails (%s): %s".formatted(cause, failure.detail()),
              Map.of("runsWithANumber", runs, "cause", cause));
        });
  }

  /**
   * A client host short of CPU is flagged, and one that is not is not: the same gentle load of a
   * hundred calls a second from one thread, first alone, then beside busy threads on every
   * processor. Its runs take two seconds: shares of processors are coarse over less.
   *
   * @param busyThreads starts them, and gives what ends them
   */
  static Control flaggedShortage(Supplier<Runnable> busyThreads) {
    return new Control(
        "flagged-shortage",
        "a client host short of CPU is flagged",
        rig -> {
          Fault pause = Fault.delay(Duration.ofMillis(10));
          Seen alone = Seen.of(rig.measure(new Trial(pause, 1, 200, 3, 0)));
          Seen beside;
          Runnable end = busyThreads.get();
          try {
            beside = Seen.of(rig.measure(new Trial(pause, 1, 200, 3, 1)));
          } finally {
            end.run();
          }
          Map<String, Object> numbers = new LinkedHashMap<>();
          alone.put("alone", numbers);
          beside.put("beside", numbers);
          String detail =
              "alone %s; beside busy threads %s".formatted(alone.text(), beside.text())
                  + (alone.flagged == 0
                      ? ""
                      : ": this host is busy already: end other programs on it");
          return new Finding(alone.flagged == 0 && beside.flagged == beside.runs, detail, numbers);
        });
  }

  /** What the warm runs of a process say of the host. */
  private record Seen(int runs, int flagged, OptionalDouble busyPercent) {

    static Seen of(Gathered outcome) {
      List<Run> warm = Rig.sample(outcome).counted();
      DoubleStream busy =
          warm.stream()
              .map(run -> run.watch().hostCpuPercent())
              .filter(Objects::nonNull)
              .mapToDouble(Double::doubleValue);
      long flagged =
          warm.stream().filter(run -> run.flags().contains(Flag.CLIENT_CPU.label())).count();
      return new Seen(warm.size(), (int) flagged, busy.average());
    }

    String text() {
      String busy =
          busyPercent.isEmpty()
              ? "busy by an unknown share"
              : String.format(Locale.ROOT, "%.0f %% busy", busyPercent.getAsDouble());
      return "%s, %d of %d runs flagged".formatted(busy, flagged, runs);
    }

    void put(String prefix, Map<String, Object> numbers) {
      numbers.put(prefix + "Flagged", flagged);
      numbers.put(prefix + "Runs", runs);
      busyPercent.ifPresent(percent -> numbers.put(prefix + "HostCpuPercent", percent));
    }
  }

  /** Keeps every processor busy until it is ended, or two minutes, longer than a control takes. */
  private static Runnable burn() {
    AtomicBoolean burning = new AtomicBoolean(true);
    long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      DaemonThread.start(
          "busy-" + i,
          () -> {
            while (burning.get() && System.nanoTime() < end) {
              Thread.onSpinWait();
            }
          });
    }
    return () -> burning.set(false);
  }

  /**
   * How much the controls measure.
   *
   * @param repeat processes a side, 2 or more; of a comparison at least, which adds rounds
   * @param load of a process that a comparison measures in a timed loop
   * @param budget how long a comparison may go on adding rounds; the first {@code repeat} are made
   */
  public record Scale(
      int threads, int repeat, long seed, TimedLoad load, Duration budget, LongSupplier clock) {

    /** The most rounds of a comparison: its sides share the repetitions of a point. */
    public static final int MAX_ROUNDS = Point.MAX_REPETITIONS / 2;

    /** Orders of a process that is compared: order 0, and the ones that count. */
    static final int RUNS_COMPARED = 6;

    private static final int CALLS_EACH = 500;

    /** Calls of a run, a multiple of the threads and of every interval of injected calls. */
    int requests() {
      return Math.multiplyExact(threads, CALLS_EACH);
    }

    /** Of a measurement that must not depend on the first. */
    long otherSeed() {
      return seed + 1_000_003;
    }
  }
}
