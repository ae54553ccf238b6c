package io.rpcstress.client.harness.campaign.calibrate;

import io.rpcstress.client.harness.campaign.repeat.MedianRange;
import io.rpcstress.measure.Run;
import java.util.List;
import java.util.Optional;

/**
 * What a counted run takes where the calls take nothing: waking the threads at the gate, their
 * share of calls to a driver that answers inside the process, and the way back. It is part of every
 * run of so many threads, whatever is called.
 *
 * @param threads that wait at the gate
 * @param requests calls of a run in all, dealt to them
 * @param millis time of a run after order 0, ms: median, least and most of one process' runs
 * @param runs that were measured
 */
public record Gate(int threads, int requests, MedianRange millis, int runs) {

  public GatePoint point() {
    return new GatePoint(threads, requests);
  }

  public static Optional<Gate> of(List<Run> runs) {
    List<Run> later = runs.stream().filter(Run::inAverages).toList();
    MedianRange millis = MedianRange.of(later, Run::timeTotalMs);
    if (millis == null) {
      return Optional.empty();
    }
    Run any = later.get(0);
    return Optional.of(
        new Gate(any.point().threadNum(), any.point().requestNum(), millis, later.size()));
  }
}
