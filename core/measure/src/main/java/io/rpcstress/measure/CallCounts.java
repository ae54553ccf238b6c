package io.rpcstress.measure;

/**
 * Where the calls of one run went. Every issued call is in exactly one of the four ends.
 *
 * @param issued calls that the load shape started
 * @param ok right replies in time; only these enter a latency histogram and the call rate
 * @param failed errors and wrong replies
 * @param timedOut calls that exceeded their deadline first: a result of its own kind, not a latency
 * @param abandoned calls that were still open, or never started, when the run was ended
 */
public record CallCounts(long issued, long ok, long failed, long timedOut, long abandoned) {

  public CallCounts {
    if (ok < 0 || failed < 0 || timedOut < 0 || abandoned < 0) {
      throw new IllegalArgumentException(
          "calls ok %d, failed %d, timed out %d, abandoned %d: none may be negative"
              .formatted(ok, failed, timedOut, abandoned));
    }
    if (Math.addExact(Math.addExact(ok, failed), Math.addExact(timedOut, abandoned)) != issued) {
      throw new IllegalArgumentException(
          "calls ok %d + failed %d + timed out %d + abandoned %d are not the %d issued"
              .formatted(ok, failed, timedOut, abandoned, issued));
    }
  }

  public static CallCounts allOk(long issued) {
    return new CallCounts(issued, issued, 0, 0, 0);
  }

  public CallCounts plus(CallCounts other) {
    return new CallCounts(
        issued + other.issued,
        ok + other.ok,
        failed + other.failed,
        timedOut + other.timedOut,
        abandoned + other.abandoned);
  }

  public long notOk() {
    return issued - ok;
  }
}
