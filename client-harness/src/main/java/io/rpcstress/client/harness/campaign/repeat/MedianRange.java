package io.rpcstress.client.harness.campaign.repeat;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One value over several processes.
 *
 * @param median of an even number of processes the mean of the middle two
 * @param low the least
 * @param high the most
 */
public record MedianRange(double median, double low, double high) {

  /** Of those processes that know the value; null where none does. */
  public static <T> @Nullable MedianRange of(
      List<T> processes, Function<T, @Nullable Double> value) {
    double[] sorted =
        processes.stream()
            .map(value)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .sorted()
            .toArray();
    if (sorted.length == 0) {
      return null;
    }
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1
            ? sorted[middle]
            : Arrays.stream(sorted, middle - 1, middle + 1).average().orElseThrow();
    return new MedianRange(median, sorted[0], sorted[sorted.length - 1]);
  }
}
