package io.rpcstress.client.harness.console;

import io.rpcstress.measure.Run;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Processor time of a good call over some runs, us; null where it is not known of all. */
final class CallCost {

  /** What a legend says of the columns. */
  static final String LEGEND =
      """
      A, B = processor time of client and server for each call; sum = both, and what a broker or
      proxy took.\
      """;

  private CallCost() {}

  static @Nullable Double ofClient(List<Run> runs) {
    return Run.microsPerGoodCall(runs, cost -> cost.client().cpuMs());
  }

  static @Nullable Double ofServer(List<Run> runs) {
    return Run.microsPerGoodCall(runs, cost -> cost.server().cpuMs());
  }

  /** Of the proxy or the broker between them. */
  static @Nullable Double between(List<Run> runs) {
    return Run.microsPerGoodCall(runs, cost -> cost.proxy().cpuMs());
  }

  /** Of both hosts, and of a broker or proxy where one carries the calls. */
  static @Nullable Double sum(List<Run> runs, boolean carried) {
    return Run.microsPerGoodCall(runs, cost -> cost.cpuMs(carried));
  }
}
