package io.rpcstress.client.harness.campaign.sweep;

import io.rpcstress.client.harness.plan.Axis;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.ClosedRuns;
import io.rpcstress.client.harness.plan.Documents;
import io.rpcstress.client.harness.plan.Experiment.StopRule;
import io.rpcstress.client.harness.plan.Freshness;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.client.harness.plan.UntilNarrow;
import io.rpcstress.contract.Tls;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.record.SweepFile;
import io.rpcstress.measure.statistics.TargetWidth;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a sweep measures, and how, as its sweep.json says it. Immutable.
 *
 * @param grid its points, with as many rounds as were made or begun by now
 * @param warmup how long a server is called before it is measured, 0 or more
 * @param until when there are rounds enough; null where they are counted
 * @param start how open loops start their calls, as {@code --start} takes it
 * @param stopRule what a failed cell ends, where the grid has rows of more and more requests
 */
public record SweepPlan(
    SweepGrid grid,
    Calls calls,
    ClosedRuns runs,
    Freshness fresh,
    Duration warmup,
    @Nullable UntilNarrow until,
    String start,
    StopRule stopRule) {

  /** Checks that what has an open end also ends: where a failed cell ends its row. */
  public SweepPlan {
    if (stopRule == StopRule.NONE) {
      checkEnd("threads", grid.threads());
      checkEnd("requests", grid.requests());
    }
  }

  private static void checkEnd(String name, Axis axis) {
    if (axis.isOpenEnded()) {
      throw new IllegalArgumentException(
          "stopRule %s leaves %s %s without an end: %s expected"
              .formatted(StopRule.NONE.label(), name, axis, StopRule.FAILED_CELL_ENDS_ROW.label()));
    }
  }

  /** Top-level key of sweep.json: the {@link #document}. */
  public static final String KEY = "plan";

  /** Of the document; another one is not read, since it would mean something else. */
  private static final int VERSION = 2;

  private static final String VERSION_KEY = "version";

  /** Rounds that a sweep never exceeds: by then the host is what varies. */
  public static final int MAX_ROUNDS = 30;

  /**
   * Top-level key of sweep.json: rounds so far of a sweep that adds them until intervals are
   * narrow.
   */
  public static final String ROUNDS = "rounds";

  public ObjectNode document() {
    return Documents.tree(reaching(Map.of())).put(VERSION_KEY, VERSION);
  }

  static SweepPlan in(SweepFile file) {
    if (!(file.section(KEY) instanceof ObjectNode document)) {
      throw new IllegalArgumentException("it has no plan: start another sweep");
    }
    int version = document.path(VERSION_KEY).asInt(0);
    if (version != VERSION) {
      throw new IllegalArgumentException(
          ("plan.version is %d: %d expected; go on with the client-harness.jar that started the "
                  + "sweep")
              .formatted(version, VERSION));
    }
    return Documents.read(KEY, document.deepCopy().without(VERSION_KEY), SweepPlan.class);
  }

  public SweepPlan withRounds(int rounds) {
    return new SweepPlan(
        grid.withRepetitions(rounds), calls, runs, fresh, warmup, until, start, stopRule);
  }

  /** How many times a server is warmed for a contender, where no process is measured again. */
  public static long warmups(SweepGrid grid, Freshness fresh) {
    long servers =
        grid.contenders().stream()
            .map(each -> warmed(each, Tls.find(each.own().text(Dimension.TLS)).orElse(Tls.OFF)))
            .distinct()
            .count();
    return switch (fresh) {
      case ROUND -> servers * grid.repetitions();
      case CELL -> grid.executions();
      case CLIENT -> servers;
    };
  }

  /** How many times servers are started anew. */
  public static long restarts(SweepGrid grid, Freshness fresh) {
    return switch (fresh) {
      case ROUND -> grid.repetitions();
      case CELL -> grid.executions();
      case CLIENT -> 0;
    };
  }

  /**
   * Whether each server, from its start to its end, serves one point of the grid alone, so that no
   * point finds it as another left it.
   */
  public static boolean serversServeOnePoint(SweepGrid grid, Calls calls, Freshness fresh) {
    if (fresh != Freshness.ROUND) {
      return fresh == Freshness.CELL;
    }
    List<String> needed =
        grid.contenders().stream()
            .flatMap(each -> PointPlans.needs(each, calls).neededNames().stream())
            .toList();
    return grid.executions() == (long) grid.contenders().size() * grid.repetitions()
        && needed.stream().distinct().count() == needed.size();
  }

  /** What is warmed: a server, and the code of it that one encoding or compression needs. */
  static String warmed(Contender contender, Tls tls) {
    StringBuilder name = new StringBuilder(tls.of(contender.name()));
    for (Dimension each : List.of(Dimension.PAYLOAD, Dimension.COMPRESSION)) {
      if (contender.own().has(each)) {
        name.append(' ').append(contender.own().text(each));
      }
    }
    return name.toString();
  }

  SweepPlan reaching(Map<String, String> addresses) {
    return new SweepPlan(
        grid, calls.reaching(addresses), runs, fresh, warmup, until, start, stopRule);
  }

  public NextPoint nextPoint(Ledger ledger) {
    int judged = until == null ? grid.repetitions() : TargetWidth.MIN_ROUNDS;
    return new NextPoint(grid, ledger, fresh == Freshness.ROUND, judged, stopRule);
  }
}
