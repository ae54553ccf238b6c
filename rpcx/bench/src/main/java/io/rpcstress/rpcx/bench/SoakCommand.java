package io.rpcstress.rpcx.bench;

import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.bench.Held.Resource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Load for a long time, and then the question whether anything is left of it. */
@Command(
    name = "soak",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Loads a server process for a long time and prints what is left of it.",
    description = {
      "Finds in a few seconds what this host can do with mixed calls (synchronous, asynchronous,",
      "one-way, cancelled, too late, on the server's own threads, large, new connections), then",
      "offers a part of that rate in an open loop to a server process of its own on loopback.",
      "Afterwards every call must have ended once, and heap, direct memory, threads, descriptors,",
      "calls in flight and byte budgets must be back where they were, on both sides."
    },
    footer = {
      "",
      "Exit codes: 0 nothing is left, 1 something is, 2 misuse.",
      "",
      "Examples:",
      "  java -jar rpcx-bench.jar soak --minutes 30 --load 0.9",
      "  java -jar rpcx-bench.jar soak --minutes 1 --paranoid"
    })
final class SoakCommand implements Callable<Integer> {
  private static final double MAX_MINUTES = 24 * 60;
  private static final double MAX_LOAD = 1.5;
  private static final long MAX_CALLS = 10_000_000_000L;
  private static final int CLOSED_WINDOW = 256;
  private static final int OPEN_WINDOW = 4096;
  private static final int CONNECTIONS = 2;
  private static final int MAX_SEARCH_SECONDS = 600;
  private static final long QUIET_MILLIS = 20_000;
  private static final long SETTLE_SECONDS = 30;
  private static final long PAUSE_NANOS = 200_000;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final double MEGABYTE = 1 << 20;

