package io.rpcstress.client.harness.controls;

import java.util.List;

/** Which controls there are. */
public final class Controls {

  private Controls() {}

  /** All of them, the comparisons first. */
  public static List<Control> all(Scale scale) {
    return List.of(
        new Tie(scale),
        new AddedMillisecond(scale),
        new CountedErrors(scale),
        new NoNumberForWrong(scale),
        new FlaggedShortage(Burners::start));
  }
}
