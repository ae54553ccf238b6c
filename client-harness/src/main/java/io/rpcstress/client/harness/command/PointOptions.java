package io.rpcstress.client.harness.command;

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

  @Override
  List<String> words() {
    List<String> words = new ArrayList<>(super.words());
    words.addAll(List.of("--runs", Integer.toString(runs)));
    words.addAll(List.of("--request-mode", requestMode.label()));
    return words;
  }
}
