package io.rpcstress.engine.load;

import java.util.OptionalInt;

/** Says from which window on a process is steady. A pure function. */
@FunctionalInterface
public interface Steadiness {

  /**
   * Looks at the windows so far.
   *
   * @return where the steady segment begins that lasts to the last window; empty where none does
   */
  OptionalInt firstSteadyWindow(double[] rates);
}
