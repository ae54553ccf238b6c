package io.rpcstress.client.harness.campaign.controls;

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
   * @param delayed measures with a server that takes {@link InjectedFault#ADDED_MICROS} us longer
   *     for each call; null where there is none, which leaves out the controls of the server's side
   * @param line to the server, with and without a millisecond more; null where there is none, which
   *     leaves out the control of the line
   */
  public static List<Control> all(
      Scale scale, @Nullable Pairs pairs, @Nullable Rig delayed, @Nullable Line line) {
    List<Control> order = pairs == null ? List.of() : List.of(new OrderOfNames(scale, pairs));
    List<Control> others =
        List.of(
            new Tie(scale),
            InjectedFault.share(scale),
            InjectedFault.micros(scale),
            new AddedMillisecond(scale),
            new CountedErrors(scale),
            new NoNumberForWrong(scale),
            new FlaggedShortage(BusyThreads::start));
    List<Control> server =
        delayed == null
            ? List.of()
            : List.of(
                InjectedFault.serverMicros(scale, delayed),
                InjectedFault.serverShare(scale, delayed));
    List<Control> between = line == null ? List.of() : List.of(new DelayedLine(scale, line));
    return Stream.of(order, others, server, between).flatMap(List::stream).toList();
  }
}
