package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.campaign.calibrate.MeasuredProcesses;
import io.rpcstress.client.harness.campaign.sweep.Ledger;
import io.rpcstress.client.harness.campaign.sweep.NextPoint;
import io.rpcstress.client.harness.campaign.sweep.ResumedSweep;
import io.rpcstress.client.harness.campaign.sweep.SweepPlan;
import io.rpcstress.client.harness.campaign.sweep.SweepServers;
import io.rpcstress.client.harness.campaign.sweep.SweepStatus;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.client.harness.process.MeasuredHosts;
import io.rpcstress.client.harness.process.OutputFolder;
import io.rpcstress.engine.load.ClockReading;
import io.rpcstress.engine.point.Needed;
import io.rpcstress.measure.record.FactNames;
import io.rpcstress.measure.record.SweepFile;
import io.rpcstress.measure.statistics.Verdict;
import io.rpcstress.usage.Build;
import io.rpcstress.usage.HostFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What sweep.sh is made of. Each command looks at the folder's files and holds no state. */
@Command(
    name = "sweep",
    mixinStandardHelpOptions = true,
    description = "The steps of a sweep, which sweep.sh runs one after the other.",
    footer = {
      "",
      "Example:",
      "  client-harness sweep begin results/mine --host 10.0.0.2 --threads 10:990:10",
      "  client-harness sweep measure results/mine  # every point that is left",
      "  client-harness sweep status results/mine   # while it runs, or after",
      "  client-harness sweep end results/mine"
    })
final class SweepCommand extends HarnessCommand {

  private static final String NOT_GIVEN = "not given";

  @Override
  public Integer call() {
    throw new Misuse("no step given: expected one of begin, await, measure, status, end");
  }

  @Command(
      name = "begin",
      mixinStandardHelpOptions = true,
      header = "Writes sweep.json, or resumes a sweep.",
      description =
          "Writes sweep.json into DIR. If DIR has a sweep with the same options, resumes it; a "
              + "larger --repeat adds rounds. Prints the servers that are needed, such as: rpcx "
              + "grpc grpc@tuned.")
  int begin(
      @Parameters(paramLabel = "DIR", description = "The sweep's folder.") Path folder,
      @Mixin GridOptions options,
      @Option(
              names = "--print-plan",
              description =
                  "Print what would be measured and how long it takes, and write nothing.")
          boolean printed,
      @Option(
              names = "--json",
              description = "With --print-plan: the plan, as sweep.json would have it.")
          boolean json)
      throws IOException, InterruptedException {
    if (json && !printed) {
      throw new Misuse("--json prints a plan: give --print-plan, too");
    }
    options.resolve();
    options.point.calls().checkJvms();
    options.makeKeys();
    SweepGrid grid = options.grid();
    SweepFile there = SweepFile.isIn(folder) ? file(folder) : null;
    SweepPlan planned = there == null ? null : ResumedSweep.plan(there);
    FreshOptions.Chosen fresh = options.fresh(grid, planned);
    SweepPlan plan = options.plan(grid, fresh);
    if (printed) {
      return print(options, grid, fresh, json ? plan : null);
    }
    OutputFolder.check(folder);
    Map<String, String> asked = options.asMap(grid, fresh);
    SweepFile file;
    if (there != null && planned != null) {
      file = there;
      Map<String, String> before = file.options();
      String now = asked.getOrDefault(ResumedSweep.REPEAT, NOT_GIVEN);
      String then = before.getOrDefault(ResumedSweep.REPEAT, NOT_GIVEN);
      boolean hasMoreRounds =
          isCount(now) && isCount(then) && Integer.parseInt(now) > Integer.parseInt(then);
      if (hasMoreRounds) {
        before.put(ResumedSweep.REPEAT, now);
      }
      refuseOther(folder, asked, before);
      options.refuseOtherOrder(folder, planned.grid());
      GridOptions.refuseOtherMessage(folder, grid, planned.grid());
      stderr.printf("resuming the sweep in %s%n", folder);
      if (hasMoreRounds) { // a sweep may be measured more often: what is there stays
        stderr.printf("--repeat %s: rounds are added to the %s of this sweep%n", now, then);
        file.put(SweepPlan.KEY, planned.withRounds(Integer.parseInt(now)).document());
        file.put(SweepFile.OPTIONS, ResumedSweep.REPEAT, now);
      }
    } else {
      file = created(folder, options, grid, plan, asked);
    }
    MeasuredHosts.putJars(
        file, grid.contenders().stream().map(Contender::technology).distinct().toList());
    Build.commit().ifPresent(commit -> file.put(SweepFile.GIT_COMMIT, commit));
    boolean hasMoved = putHost(file);
    file.remove(SweepFile.END).remove("summary"); // those of an earlier session
    ResumedSweep.lookUpAnew(file, stderr::println); // before any server is stopped
    boolean isQuickLook = // no verdict can come of it
        options.experiment.isQuick() && options.repeat < Verdict.MIN_PROCESSES;
    file.begin(Map.of());
    file.put(SweepMeasureCommand.RETRIES, options.fresh.retries(isQuickLook));
    save(file, hasMoved, folder);
    announce(
        options,
        fresh,
        there == null
            ? PlanCommand.summary(options, grid, fresh)
            : PlanCommand.summaryOfRest(options, fresh, file, folder));
    List<Needed> servers = SweepServers.of(grid, options.point.calls());
    stdout.println(String.join(" ", servers.stream().map(Needed::name).toList()));
    return ExitCode.OK;
  }

