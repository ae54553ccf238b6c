package io.rpcstress.engine.point;

import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.SelfWatch;
import java.util.EnumSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What meters read in one run or window, of either loop.
 *
 * @param connections that the client's host opened; null where unknown
 * @param watch what the client's host saw of itself
 * @param overCpu whether its CPU time is more than the processors had
 * @param replicaDoubtful whether it may be one of fewer servers than were called
 * @param scraped whether another client read a server's counters meanwhile
 * @param served calls that the server counted meanwhile; null where it was not read
 */
record Metered(
    Cost cost,
    @Nullable Long connections,
    SelfWatch watch,
    boolean overCpu,
    boolean replicaDoubtful,
    boolean scraped,
    @Nullable Long served) {

  static Metered of(CostMeter meter, SelfWatch watch) {
    return new Metered(
        meter.cost(),
        meter.connectionsOpened(),
        watch,
        meter.isOverCpu(),
        meter.isReplicaDoubtful(),
        meter.isScraped(),
        meter.callsServed());
  }

  /** What makes any run doubtful. */
  SortedSet<String> flags(ParentCpu parent) {
    Set<Flag> flags = EnumSet.noneOf(Flag.class);
    flags.addAll(watch.flags());
    flags.addAll(parent.flags());
    flags.addAll(HostWatch.ofClock());
    if (overCpu) {
      flags.add(Flag.OVER_CPU);
    }
    if (replicaDoubtful) {
      flags.add(Flag.REPLICA_MISSING);
    }
    if (scraped) {
      flags.add(Flag.SCRAPED);
    }
    SortedSet<String> words = new TreeSet<>();
    flags.forEach(flag -> words.add(flag.label()));
    return words;
  }
}
