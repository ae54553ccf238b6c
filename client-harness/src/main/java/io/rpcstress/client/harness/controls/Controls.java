package io.rpcstress.client.harness.controls;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which controls there are. */
public final class Controls {

  private Controls() {}

  /**
   * All of them, the comparisons first.
   *
   * @param pairs measures two technologies by one command; null where only one can be measured,
   *     which leaves out the control of their order
   */
  public static List<Control> all(Scale scale, @Nullable Pairs pairs) {
    List<Control> order = pairs == null ? List.of() : List.of(new OrderOfNames(scale, pairs));
    List<Control> others =
        List.of(
            new Tie(scale),
            new AddedMillisecond(scale),
            new CountedErrors(scale),
            new NoNumberForWrong(scale),
            new FlaggedShortage(Burners::start));
    return Stream.concat(order.stream(), others.stream()).toList();
  }
}
