package io.rpcstress.usage;

/** The host gives this process no more threads: how a JVM reports it, and what helps. */
public final class ThreadShortage {

  private static final String SIGN = "unable to create native thread";

  private ThreadShortage() {}

  /** Whether a message of a JVM says that there is one. */
  public static boolean isIn(String message) {
    return message.contains(SIGN);
  }

  public static String remedy() {
    return ("this user may have %s processes and threads (ulimit -u), a container or service "
            + "what its pids.max or TasksMax allows: raise the lower limit, or use fewer threads")
        .formatted(HostFacts.read().get("limit.processes"));
  }
}
