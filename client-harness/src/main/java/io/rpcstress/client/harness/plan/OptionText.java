package io.rpcstress.client.harness.plan;

import java.math.BigDecimal;
import java.time.Duration;

/** Values as the options that take them write them. */
public final class OptionText {

  private OptionText() {}

  /** The text that reads back as the same duration, of whole milliseconds. */
  public static String of(Duration duration) {
    return duration.toMillisPart() == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
  }

  /** The text that reads back as the same share, 0 to 1. */
  public static String ofShare(double share) {
    return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
  }
}
