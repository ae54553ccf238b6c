package io.rpcstress.engine.point;

import io.rpcstress.engine.load.PartResult;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.measure.ServiceRow;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Receives what a point gives while it is measured; between the runs, never inside a clock. */
public interface PointListener {

  /** A run is complete. The histogram, ns, belongs to the receiver. */
  void run(Run run, Histogram latencies);

  /**
   * What one of several client processes had of a run; after {@link #run} has reported all of them.
   *
   * @param run with the client's number among its circumstances
   * @param latencies of its good calls, ns; belong to the receiver
   */
  default void client(Run run, Histogram latencies) {}

  /** The gate of an open loop under a fault opens: what breaks something goes by this moment. */
  default void gateOpens() {}

  /**
   * A run of an open loop is complete. A listener that does not distinguish loops receives a run.
   *
   * @param response latencies from when the calls were due, ns; belong to the receiver
   * @param service latencies from when they were started, ns; belong to the receiver
   */
  default void open(OpenRun open, Histogram response, Histogram service) {
    run(open.run(), response);
  }

  /** How many good replies came when, from the gate on; after the runs, where the load knows. */
  default void series(List<SeriesRow> rows) {}

  /** What each part of a mix had of the point; after the runs. Empty where its calls are none. */
  default void parts(List<PartResult> parts) {}

  /** What each service had of the point; after the runs, where calls pass several. */
  default void services(List<ServiceRow> rows) {}

  /**
   * The point is complete, and what its process' parent computed meanwhile is known.
   *
   * @param millis processor time between the first gate and the last reply, ms
   */
  default void parentCpu(double millis) {}

  /** Something that the reader of the result should know; one line. */
  void warning(String line);

  /** The point has no result. Called at most once, and last. */
  void failed(PointFailure failure);
}
