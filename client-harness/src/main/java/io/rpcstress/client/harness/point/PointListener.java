package io.rpcstress.client.harness.point;

import io.rpcstress.measure.Run;
import org.HdrHistogram.Histogram;

/** Is told what a point gives while it is measured; between the runs, never inside a clock. */
public interface PointListener {

  /** A run is complete. The histogram, ns, is handed over. */
  void run(Run run, Histogram latencies);

  /** Something that the reader of the result should know; one line. */
  void warning(String line);

  /** The point has no result. Told at most once, and last. */
  void failed(PointFailure failure);
}
