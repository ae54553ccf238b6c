package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.ClientHarness;
import io.rpcstress.client.harness.controls.Defect;
import io.rpcstress.client.harness.controls.Outcome;
import io.rpcstress.client.harness.controls.Rig;
import io.rpcstress.client.harness.controls.Trial;
import io.rpcstress.client.harness.fork.ForkedPoint;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The harness itself: each trial is {@code run} in a JVM of its own, as every point is. */
final class ForkedRig implements Rig {

  private final String protocol;
  private final CallOptions options;
  private final PrintStream stderr;
  private final Set<String> warnings = new LinkedHashSet<>();

  /**
   * A rig.
   *
   * @param protocol technology and variant
   * @param stderr is shown a dot a process, and whatever a process says there
   */
  ForkedRig(String protocol, CallOptions options, PrintStream stderr) {
    this.protocol = protocol;
    this.options = options;
    this.stderr = stderr;
  }

  @Override
  public Outcome measure(Trial trial) throws IOException, InterruptedException {
    Gathered gathered = new Gathered();
    ForkedPoint fork =
        new ForkedPoint(
            options.jvm(),
            ClientHarness.class.getName(),
            words(trial),
            options.timeout,
            stderr::println);
    boolean unused = fork.run(gathered); // what went wrong was told to the listener
    stderr.print('.');
    stderr.flush();
    warnings.addAll(gathered.warnings());
    return new Outcome(gathered.runs(), gathered.latencies(), gathered.failure());
  }

  private List<String> words(Trial trial) {
    options.tolerate = trial.tolerated();
    List<String> words = new ArrayList<>(List.of("run", "--protocol", protocol));
    words.addAll(List.of("--threads", Integer.toString(trial.threads())));
    words.addAll(List.of("--requests", Integer.toString(trial.requests())));
    words.addAll(List.of("--runs", Integer.toString(trial.runs())));
    words.addAll(List.of("--repetition", Integer.toString(trial.repetition())));
    if (!trial.defect().equals(Defect.NONE)) {
      words.addAll(List.of(RunCommand.PLANT, trial.defect().toString()));
    }
    words.addAll(options.words());
    words.addAll(List.of("--no-fork", "--json"));
    return words;
  }

  /** What the processes warned of, each once. */
  Set<String> warnings() {
    return warnings;
  }
}