  private void announce(GridOptions options, FreshOptions.Chosen fresh, String summary) {
    String obstacle = options.fresh.obstacle();
    if (obstacle != null) {
      stderr.printf("servers are not restarted: %s%n", obstacle);
    }
    stderr.printf(
        "%s (%s %s)%n", fresh.fresh().meaning(), FreshOptions.OPTION, fresh.fresh().label());
    stderr.println(summary);
  }

  private int print(
      GridOptions options,
      SweepGrid grid,
      FreshOptions.Chosen fresh,
      @Nullable SweepPlan document) {
    if (document == null) {
      PlanCommand.print(options, grid, fresh, stdout);
    } else {
      stdout.println(SweepFile.json(document.document()));
    }
    return ExitCode.OK;
  }

  private static SweepFile file(Path folder) throws IOException {
    return ResumedSweep.file(folder.toString(), folder);
  }

  private static SweepFile created(
      Path folder, GridOptions options, SweepGrid grid, SweepPlan plan, Map<String, String> asked) {
    SweepFile file = SweepFile.create(folder);
    file.put(SweepFile.ID, UUID.randomUUID().toString());
    file.put(SweepFile.EXPERIMENT, String.valueOf(options.experiment.name()));
    options.experiment.published().forEach(file::put);
    file.put(SweepFile.START, Instant.now().toString());
    file.put(SweepFile.SEED, grid.order().seed());
    file.put(ResumedSweep.TECHNOLOGY_ORDER, options.technologyOrder);
    file.put(SweepFile.OPTIONS, asked);
    file.put(SweepPlan.KEY, plan.document());
    file.put("jvmOptions", options.point.calls().jvm());
    if (!options.experiment.scaled().isEmpty()) {
      file.put(ResumedSweep.SCALED, options.experiment.scaled());
    }
    return file;
  }

  /** The samples of another host's calibration go only when the sweep is accepted on this one. */
  private static void save(SweepFile file, boolean hasMoved, Path folder) throws IOException {
    file.save();
    if (hasMoved) {
      Files.deleteIfExists(folder.resolve(MeasuredProcesses.NAME));
    }
  }

