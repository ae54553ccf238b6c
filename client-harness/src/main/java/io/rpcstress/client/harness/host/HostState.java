package io.rpcstress.client.harness.host;

import io.rpcstress.client.harness.host.HostRules.HostLimits;
import io.rpcstress.usage.HostFacts;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * One host as it is now.
 *
 * @param facts read first
 * @param later read about a second later; what grew between is what happens now
 */
public record HostState(HostFacts facts, HostFacts later) {

  private static final String STEAL = "cpu.steal.ticks";
  private static final String TOTAL = "cpu.total.ticks";

  /** Share of the CPUs' time, 0 to 1, that the hypervisor gave to others between both readings. */
  public OptionalDouble steal() {
    OptionalLong stolen = growth(STEAL);
    OptionalLong total = growth(TOTAL);
    if (stolen.isEmpty() || total.isEmpty() || total.getAsLong() < HostLimits.MIN_TICKS) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(Math.max(0, stolen.getAsLong()) / (double) total.getAsLong());
  }

  /** How many cores were busy between both readings, by whatever program. */
  public OptionalDouble busyCores() {
    OptionalLong idle = growth("cpu.idle.ticks");
    OptionalLong total = growth(TOTAL);
    OptionalLong cores = number(facts.get("cpu.count.kernel"));
    if (idle.isEmpty()
        || total.isEmpty()
        || total.getAsLong() < HostLimits.MIN_TICKS
        || cores.isEmpty()) {
      return OptionalDouble.empty();
    }
    double busy = 1 - idle.getAsLong() / (double) total.getAsLong();
    return OptionalDouble.of(Math.max(0, busy) * cores.getAsLong());
  }

  private OptionalLong growth(String key) {
    OptionalLong before = number(facts.get(key));
    OptionalLong after = number(later.get(key));
    return before.isEmpty() || after.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(after.getAsLong() - before.getAsLong());
  }

  /** A fact as a number; {@link Long#MAX_VALUE} where there is no limit, empty where unknown. */
  static OptionalLong number(String text) {
    if (text.equals("unlimited") || text.equals("none")) {
      return OptionalLong.of(Long.MAX_VALUE);
    }
    return text.matches("[0-9]{1,18}")
        ? OptionalLong.of(Long.parseLong(text))
        : OptionalLong.empty();
  }
}
