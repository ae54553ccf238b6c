package io.rpcstress.client.harness.console;

import java.time.Duration;

/** How long what is left may take, by what was done before. */
final class TimeLeft {

  private static final Duration IN_SECONDS = Duration.ofMinutes(2);

  private TimeLeft() {}

  /**
   * Words to go behind others, such as ", about 90 s left"; of the first one nothing is known.
   *
   * @param nanos what those before took together, ns
   */
  static String words(long nanos, int done, int left) {
    if (done == 0) {
      return "";
    }
    Duration rest = Duration.ofNanos(nanos).dividedBy(done).multipliedBy(left);
    return rest.toSeconds() < IN_SECONDS.toSeconds()
        ? ", about " + rest.toSeconds() + " s left"
        : ", about " + rest.toMinutes() + " min left";
  }
}
