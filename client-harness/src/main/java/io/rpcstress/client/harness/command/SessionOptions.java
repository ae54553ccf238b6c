package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.ClientHosts;
import io.rpcstress.client.harness.plan.ClosedRuns;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.measure.Point;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is wanted of one session of a sweep: it makes no other sweep of it. */
final class SessionOptions {

  @Option(
      names = "--require-quiet",
      description =
          "End with 1 before the first point if other programs keep either host busy for a "
              + "minute (default: report it).")
  boolean requiresQuiet;

  @Mixin final ProfileOption profile = new ProfileOption();

  void check(SweepGrid grid, Path folder) {
    profile.check(folder, true);
    String option = profile.isOn() ? "--profile" : null;
    int place = grid.requests().value(0);
    for (SweepGrid.Contender each : grid.contenders()) {
      refuseSeveral(grid.point(each, grid.threads().value(0), place), option);
    }
  }

  static void refuseSeveral(Point point, @Nullable String option) {
    if (point.clientProcesses() > 1 && option != null) {
      throw new Misuse(
          "%s with %s, which is for a single process: leave one of them out"
              .formatted(
                  point.clientHosts() > 1
                      ? ClientHosts.OPTION
                      : ClosedRuns.CLIENTS + " " + point.clients(),
                  option));
    }
  }

  boolean isProfiled() {
    return profile.isOn();
  }

  /** Keeps what has a price in its rows, beside the session's start. */
  void addTo(Map<String, String> session) {
    String kind = profile.kind();
    if (kind != null) {
      session.put("profile", kind);
    }
  }
}
