package io.rpcstress.engine.point;

import static io.rpcstress.engine.point.RowValues.known;
import static io.rpcstress.engine.point.RowValues.millis;

import io.rpcstress.measure.ServiceRow;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What the services behind the one that is called had of the calls. Confined to one thread. */
final class ServicesMeter {

  private final ServiceChain chain;
  private final ReportedUsage reported;

  ServicesMeter(ServiceChain chain, Consumer<String> warnings) {
    this.chain = chain;
    this.reported =
        new ReportedUsage(
            chain.links().stream().map(ServiceChain.Link::counters).toList(), true, warnings);
  }

  ReportedUsage reported() {
    return reported;
  }

  /** Whether every service of the chain is known and reported what it had. */
  boolean isComplete() {
    return chain.whole() && reported.growth().size() == chain.links().size();
  }

  /**
   * Whether the counters show anything else than that each service had its calls of every call that
   * was answered.
   *
   * @param answered good calls of all client processes since the gate opened
   * @param others calls that were made and had no good answer
   */
  boolean isDoubtful(long answered, long others) {
    if (!isComplete()) {
      return true;
    }
    List<ServerUsage> growth = reported.growth();
    for (int i = 0; i < growth.size(); i++) {
      Long served = known(growth.get(i).callsServed());
      long calls = chain.links().get(i).calls();
      if (served == null || served < calls * answered || served > calls * (answered + others)) {
        return true;
      }
    }
    return false;
  }

  /** What a process used and all services with it; unknown where one of them is. */
  ProcessUsage with(ProcessUsage called) {
    ProcessUsage sum = called;
    for (ServerUsage each : reported.growth()) {
      // They are read one after the other: each has as much as falls into the first one's time.
      sum = sum.plus(sum.readNanos() > 0 ? each.process().within(sum.readNanos()) : each.process());
    }
    return sum;
  }

  /**
   * What each had from the first gate on.
   *
   * @param called what the one that is called had
   * @param broker what the broker had that calls go through; null where there is none
   * @return empty where there is no other, or not all report
   */
  List<ServiceRow> rows(ServerUsage called, @Nullable ServerUsage broker) {
    List<ServerUsage> behind = reported.sinceFirst();
    if (behind.isEmpty() || behind.size() < chain.links().size()) {
      return List.of();
    }
    List<ServiceRow> rows = new ArrayList<>(List.of(row(chain.called(), called)));
    for (int i = 0; i < behind.size(); i++) {
      rows.add(row(chain.links().get(i).roles(), behind.get(i)));
    }
    if (broker != null) {
      rows.add(row(ServiceRow.BROKER, broker));
    }
    return rows;
  }

  /** What each of several servers of one service had. */
  static List<ServiceRow> rows(List<ServerUsage> servers) {
    return IntStream.range(0, servers.size())
        .mapToObj(i -> row(ServiceRow.SERVER + (i + 1), servers.get(i)))
        .toList();
  }

  private static ServiceRow row(String service, ServerUsage had) {
    return new ServiceRow(
        service,
        known(had.callsServed()),
        millis(had.process().cpuNanos()),
        known(had.process().contextSwitches()),
        known(had.process().rssKb()),
        millis(had.workNanos()));
  }
}
