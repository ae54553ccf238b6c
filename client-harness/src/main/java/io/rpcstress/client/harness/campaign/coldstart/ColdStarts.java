package io.rpcstress.client.harness.campaign.coldstart;

import io.rpcstress.client.harness.campaign.repeat.MedianRange;
import io.rpcstress.measure.record.ColdStartRecord;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What all fresh processes gave together.
 *
 * @param at when it began
 * @param seed of the order of the processes
 * @param calls that each client made
 * @param samples in the order in which they were measured
 */
public record ColdStarts(Instant at, long seed, int calls, List<ColdSample> samples) {

  /** Copies the list. */
  public ColdStarts {
    samples = List.copyOf(samples);
  }

  /** What was measured, clients first, in the order of their first samples' names. */
  public List<ColdSubject> subjects() {
    return samples.stream()
        .map(ColdSample::subject)
        .distinct()
        .sorted(
            java.util.Comparator.comparing(ColdSubject::side)
                .thenComparing(ColdSubject::technology)
                .thenComparing(ColdSubject::archive))
        .toList();
  }

  /** One value of a subject over its processes; null where none knows it. */
  public @Nullable MedianRange spread(
      ColdSubject subject, Function<ColdSample, @Nullable Double> value) {
    return MedianRange.of(of(subject), value);
  }

  /** How many processes measured a subject. */
  public int processes(ColdSubject subject) {
    return of(subject).size();
  }

  private List<ColdSample> of(ColdSubject subject) {
    return samples.stream().filter(each -> each.subject().equals(subject)).toList();
  }

  /** As it stands in a file: every sample. */
  public ColdStartRecord kept() {
    return new ColdStartRecord(at, seed, calls, samples.stream().map(ColdSample::kept).toList());
  }
}