  /** Whether this is another host than before: its calibration says nothing of this one. */
  private static boolean putHost(SweepFile file) throws IOException {
    Map<String, String> host = HostFacts.read().asMap();
    boolean moved =
        !Stream.of(FactNames.CPU_MODEL, FactNames.CPUS, FactNames.JDK, FactNames.KERNEL)
            .allMatch(each -> file.text(SweepFile.CLIENT, each).equals(host.get(each)));
    if (moved) {
      file.remove(SweepFile.CALIBRATION);
    }
    file.put(SweepFile.CLIENT, host);
    file.put("clock", ClockReading.of(System::nanoTime));
    return moved;
  }

  private static boolean isCount(String repeat) {
    return repeat.matches("[0-9]{1,4}"); // else auto
  }

  private static void refuseOther(
      Path folder, Map<String, String> asked, Map<String, String> there) {
    LinkedHashSet<String> keys = new LinkedHashSet<>(asked.keySet());
    keys.addAll(there.keySet());
    for (String key : keys) {
      String now = asked.getOrDefault(key, NOT_GIVEN);
      String then = there.getOrDefault(key, NOT_GIVEN);
      if (!now.equals(then)) {
        throw new Misuse(
            "%s holds a sweep with --%s %s, now it is %s: give the same options, or another folder"
                .formatted(folder, key, then, now));
      }
    }
  }

  @Command(
      name = "await",
      mixinStandardHelpOptions = true,
      header = "Waits until every server answers.",
      description =
          "Waits until every server answers, and checks that it is the one that is needed. "
              + "Prints a line for each that was restarted since the last check. Exits with 1 if "
              + "one does not answer or is another one.")
  int await(
      @Parameters(paramLabel = "DIR", description = "The sweep's folder.") Path folder,
      @Option(
              names = "--wait",
              paramLabel = "S",
              defaultValue = "60",
              description = "Seconds to wait at most (default: ${DEFAULT-VALUE}).")
          int seconds)
      throws IOException, InterruptedException {
    SweepFile file = file(folder);
    SweepServers servers =
        new SweepServers(file, ResumedSweep.reached(file, stderr::println), stderr);
    if (!servers.await(servers.names(), seconds, false, stdout)) {
      return ExitCode.FAILED;
    }
    file.save();
    return ExitCode.OK;
  }

  @Command(
      name = "status",
      mixinStandardHelpOptions = true,
      header = "Prints what is done, failed, flagged and left.",
      description =
          "Prints how many processes of a sweep are done, failed, flagged and left, how long the "
              + "rest takes at the pace so far, and the latest ones. Reads only files, so a copy "
              + "fetched by deploy/collect.sh will do. On a host that is measuring, any program "
              + "takes processor time from the measurement.")
  int status(@Parameters(paramLabel = "DIR", description = "The sweep's folder.") Path folder)
      throws IOException {
    SweepFile file = file(folder);
    new SweepStatus(file, ResumedSweep.plan(file), folder).print(stdout, Instant.now());
    return ExitCode.OK;
  }

  @Command(
      name = "end",
      mixinStandardHelpOptions = true,
      header = "Writes the end and the totals into sweep.json.",
      description =
          "Writes the end and the totals into sweep.json. Exits with 1 if a point failed.")
  int end(@Parameters(paramLabel = "DIR", description = "The sweep's folder.") Path folder)
      throws IOException {
    SweepFile file = file(folder);
    NextPoint.Tally tally =
        ResumedSweep.plan(file).nextPoint(new Ledger(folder, Instant.MIN)).tally();
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("done", tally.done());
    summary.put("failed", tally.failed());
    summary.put("skipped", tally.skipped());
    summary.put("endedRows", tally.endedRows());
    summary.put("incomplete", tally.incomplete());
    file.put("summary", summary).put(SweepFile.END, Instant.now().toString()).save();
    stdout.printf(
        "%s done, %d failed, %d skipped after a failed one%n",
        PlanCommand.counted(tally.done(), "point", "points"), tally.failed(), tally.skipped());
    tally.endedRows().forEach(row -> stdout.println("  failed: " + row));
    tally.incomplete().forEach(cell -> stdout.println("  failed: " + cell));
    return tally.failed() == 0 ? ExitCode.OK : ExitCode.FAILED;
  }
}
