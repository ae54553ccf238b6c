package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.client.harness.campaign.repeat.ProcessSample;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.measure.Run;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What measuring one process gave. */
public record Outcome(List<Run> runs, List<Histogram> latencies, @Nullable PointFailure failure) {

  public Outcome {
    runs = List.copyOf(runs);
    latencies = List.copyOf(latencies);
  }

  ProcessSample process() {
    if (failure != null || runs.isEmpty()) {
      throw new NoResultException(failure);
    }
    return new ProcessSample(runs, latencies);
  }
}
