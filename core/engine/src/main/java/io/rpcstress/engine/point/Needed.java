package io.rpcstress.engine.point;

import io.rpcstress.driver.Address;
import io.rpcstress.usage.ServerUsage;
import org.jspecify.annotations.Nullable;

/** What has to be up for a point, on the server's host, and reports its usage there. */
public interface Needed {

  String name();

  Address usage();

  /** Why what reported this is not the one, in one line; null where it is, or is too old. */
  @Nullable String refusal(ServerUsage reported);

  /** Why it runs on another JVM than it has to, in one line; null where it does not. */
  default @Nullable String otherJvm() {
    return null;
  }

  /**
   * Whether what reported this outlives the program that it stands for, and is about to end, too.
   */
  default boolean isEnding(ServerUsage reported) {
    return false;
  }
}
