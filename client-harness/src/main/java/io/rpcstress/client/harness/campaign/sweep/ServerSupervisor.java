package io.rpcstress.client.harness.campaign.sweep;

import static java.util.Objects.requireNonNull;

import io.rpcstress.client.harness.campaign.sweep.NextPoint.Todo;
import io.rpcstress.client.harness.plan.Freshness;
import io.rpcstress.client.harness.plan.Jvms;
import io.rpcstress.client.harness.plan.OptionWords.OptionText;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.client.harness.plan.Workloads;
import io.rpcstress.client.harness.process.ServerControl;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.record.SweepFile;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sees that each point of a sweep meets the servers that it has to: up, as fresh as asked, warmed,
 * and no others beside them. Stops only what it started. Confined to one thread, which measures
 * nothing meanwhile.
 */
public final class ServerSupervisor {

  /** More of them warm a server no faster, and on a slow line their calls end too late. */
  private static final int MAX_WARMING_THREADS = 100;

  /** Section of sweep.json: for each contender, which process was warmed last, and how. */
  private static final String WARMED = "warmed";

  /** How long a server that was just started may take until it tells its usage, s. */
  private static final int STARTING_SECONDS = 60;

  /** How long a busy host is waited for where the sweep is for quiet hosts only, s. */
  private static final int QUIET_SECONDS = 60;

  /** By which a server counts the calls of a point under a fault. */
  private static final String COUNT_CALLS = "--count-calls";

  private static final int TRIES = 2;

  /** How often one that runs and does not answer is looked at again, and after which time. */
  private static final int ENDING_TRIES = 20;

  private static final long ENDING_MILLIS = 200;

  /** Where it says what it does: of unplanned restarts, of warm-ups, and for a person. */
  public record Logs(PrintStream restarts, PrintStream warmups, PrintStream stderr) {}

  private final SweepFile file;
  private final SweepPlan plan;
  private final @Nullable ServerControl control;
  private final int wait;
  private final boolean requiresQuiet;
  private final Logs logs;

  /** What each contender needs: its server, and the proxy on its path. */
  private final Map<Contender, PointPlan> needs = new LinkedHashMap<>();

  private final SweepServers servers;
  private final Set<String> described = new LinkedHashSet<>();
  private Set<String> up = Set.of();
  private int round = -1;

  /** The first point since the servers were new: all are warmed by its load, and so alike. */
  private @Nullable Todo first;

  /** What could not be warmed in a round: each further try would take as long, in vain. */
  private final Set<String> stayCold = new HashSet<>();

  /** On which the servers run. */
  private Jvms running = Jvms.ANY;

  /** The round before which the line was measured. */
  private int checked = -1;

  /**
   * Nothing is started yet.
   *
   * @param control starts and stops; null where nothing can
   * @param wait seconds that somebody else may take to start a server again that died; 0 where that
   *     is nobody's business but ours
   * @param requiresQuiet whether the sweep must not begin while other programs keep a host busy
   */
  public ServerSupervisor(
      SweepFile file,
      SweepPlan plan,
      @Nullable ServerControl control,
      int wait,
      boolean requiresQuiet,
      Logs logs) {
    this.file = file;
    this.plan = plan;
    this.control = control;
    this.wait = wait;
    this.requiresQuiet = requiresQuiet;
    this.logs = logs;
    this.servers = new SweepServers(file, plan, logs.stderr());
    plan.grid().contenders().forEach(each -> needs.put(each, PointPlans.needs(each, plan.calls())));
  }

  /**
   * Before a point: whether its servers are as they have to be; where not, a line has said why.
   * They are warmed now if they are cold: those of points that are not measured any more are never
   * called.
   */
  public boolean ready(Todo todo) throws IOException, InterruptedException {
    boolean areUp =
        switch (plan.fresh()) {
          case CELL -> false;
          case ROUND -> todo.repetition() == round;
          case CLIENT -> round >= 0; // those of the whole sweep: seen to once
        };
    if (!areUp && !begin(todo)) {
      return false;
    }
    warm(todo);
    return true;
  }

  private boolean begin(Todo todo) throws IOException, InterruptedException {
    Set<String> needed = needed(todo);
    round = plan.fresh().needsRestarts() ? todo.repetition() : 0;
    first = todo;
    Contender contender = todo.contenders().get(0);
    running = plan.calls().jvms().of(contender.own()); // several have a server for each point
    boolean counts =
        contender.own().has(Dimension.FAULT)
            && Workloads.canBeNumbered(requireNonNull(needs.get(contender)).workload());
    List<String> options = counts ? List.of(COUNT_CALLS) : List.of();
    if (plan.fresh().needsRestarts() && !replace(needed, options)) {
      return false;
    }
    return settle(needed, true);
  }

  /** A round meets all servers of the sweep, a point of its own its contenders' alone. */
  private Set<String> needed(Todo todo) {
    Collection<Contender> contenders =
        plan.fresh() == Freshness.CELL ? todo.contenders() : needs.keySet();
    Set<String> needed = new LinkedHashSet<>();
    contenders.forEach(each -> needed.addAll(requireNonNull(needs.get(each)).neededNames()));
    return needed;
  }

