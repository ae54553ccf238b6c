package io.rpcstress.engine.load;

import io.rpcstress.measure.Latency;
import io.rpcstress.measure.PartRow;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What became of the counted calls of one part of a mix.
 *
 * @param part its name
 * @param notOk calls that failed or timed out; not those that were abandoned or never made
 * @param latencies of its good calls, ns, of an open loop from when they were due; belong to the
 *     receiver
 */
public record PartResult(String part, long notOk, Histogram latencies) {

  /** What several processes had together, which all have the same parts. */
  public static List<PartResult> sum(List<List<PartResult>> processes) {
    List<PartResult> sum = new ArrayList<>();
    int parts = processes.stream().mapToInt(List::size).min().orElse(0);
    for (int part = 0; part < parts; part++) {
      Histogram latencies = new Histogram(Latencies.DIGITS);
      long notOk = 0;
      for (List<PartResult> each : processes) {
        latencies.add(each.get(part).latencies());
        notOk += each.get(part).notOk();
      }
      sum.add(new PartResult(processes.get(0).get(part).part(), notOk, latencies));
    }
    return sum;
  }

  public PartRow row() {
    return new PartRow(part, latencies.getTotalCount(), notOk, Latency.of(latencies));
  }
}
