package io.rpcstress.rpcx.bench;

import io.rpcstress.rpcx.bench.Held.Resource;
import java.util.List;
import java.util.Locale;

/** What a process held before and after, as a table. */
final class HeldTable {
  private HeldTable() {}

  /**
   * Prints it.
   *
   * @param who the process
   * @return whether nothing is more than it may be
   */
  static boolean print(String who, Held before, Held after) {
    List<Resource> beyond = after.beyond(before);
    System.out.printf("%-12s %14s %14s %14s%n", who, "before", "after", "may be more by");
    for (Resource each : Resource.values()) {
      System.out.printf(
          "%-12s %14s %14s %14s%s%n",
          each.name().toLowerCase(Locale.ROOT).replace('_', ' '),
          each.text(before.get(each)),
          each.text(after.get(each)),
          each.text(each.tolerance()),
          beyond.contains(each) ? "  TOO MUCH" : "");
    }
    return beyond.isEmpty();
  }
}