  private boolean replace(Set<String> needed, List<String> options)
      throws IOException, InterruptedException {
    ServerControl hands = control;
    if (hands == null) {
      return false;
    }
    if (!hands.stop(up)) {
      logs.stderr().printf("%s could not be stopped%n", String.join(", ", up));
      return false;
    }
    up = needed;
    for (int tries = 0; tries < TRIES; tries++) {
      if (hands.start(needed, running, options)) {
        return true;
      }
    }
    logs.stderr().printf("%s could not be started%n", String.join(", ", needed));
    return false;
  }

  /** Waits until these answer, and asks what is not known of them yet. */
  private boolean settle(Set<String> names, boolean ordered)
      throws IOException, InterruptedException {
    int seconds = ordered || wait == 0 ? STARTING_SECONDS : wait;
    if (!servers.await(names, seconds, ordered && plan.fresh().needsRestarts(), logs.restarts())) {
      return false;
    }
    Set<String> unknown = new LinkedHashSet<>(names);
    unknown.removeAll(described);
    if (!unknown.isEmpty()) {
      servers.describe(unknown);
      described.addAll(unknown);
    }
    if (checked < 0 && !servers.areQuiet(requiresQuiet ? QUIET_SECONDS : 0) && requiresQuiet) {
      logs.stderr().println("--require-quiet: nothing was measured");
      return false;
    }
    if (checked != round) {
      checked = round;
      if (!servers.lineIsAsDeclared("before round " + (round + 1))) {
        return false;
      }
    }
    file.save();
    return true;
  }

  /** The servers of these that are cold, one after the other. */
  private void warm(Todo todo) throws IOException, InterruptedException {
    if (plan.warmup().isZero()) {
      return;
    }
    Map<String, Contender> cold = new LinkedHashMap<>(); // each with the first that measures it
    for (Contender each : todo.contenders()) {
      PointPlan own = requireNonNull(needs.get(each));
      if (!own.neededNames().isEmpty()) { // else it has no server
        String name = SweepPlan.warmed(each, own.neededServer().tls());
        if (!file.text(WARMED, name).startsWith(started(each) + " ")
            && !stayCold.contains(inRound(todo, name, each))) {
          cold.putIfAbsent(name, each);
        }
      }
    }
    int number = 0;
    for (Map.Entry<String, Contender> each : cold.entrySet()) {
      logs.stderr().printf("warming servers, %d of %d: %s%n", ++number, cold.size(), each.getKey());
      if (!warm(each.getKey(), each.getValue())) {
        stayCold.add(inRound(todo, each.getKey(), each.getValue()));
      }
    }
  }

  private String inRound(Todo todo, String name, Contender contender) {
    return todo.repetition() + " " + name + " " + started(contender);
  }

  private String started(Contender contender) {
    return servers.started(requireNonNull(needs.get(contender)).neededServer().name());
  }

  private boolean warm(String name, Contender contender) throws IOException, InterruptedException {
    Todo like = requireNonNull(first);
    String payload = plan.grid().payload(like.requestNum());
    int threads = Math.min(like.threadNum(), MAX_WARMING_THREADS);
    OptionalLong calls = OptionalLong.empty();
    for (int tries = 0; tries < TRIES && calls.isEmpty(); tries++) {
      calls = ServerWarmup.warm(plan, payload, contender, threads, logs.stderr());
    }
    if (calls.isPresent()) {
      String how =
          "%s warmed for %s at %d threads by %d calls"
              .formatted(
                  started(contender),
                  OptionText.of(ServerWarmup.load(plan.warmup()).total()),
                  threads,
                  calls.getAsLong());
      file.put(WARMED, name, how).save();
      logs.warmups().printf("%s %s: server of %s%n", Instant.now(), name, how);
    }
    return calls.isPresent();
  }

  /**
   * After the last point: whether the line was still as declared; where not, stderr has the
   * difference.
   */
  public boolean afterLast() throws IOException {
    return checked < 0 || servers.lineIsAsDeclared("at the end");
  }

  /**
   * After a point that failed, since a server may have died with it: whether the sweep can go on;
   * where not, a line has said why.
   */
  public boolean afterFailure(Todo todo) throws IOException, InterruptedException {
    if (plan.fresh() == Freshness.CELL) {
      return true; // the next point gets new ones anyway
    }
    Set<String> needed = needed(todo);
    ServerControl hands = control;
    if (wait == 0 && hands != null) {
      if (serve(needed, hands)) {
        return true;
      }
      logs.stderr().println("a server died; starting it again");
      logs.restarts().printf("%s a server had died and was started again%n", Instant.now());
      if (!hands.start(needed, running)) {
        logs.stderr().println("it did not start; its points will fail");
        return true;
      }
    }
    return settle(needed, false);
  }

  /**
   * Whether these run and, where they answer soon, serve. A process that ends behind its program,
   * such as a proxy's, runs for a moment longer; one that is only silent runs on.
   */
  private boolean serve(Set<String> needed, ServerControl hands)
      throws IOException, InterruptedException {
    for (int tries = 0; hands.run(needed); tries++) {
      if (tries == ENDING_TRIES || servers.answer(needed)) {
        return true;
      }
      Thread.sleep(ENDING_MILLIS);
    }
    return false;
  }
}
