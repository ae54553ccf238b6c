package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.process.ForkedPoint;
import io.rpcstress.client.harness.process.Gathered;
import io.rpcstress.client.harness.process.ThisProgram;
import io.rpcstress.measure.TimedLoad;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The harness itself: each trial is {@code run} in a JVM of its own, as every point is. */
public final class ForkedRig implements Rig {

  private final String protocol;
  private final Calls calls;
  private final PrintStream stderr;
  private final Set<String> warnings = new LinkedHashSet<>();

  /**
   * A rig.
   *
   * @param protocol technology and variant
   * @param calls what every trial calls, and how
   * @param stderr is shown a dot a process, and whatever a process says there
   */
  public ForkedRig(String protocol, Calls calls, PrintStream stderr) {
    this.protocol = protocol;
    this.calls = calls;
    this.stderr = stderr;
  }

  @Override
  public Outcome measure(Trial trial) throws IOException, InterruptedException {
    Gathered gathered = new Gathered();
    ForkedPoint fork =
        new ForkedPoint(
            calls.jvm(),
            ThisProgram.measuring(protocol),
            words(trial),
            calls.timeout(),
            stderr::println);
    boolean unused = fork.run(gathered); // what went wrong was told to the listener
    stderr.print('.');
    stderr.flush();
    warnings.addAll(gathered.warnings());
    return new Outcome(gathered.runs(), gathered.latencies(), gathered.failure());
  }

  private List<String> words(Trial trial) {
    List<String> words = new ArrayList<>(List.of("run", "--protocol", protocol));
    words.addAll(List.of("--threads", Integer.toString(trial.threads())));
    TimedLoad load = trial.load();
    if (load == null) {
      words.addAll(List.of("--requests", Integer.toString(trial.requests())));
      words.addAll(List.of("--runs", Integer.toString(trial.runs())));
    } else {
      words.addAll(Calls.words(load));
    }
    words.addAll(List.of("--repetition", Integer.toString(trial.repetition())));
    if (!trial.fault().equals(Fault.NONE)) {
      words.addAll(List.of(Fault.OPTION, trial.fault().toString()));
    }
    Calls tolerant = calls.withTolerated(trial.tolerated());
    words.addAll((load == null ? tolerant : tolerant.inWindowsOf(load.window())).words());
    words.addAll(List.of("--no-fork", "--json"));
    return words;
  }

  /** What the processes warned of, each once. */
  public Set<String> warnings() {
    return warnings;
  }
}