  /** How calls may end under such load; any other end fails the test. */
  private static final Set<String> EXPECTED =
      Set.of(
          StatusCode.OK.name(),
          StatusCode.CANCELLED.name(),
          StatusCode.DEADLINE_EXCEEDED.name(),
          StatusCode.OVERLOADED.name(),
          StatusCode.RESOURCE_EXHAUSTED.name());

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "30",
      description = "How long the load lasts, up to a day (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--load",
      paramLabel = "SHARE",
      defaultValue = "0.9",
      description = "Share of what the host can do, above 0 to 1.5 (default: ${DEFAULT-VALUE}).")
  private double load;

  @Option(
      names = "--search",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description =
          "Of warm-up, and again of the search for that rate (default: ${DEFAULT-VALUE}).")
  private int search;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "20231128",
      description = "Of the choice of calls (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--paranoid",
      description = "Have Netty watch every buffer, on both sides; slows both down.")
  private boolean paranoid;

  @Override
  public Integer call() throws IOException, InterruptedException {
    check("--minutes", minutes, MAX_MINUTES);
    check("--load", load, MAX_LOAD);
    Bounds.check(spec, "--search", search, MAX_SEARCH_SECONDS);
    List<String> options = new ArrayList<>();
    if (paranoid) {
      Leaks.watch();
      options.add("--paranoid");
    }
    try (ServerProcess server =
            new ServerProcess(
                List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=128m"),
                options.toArray(new String[0]));
        RPCX rpcx =
            RPCX.builder()
                .address("127.0.0.1")
                .port(server.port())
                .connections(CONNECTIONS)
                .limits(Patience.LIMITS)
                .build()
                .connect()) {
      return soak(server, rpcx) ? 0 : 1;
    }
  }

  private void check(String option, double value, double max) {
    if (!(value > 0 && value <= max)) {
      throw new ParameterException(
          spec.commandLine(),
          "%s %s: expected more than 0 and at most %s".formatted(option, value, max));
    }
  }

  private boolean soak(ServerProcess server, RPCX rpcx) throws IOException, InterruptedException {
    Workload.Client client = rpcx.client(Workload.Client.class);
    double capacity;
    try (Traffic closed = new Traffic(client, seed, CLOSED_WINDOW)) {
      double unused = closedLoop(closed, search);
      capacity = closedLoop(closed, search);
      boolean unusedQuiet = closed.quiet(QUIET_MILLIS);
    }
    System.out.printf("capacity of this host: %,.0f mixed calls/s%n", capacity);
    try (Traffic open = new Traffic(client, seed, OPEN_WINDOW);
        Churn churn = new Churn(server.port())) {
      churn.once();
      Held clientBefore = Held.here(true, rpcx.inFlight());
      Held serverBefore = server.held(true);
      churn.start();
      openLoop(open, churn, server, load * capacity);
      churn.stop();
      boolean quiet = open.quiet(QUIET_MILLIS);
      boolean whole = report(open, churn, quiet);
      Held[] after = settled(server, rpcx, clientBefore, serverBefore);
      boolean clean = HeldTable.print("client", clientBefore, after[0]);
      clean &= HeldTable.print("server", serverBefore, after[1]);
      System.out.println(clean && whole ? "nothing is left" : "FAILED: see above");
      return clean && whole;
    }
  }

  private static double closedLoop(Traffic traffic, long seconds) throws InterruptedException {
    long begin = System.nanoTime();
    long before = traffic.ended();
    while (System.nanoTime() - begin < seconds * SECOND) {
      boolean unused = traffic.next(true);
    }
    return (traffic.ended() - before) / ((System.nanoTime() - begin) / (double) SECOND);
  }

  private void openLoop(Traffic traffic, Churn churn, ServerProcess server, double rate)
      throws IOException, InterruptedException {
    long length = (long) (minutes * TimeUnit.MINUTES.toNanos(1));
    long every = Math.min(TimeUnit.MINUTES.toNanos(1), Math.max(SECOND, length / 6));
    long begin = System.nanoTime();
    long nextLine = every;
    long due = 0;
    long endedBefore = 0;
    long shed = 0;
    System.out.printf("offering %,.0f calls/s for %.1f minutes%n", rate, minutes);
    for (long now = 0; now < length && due < MAX_CALLS; now = System.nanoTime() - begin) {
      while (due < rate * now / SECOND) {
        due++;
        shed += traffic.next(false) ? 0 : 1;
      }
      if (now >= nextLine) {
        long ended = traffic.ended();
        Held held = server.held(false);
        System.out.printf(
            "%5.1f min: %,.0f calls/s ended, %d in flight, %d not made, %d connections made;"
                + " client heap %.0f MB; server heap %.0f MB, direct %.0f MB, unwritten %.1f MB%n",
            now / (double) TimeUnit.MINUTES.toNanos(1),
            (ended - endedBefore) / (every / (double) SECOND),
            traffic.started() - ended,
            shed,
            churn.made(),
            used() / MEGABYTE,
            held.get(Resource.HEAP) / MEGABYTE,
            held.get(Resource.DIRECT) / MEGABYTE,
            held.get(Resource.UNWRITTEN) / MEGABYTE);
        endedBefore = ended;
        nextLine += every;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private static double used() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static boolean report(Traffic traffic, Churn churn, boolean quiet) {
    System.out.printf(
        "%,d calls started, %,d ended: %s%n", traffic.started(), traffic.ended(), traffic.ends());
    boolean good = true;
    if (!quiet) {
      System.out.println("  calls that never ended, or ended twice");
      good = false;
    }
    for (String end : traffic.ends().keySet()) {
      if (!EXPECTED.contains(end)) {
        System.out.println("  an end that must not be: " + end);
        good = false;
      }
    }
    if (churn.failed() > 0) {
      System.out.printf(
          "  %d of %d new connections failed, first: %s%n",
          churn.failed(), churn.made(), churn.problem());
      good = false;
    }
    return good;
  }

  /** Looks until both sides are back where they were, or the time is over. */
  private static Held[] settled(
      ServerProcess server, RPCX rpcx, Held clientBefore, Held serverBefore)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + SETTLE_SECONDS * SECOND;
    while (true) {
      Held here = Held.here(true, rpcx.inFlight());
      Held there = server.held(true);
      boolean clean = here.beyond(clientBefore).isEmpty() && there.beyond(serverBefore).isEmpty();
      if (clean || System.nanoTime() - end > 0) {
        return new Held[] {here, there};
      }
      TimeUnit.SECONDS.sleep(1);
    }
  }
}
