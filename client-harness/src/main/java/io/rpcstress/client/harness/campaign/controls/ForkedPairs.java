package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.Rounds;
import io.rpcstress.client.harness.process.ForkedPoint;
import io.rpcstress.client.harness.process.Gathered;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Run;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The whole command: {@code run} of two technologies in a JVM of its own, which starts one more for
 * each, so that what that JVM does while they measure is under control as well.
 */
public final class ForkedPairs implements Pairs {

  private static final Duration STARTING = Duration.ofMinutes(1);

  private final List<String> named;
  private final Calls calls;
  private final PrintStream stderr;

  /** Pairs. */
  public ForkedPairs(List<String> named, Calls calls, PrintStream stderr) {
    this.named = List.copyOf(named);
    this.calls = calls;
    this.stderr = stderr;
  }

  @Override
  public List<Outcome> measure(Trial trial, boolean swapped)
      throws IOException, InterruptedException {
    Gathered gathered = new Gathered();
    ForkedPoint fork =
        ForkedPoint.ofCommand( // as a person starts it
            words(trial, swapped),
            calls.timeout().multipliedBy(named.size()).plus(STARTING),
            stderr::println);
    boolean unused = fork.run(gathered); // what went wrong was told to the listener
    stderr.print('.');
    stderr.flush();
    return named.stream().map(each -> outcome(gathered, each)).toList();
  }

  private static Outcome outcome(Gathered gathered, String technology) {
    List<Run> runs = new ArrayList<>();
    List<Histogram> latencies = new ArrayList<>();
    for (int i = 0; i < gathered.runs().size(); i++) {
      Run run = gathered.runs().get(i);
      if (technology.equals(run.point().technology() + "@" + run.point().variant())) {
        runs.add(run);
        latencies.add(gathered.latencies().get(i));
      }
    }
    PointFailure failure = gathered.failure();
    return new Outcome(
        runs,
        latencies,
        failure == null && runs.isEmpty()
            ? new PointFailure(FailureCause.CRASHED, technology + " reported nothing")
            : failure);
  }

  private List<String> words(Trial trial, boolean swapped) {
    String protocols = swapped ? named.get(1) + "," + named.get(0) : String.join(",", named);
    List<String> words = new ArrayList<>(List.of("run", "--protocol", protocols));
    words.addAll(List.of("--order", Rounds.GIVEN));
    words.addAll(List.of("--threads", Integer.toString(trial.threads())));
    words.addAll(List.of("--requests", Integer.toString(trial.requests())));
    words.addAll(List.of("--runs", Integer.toString(trial.runs())));
    words.addAll(calls.options().list());
    words.add("--json");
    return words;
  }
}
