package io.rpcstress.engine.point;

import io.rpcstress.measure.Flag;
import java.util.Set;

/** Whether this process is recorded while it measures: then its numbers are the recorder's, too. */
public final class Profile {

  public static final String PROPERTY = "rpcstress.profile";

  private Profile() {}

  /** What marks the rows of a process that is recorded. */
  static Set<Flag> flags() {
    return System.getProperty(PROPERTY) == null ? Set.of() : Set.of(Flag.PROFILED);
  }
}
