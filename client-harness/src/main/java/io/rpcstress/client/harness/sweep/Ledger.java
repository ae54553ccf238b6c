package io.rpcstress.client.harness.sweep;

import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/** What has become of each point, read from the raw files. */
public final class Ledger {

  /** What has become of a point. */
  public enum State {
    /** It has a result. */
    DONE,
    /** It was tried, and has none. */
    FAILED,
    /** It is still to be measured. */
    OPEN
  }

  private final RawFiles files;
  private final Instant redoBefore;

  /**
   * A ledger.
   *
   * @param sweep the sweep's folder
   * @param redoBefore failures from before this are open again; {@link Instant#MIN} for none
   */
  public Ledger(Path sweep, Instant redoBefore) {
    this.files = new RawFiles(sweep);
    this.redoBefore = redoBefore;
  }

  /**
   * What has become of a point.
   *
   * @throws IOException if its failure file cannot be read
   */
  public State state(Point point) throws IOException {
    if (files.isComplete(point)) {
      return State.DONE;
    }
    if (!files.isFailed(point)) {
      return State.OPEN;
    }
    if (redoBefore.equals(Instant.MIN)) {
      return State.FAILED;
    }
    FailedPoint failed = RawFiles.readFailed(files.failed(point));
    return failed.at().isBefore(redoBefore) ? State.OPEN : State.FAILED;
  }
}
