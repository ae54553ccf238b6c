package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.controls.Fault;
import io.rpcstress.client.harness.controls.Outcome;
import io.rpcstress.client.harness.controls.Rig;
import io.rpcstress.client.harness.controls.Trial;
import io.rpcstress.client.harness.fork.ForkedPoint;
import io.rpcstress.client.harness.sweep.SweepGrid.Contender;
import io.rpcstress.measure.TimedLoad;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The harness itself: each trial is {@code run} in a JVM of its own, as every point is. */
final class ForkedRig implements Rig {

  private final String protocol;
  private final CallOptions options;
  private final @Nullable Integer port;
  private final PrintStream stderr;
  private final Set<String> warnings = new LinkedHashSet<>();

  /**
   * A rig.
   *
   * @param protocol technology and variant
   * @param port of the server; null for the one that the options say
   * @param stderr is shown a dot a process, and whatever a process says there
   */
  ForkedRig(String protocol, CallOptions options, @Nullable Integer port, PrintStream stderr) {
    this.port = port;
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
            ThisProgram.measuring(protocol),
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
    TimedLoad load = trial.load();
    if (load == null) {
      words.addAll(List.of("--requests", Integer.toString(trial.requests())));
      words.addAll(List.of("--runs", Integer.toString(trial.runs())));
    } else {
      words.addAll(TimedOptions.of(load).words());
    }
    words.addAll(List.of("--repetition", Integer.toString(trial.repetition())));
    if (!trial.fault().equals(Fault.NONE)) {
      words.addAll(List.of(RunCommand.INJECT, trial.fault().toString()));
    }
    words.addAll(optionWords(load));
    words.addAll(List.of("--no-fork", "--json"));
    return words;
  }

  /** How calls are made, at the port of this rig, with a deadline that fits into a window. */
  private List<String> optionWords(@Nullable TimedLoad load) {
    Map<String, Integer> ports = Map.copyOf(options.ports);
    Map<String, Integer> usagePorts = Map.copyOf(options.usagePorts);
    if (port != null) {
      String technology = Contender.of(protocol, options.variant).technology();
      options.ports.put(technology, port);
      options.usagePorts.remove(technology); // its own counters, beside it
    }
    List<String> words =
        load == null ? options.words() : TimedOptions.callWords(options, load.window());
    options.ports.clear();
    options.ports.putAll(ports);
    options.usagePorts.clear();
    options.usagePorts.putAll(usagePorts);
    return words;
  }

  /** What the processes warned of, each once. */
  Set<String> warnings() {
    return warnings;
  }
}
