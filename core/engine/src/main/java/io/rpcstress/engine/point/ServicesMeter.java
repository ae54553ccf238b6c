package io.rpcstress.engine.point;

import static io.rpcstress.engine.point.RowValues.known;
import static io.rpcstress.engine.point.RowValues.millis;

import io.rpcstress.measure.ServiceRow;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the services behind the one that is called had of the calls. Confined to the thread
 * that runs the load.
 */
final class ServicesMeter {

  private final ServiceChain chain;
  private final Query query;
  private final Consumer<String> warnings;
  private boolean reports = true;
  private List<ServerUsage> first = List.of();
  private List<ServerUsage> before = List.of();
  private List<ServerUsage> growth = List.of();

  interface Query {

    ServerUsage ask(UsageReader counters) throws IOException;
  }

  /**
   * Nothing is read yet.
   *
   * @param warnings called once where a service does not report
   */
  ServicesMeter(ServiceChain chain, Query query, Consumer<String> warnings) {
    this.chain = chain;
    this.query = query;
    this.warnings = warnings;
  }

  /**
   * Before the gate.
   *
   * @param reads whether this client reads for all
   */
  void begin(boolean reads) {
    growth = List.of();
    before = read(reads);
    if (first.isEmpty()) {
      first = before;
    }
  }

  /**
   * Behind the last reply, or at the border of a window.
   *
   * @param reads whether this client reads for all
   */
  void next(boolean reads) {
    List<ServerUsage> after = read(reads);
    List<ServerUsage> grown = new ArrayList<>();
    for (int i = 0; i < Math.min(after.size(), before.size()); i++) {
      grown.add(after.get(i).since(before.get(i)));
    }
    growth = grown;
    before = after;
  }

  /** Of all of them, in the chain's order; none where one does not answer. */
  private List<ServerUsage> read(boolean reads) {
    List<ServerUsage> reported = new ArrayList<>();
    if (reads) {
      try {
        for (ServiceChain.Link link : chain.links()) {
          reported.add(query.ask(link.counters()));
        }
      } catch (IOException e) {
        if (reports) {
          reports = false; // once is enough; they may come back
          warnings.accept("the services' usage stays empty: " + e.getMessage());
        }
        return List.of();
      }
    }
    return reported;
  }

  /** Whether every service of the chain is known and reported what it had. */
  boolean isComplete() {
    return chain.whole() && growth.size() >= chain.links().size();
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
    for (ServerUsage each : growth) {
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
    int behind = chain.links().size();
    if (behind == 0 || first.size() < behind || before.size() < behind) {
      return List.of();
    }
    List<ServiceRow> rows = new ArrayList<>(List.of(row(chain.called(), called)));
    for (int i = 0; i < behind; i++) {
      rows.add(row(chain.links().get(i).roles(), before.get(i).since(first.get(i))));
    }
    if (broker != null) {
      rows.add(row(ServiceRow.BROKER, broker));
    }
    return rows;
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
