package io.rpcstress.client.harness.campaign.sweep;

import io.rpcstress.client.harness.host.HostAddresses;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.driver.Address;
import io.rpcstress.engine.point.Needed;
import io.rpcstress.measure.record.SweepFile;
import io.rpcstress.measure.statistics.TargetWidth;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A sweep that {@code sweep begin} has written, and the keys of its file that only commands use.
 */
public final class ResumedSweep {

  public static final String REPEAT = "repeat";
  public static final String FRESH = "fresh-servers";

  /** How long a server is called before it is measured. */
  public static final String WARMUP = "server-warmup";

  /** Top-level key: {@link MeasurementOrder#RANDOM} or {@link MeasurementOrder#GIVEN}. */
  public static final String TECHNOLOGY_ORDER = "technologyOrder";

  /** Top-level key: what --quick made less, each by what it is in full; absent elsewhere. */
  public static final String SCALED = "scaledFrom";

  /** Section: what the names of hosts stand for in the last session. */
  private static final String ADDRESSES = "addresses";

  private ResumedSweep() {}

  public static SweepFile file(String given, Path folder) throws IOException {
    if (!SweepFile.isIn(folder)) {
      throw new Misuse(given + " holds no sweep: sweep begin makes one");
    }
    try {
      return SweepFile.read(folder);
    } catch (IllegalArgumentException e) {
      throw new Misuse(String.valueOf(e.getMessage()));
    }
  }

  /** A session begins: its hosts' names may stand for other addresses than before. */
  public static void lookUpAnew(SweepFile file, Consumer<String> messages) {
    file.remove(ADDRESSES);
    var unused = reached(file, messages);
  }

  /**
   * The same plan as {@link #plan}, with the addresses that its hosts' names stand for, which are
   * looked up where the session has none yet; the file is not saved yet.
   */
  public static SweepPlan reached(SweepFile file, Consumer<String> messages) {
    SweepPlan plan = plan(file);
    if (file.section(ADDRESSES).isObject()) {
      return plan;
    }
    List<Address> servers =
        SweepServers.of(plan.grid(), plan.calls()).stream().map(Needed::usage).toList();
    Map<String, String> addresses = HostAddresses.of(servers, messages);
    if (!addresses.isEmpty()) {
      file.put(ADDRESSES, addresses);
    }
    return plan.reaching(addresses);
  }

  /** What a sweep measures, with as many rounds as were begun by now. */
  public static SweepPlan plan(SweepFile file) {
    try {
      Map<String, String> addresses = new LinkedHashMap<>();
      file.section(ADDRESSES)
          .properties()
          .forEach(each -> addresses.put(each.getKey(), each.getValue().asString("")));
      SweepPlan plan = SweepPlan.in(file).reaching(addresses);
      return plan.until() == null
          ? plan
          : plan.withRounds(Math.max(TargetWidth.MIN_ROUNDS, file.number(SweepPlan.ROUNDS)));
    } catch (IllegalArgumentException e) {
      throw new Misuse("sweep.json: " + e.getMessage());
    }
  }
}
