package io.rpcstress.engine.load;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Several questions that the calls of a point ask, each with its share of them. Immutable.
 *
 * @param name as rows have it
 * @param parts two or more; {@link io.rpcstress.contract.Operation#part} of a request is its place
 */
public record Mix<Q>(String name, List<Part<Q>> parts) {

  public Mix {
    parts = List.copyOf(parts);
  }

  /**
   * One of them.
   *
   * @param name as traces and results call it
   * @param weight its share, by the sum of all weights; 1 or more
   * @param request what its calls ask, before they are numbered
   */
  public record Part<Q>(String name, int weight, Q request) {}

  Q request(int part) {
    return parts.get(part).request();
  }

  private int[] weights() {
    return parts.stream().mapToInt(Part::weight).toArray();
  }

  /**
   * The mean of a size over many calls; null where that of a part is not known.
   *
   * @param trace whose calls they are where it names their parts; null where none is replayed
   */
  @Nullable Long mean(Function<Q, @Nullable Long> size, @Nullable Trace trace) {
    long[] calls =
        trace != null && trace.hasParts()
            ? trace.callsOfParts(parts.size())
            : Arrays.stream(weights()).asLongStream().toArray();
    double sum = 0;
    for (int part = 0; part < calls.length; part++) {
      Long own = size.apply(request(part));
      if (own == null) {
        return null;
      }
      sum += (double) own * calls[part];
    }
    return Math.round(sum / Arrays.stream(calls).sum());
  }

  /** What a thread's calls are; no other of a point's client processes has its number. */
  Draws draws(long seed, long thread) {
    return new Draws(weights(), seed, thread);
  }

  /** Draws parts by their weights, the same ones from the same seed. Used by one thread. */
  static final class Draws {

    /** Keeps the seeds of threads apart: near ones draw alike at first. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final int[] weights;
    private final int sum;
    private final Random random;

    private Draws(int[] weights, long seed, long thread) {
      this.weights = weights;
      this.sum = Math.toIntExact(Arrays.stream(weights).asLongStream().sum());
      // Its algorithm is laid down. The seed alone is what the gaps of an open loop are drawn from.
      this.random = new Random(seed + (thread + 1) * SPREAD);
    }

    int next() {
      int drawn = random.nextInt(sum);
      int part = 0;
      while (drawn >= weights[part]) {
        drawn -= weights[part];
        part++;
      }
      return part;
    }
  }
}
