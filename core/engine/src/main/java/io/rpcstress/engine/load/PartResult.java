package io.rpcstress.engine.load;

import io.rpcstress.contract.Operation;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.PartRow;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What became of the counted calls of one part of a mix.
 *
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

  /** Counts the calls of each part of a mix. Thread-safe; read when no thread counts any more. */
  static final class PartCounts<Q> {

    private final Operation<Q, ?> operation;
    private final Mix<Q> mix;
    private final List<Histogram> good = new ArrayList<>();
    private final AtomicLongArray notOk;

    private PartCounts(Operation<Q, ?> operation, Mix<Q> mix) {
      this.operation = operation;
      this.mix = mix;
      this.notOk = new AtomicLongArray(mix.parts().size());
      mix.parts().forEach(each -> good.add(new ConcurrentHistogram(Latencies.DIGITS)));
    }

    /** Null where the calls are no mix. */
    static <Q> @Nullable PartCounts<Q> of(Callers<Q, ?> callers) {
      Mix<Q> mix = callers.mix();
      return mix == null ? null : new PartCounts<>(callers.operation(), mix);
    }

    static <Q> List<PartResult> results(@Nullable PartCounts<Q> counts) {
      return counts == null ? List.of() : counts.results();
    }

    int part(Q request) {
      return operation.part(request);
    }

    void good(int part, long nanos) {
      good.get(part).recordValue(Math.max(0, nanos));
    }

    void notOk(int part) {
      notOk.incrementAndGet(part);
    }

    private List<PartResult> results() {
      List<PartResult> results = new ArrayList<>();
      for (int part = 0; part < good.size(); part++) {
        Histogram latencies = new Histogram(Latencies.DIGITS);
        latencies.add(good.get(part));
        results.add(new PartResult(mix.parts().get(part).name(), notOk.get(part), latencies));
      }
      return results;
    }
  }
}
