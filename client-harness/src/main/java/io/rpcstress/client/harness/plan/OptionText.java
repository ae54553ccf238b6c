package io.rpcstress.client.harness.plan;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/** Values as the options that take them write them. */
public final class OptionText {

  /** As many as an option of a share may have. */
  private static final int PERCENT_DECIMALS = 6;

  private OptionText() {}

  /** The text that reads back as the same duration, of whole milliseconds. */
  public static String of(Duration duration) {
    return duration.toMillisPart() == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
  }

  /** The text that reads back as the same one where {@code @FILE} stands for a file. */
  public static String of(String text) {
    return text.startsWith("@") ? "@" + text : text;
  }

  /**
   * The text that reads back as the same share, 0 to 1, of a percentage of at most six decimals.
   * What the division of a percentage by 100 left beyond them is dropped.
   */
  public static String ofShare(double share) {
    BigDecimal percent =
        BigDecimal.valueOf(share)
            .movePointRight(2)
            .setScale(PERCENT_DECIMALS, RoundingMode.HALF_UP)
            .stripTrailingZeros();
    return percent.toPlainString() + "%";
  }
}
