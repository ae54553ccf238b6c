package io.rpcstress.client.harness.campaign.coldstart;

import io.rpcstress.measure.record.ColdStartRecord.Sample;

/**
 * One thing whose start is measured.
 *
 * @param technology with its variant where it is not the example: {@code grpc@tuned}
 */
public record ColdSubject(Side side, String technology, boolean archive) {

  public static ColdSubject of(Sample sample) {
    Side side = sample.side().equals(Side.CLIENT.label()) ? Side.CLIENT : Side.SERVER;
    return new ColdSubject(side, sample.technology(), sample.archive());
  }

  /** Whose program it is. */
  public enum Side {
    /** The harness with one technology's client library. */
    CLIENT("client"),
    SERVER("server");

    private final String label;

    Side(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  @Override
  public String toString() {
    return side.label() + " " + technology + (archive ? ", with an archive" : "");
  }
}
