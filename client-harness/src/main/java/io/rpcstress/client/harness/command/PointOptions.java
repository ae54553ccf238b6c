package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.ClosedRuns;
import io.rpcstress.measure.RequestMode;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** How a point is measured, whichever point it is: the same options for one point and a sweep. */
final class PointOptions extends CallOptions {

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "10",
      converter = Converters.OfCount.class,
      description = "Runs in one process, order 0 onwards (default: ${DEFAULT-VALUE}).")
  int runs;

  @Option(
      names = "--request-mode",
      paramLabel = "MODE",
      defaultValue = "total",
      description = {
        "What --requests counts: the total of a run, dealt to the threads, or each",
        "thread's own: total or per-thread (default: ${DEFAULT-VALUE})."
      })
  RequestMode requestMode = RequestMode.TOTAL;

  @Option(
      names = ClosedRuns.IN_FLIGHT,
      paramLabel = "N",
      defaultValue = "1",
      converter = Converters.OfCount.class,
      description = {
        "Calls that each thread keeps open instead of waiting for one reply after the other; where",
        "the technology can start a call without waiting (default: ${DEFAULT-VALUE})."
      })
  int inFlight = 1;

  /** How a process measures a closed loop. */
  ClosedRuns runs() {
    return new ClosedRuns(runs, requestMode, inFlight);
  }

  /** The options of an open loop, which has neither runs nor a count of requests. */
  List<String> wordsOfOpenLoop() {
    return super.words();
  }

  @Override
  List<String> words() {
    List<String> words = new ArrayList<>(super.words());
    words.addAll(runs().words());
    return words;
  }
}
