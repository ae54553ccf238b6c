package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.campaign.sweep.ResumedSweep;
import io.rpcstress.client.harness.campaign.sweep.SweepPlan;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.Freshness;
import io.rpcstress.client.harness.plan.Jvms;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.OptionWords.OptionText;
import io.rpcstress.client.harness.plan.SweepGrid;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * How long servers live in a sweep, how they are warmed, and how often a doubtful point is redone.
 */
final class FreshOptions {

  static final String OPTION = "--fresh-servers";
  static final int DEFAULT_RETRIES = 1;

  private static final Duration DEFAULT_WARMUP = Duration.ofSeconds(5);

  @Option(
      names = OPTION,
      paramLabel = "round|cell|client",
      description =
          "When new servers are started: round (for each round over the grid), cell (for each "
              + "point) or client (never) (default: round if the servers can be restarted from "
              + "here, else client; cell with several --jdk or --gc).")
  private @Nullable Freshness fresh;

  @Option(
      names = "--server-warmup",
      paramLabel = "TIME",
      converter = Converters.OfPause.class,
      description =
          "How long a client that is not measured calls a newly started server first (default: 5s, "
              + "or 0s if each new server serves one point, whose process calls it at full speed "
              + "for 5s before it counts, without --deadline, a fault or more than 100 threads).")
  private @Nullable Duration warmup;

  @Option(
      names = "--retry-flagged",
      paramLabel = "N",
      converter = Converters.OfRetries.class,
      description =
          "How often a point is measured again if its rows carry a flag that invalidates them "
              + "(default: 1; 0 with --quick and fewer than five processes, which give no "
              + "verdict).")
  private @Nullable Integer retries;

  @Option(
      names = "--can-restart",
      hidden = true,
      description = "The servers can be restarted from here.")
  private boolean canRestart;

  @Option(
      names = "--cannot-restart",
      hidden = true,
      paramLabel = "WHY",
      description = "Why they cannot, for the message.")
  private @Nullable String obstacle;

  record Chosen(Freshness fresh, Duration warmup) {

    void addTo(Map<String, String> options) {
      options.put(ResumedSweep.FRESH, fresh.label());
      options.put(ResumedSweep.WARMUP, OptionText.of(warmup));
    }
  }

  int retries(boolean isQuickLook) {
    return retries != null ? retries : isQuickLook ? 0 : DEFAULT_RETRIES;
  }

  boolean startsServers() {
    return canRestart || obstacle != null;
  }

  @Nullable String obstacle() {
    return obstacle;
  }

  /**
   * What was asked for; what was not is as the sweep that is there has it, or as the experiment, or
   * the default.
   *
   * @param experiment the experiment's word; null where it has none
   * @param there the sweep that is resumed; null for a new one
   * @param own how long each process of the grid calls at full speed before it counts
   */
  Chosen choose(
      @Nullable String experiment,
      @Nullable SweepPlan there,
      Calls calls,
      SweepGrid grid,
      Duration own) {
    boolean severalJvms = calls.jvms().areSeveral();
    if (severalJvms && fresh != null && fresh != Freshness.CELL) {
      throw new Misuse(
          "%s %s: with several %s or %s each point starts its servers on its own: %s expected"
              .formatted(OPTION, fresh.label(), Jvms.JDK, Jvms.COLLECTOR, Freshness.CELL.label()));
    }
    Freshness asked = severalJvms ? Freshness.CELL : fresh;
    Freshness life =
        asked != null
            ? asked
            : there != null
                ? there.fresh()
                : experiment != null
                    ? Freshness.of(experiment)
                    : canRestart ? Freshness.ROUND : Freshness.CLIENT;
    Duration given = warmup != null || there == null ? warmup : there.warmup();
    boolean warmed =
        own.compareTo(DEFAULT_WARMUP) >= 0 && SweepPlan.serversServeOnePoint(grid, calls, life);
    return new Chosen(life, given != null ? given : warmed ? Duration.ZERO : DEFAULT_WARMUP);
  }

  /** Sees that servers can be started anew as often as that needs. */
  void check(Chosen chosen, Calls calls) {
    if (chosen.fresh.needsRestarts() && !canRestart) {
      throw new Misuse(
          "%s %s: %s"
              .formatted(
                  OPTION,
                  chosen.fresh.label(),
                  obstacle != null
                      ? obstacle
                      : "the servers of %s cannot be restarted from here: deploy them with"
                              .formatted(calls.host())
                          + " deploy.sh --control, or "
                          + (calls.jvms().areSeveral()
                              ? "give one %s and %s".formatted(Jvms.JDK, Jvms.COLLECTOR)
                              : "say " + OPTION + " client")));
    }
  }
}
