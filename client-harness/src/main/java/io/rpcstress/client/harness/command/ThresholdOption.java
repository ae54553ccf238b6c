package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.campaign.repeat.ProcessSample;
import io.rpcstress.client.harness.campaign.search.Thresholds;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.process.PointRecord;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Run;
import java.io.PrintStream;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Limits that decide about the exit code. */
final class ThresholdOption {

  @Option(
      names = "--threshold",
      paramLabel = "LIMITS",
      description =
          "Exit with 1 if a process does not hold these limits, and print which and by how much. "
              + "They are p50, p90, p99, p99.9, errors and rate, such as "
              + "'p99<10ms,errors<0.1%%,rate>1000/s'.")
  private @Nullable String limits;

  @Nullable String text() {
    return limits;
  }

  @Nullable Thresholds parsed() {
    return limits == null ? null : parsed(limits);
  }

  static Thresholds parsed(String text) {
    return Misuse.named("--threshold, ", () -> Thresholds.parse(text));
  }

  /** Whether a point that has its result holds them; where it does not, that is said. */
  static boolean holds(@Nullable Thresholds thresholds, PointRecord record, PrintStream out) {
    OpenRun open = record.openRun();
    return open == null
        ? holds(thresholds, record.runs(), record.latencies(), out)
        : holds(thresholds, open, out);
  }

  static boolean holds(@Nullable Thresholds thresholds, OpenRun open, PrintStream out) {
    Run run = open.run();
    return holds(thresholds, List.of(run), run.latency(), open.achievedPerSecond(), out);
  }

  static boolean holds(
      @Nullable Thresholds thresholds,
      List<Run> runs,
      List<Histogram> histograms,
      PrintStream out) {
    ProcessSample process = new ProcessSample(runs, histograms);
    return holds(thresholds, process.counted(), process.latency(), process.callsPerSecond(), out);
  }

  private static boolean holds(
      @Nullable Thresholds thresholds,
      List<Run> counted,
      Latency latency,
      double callsPerSecond,
      PrintStream out) {
    if (thresholds == null) {
      return true;
    }
    List<String> violated =
        thresholds.violations(new Thresholds.Numbers(latency, errorShare(counted), callsPerSecond));
    violated.forEach(each -> out.printf("%s does not hold %s%n", counted.get(0).point(), each));
    return violated.isEmpty();
  }

  private static double errorShare(List<Run> runs) {
    long issued = runs.stream().map(Run::calls).mapToLong(CallCounts::issued).sum();
    long notOk = runs.stream().map(Run::calls).mapToLong(CallCounts::notOk).sum();
    return issued == 0 ? 0 : (double) notOk / issued;
  }
}
