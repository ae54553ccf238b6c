package io.rpcstress.rpcx.bench;

import io.rpcstress.rpcx.CallOptions;
import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Many callers of one client, and a server that is killed and started again meanwhile. */
@Command(
    name = "restarts",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Kills and restarts a server process under many callers and prints what is left.",
    description = {
      "Threads of one client make calls in a loop: most wait for the reply, some cancel, some have",
      "too little time. The server is killed and stopped in turn, and started again on its port.",
      "Every call must end within its deadline and a patience of 30 s, in a way that a lost server",
      "explains; afterwards a call must succeed, and both sides must hold what they held before."
    },
    footer = {
      "",
      "Exit codes: 0 all is good, 1 something is not, 2 misuse.",
      "",
      "Example:",
      "  java -Xmx1g -Xss256k -jar rpcx-bench.jar restarts --callers 1000 --seconds 600"
    })
final class RestartsCommand implements Callable<Integer> {
  private static final int MAX_CALLERS = 10_000;
  private static final int MAX_SECONDS = 24 * 60 * 60;
  private static final int CONNECTIONS = 2;
  private static final long STACK_BYTES = 256 * 1024;
  private static final long PATIENCE_SECONDS = 30;
  private static final long JOIN_MILLIS = 60_000;
  private static final long PAUSE_MILLIS = 20;
  private static final int HUNDRED = 100;
  private static final int HOLD_MILLIS = 5;
  private static final int MAX_DEADLINE_MILLIS = 20;

  // Where each kind begins in a hundred; the first are synchronous.
  private static final int CANCELLED = 80;
  private static final int SHORT_OF_TIME = 90;

  private static final String NO_END = "NO END";

  private static final Set<String> EXPECTED =
      Set.of(
          StatusCode.OK.name(),
          StatusCode.CANCELLED.name(),
          StatusCode.DEADLINE_EXCEEDED.name(),
          StatusCode.UNAVAILABLE.name(),
          StatusCode.OVERLOADED.name(),
          StatusCode.RESOURCE_EXHAUSTED.name());

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--callers",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Threads that make calls (default: ${DEFAULT-VALUE}).")
  private int callers;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "600",
      description = "How long (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--every",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "From one start of the server to its end (default: ${DEFAULT-VALUE}).")
  private int every;

  private final Map<String, LongAdder> ends = new ConcurrentSkipListMap<>();
  private volatile boolean stopped;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Bounds.check(spec, "--callers", callers, MAX_CALLERS);
    Bounds.check(spec, "--seconds", seconds, MAX_SECONDS);
    Bounds.check(spec, "--every", every, MAX_SECONDS);
    ServerProcess server = start(0);
    try (RPCX rpcx =
        RPCX.builder()
            .address("127.0.0.1")
            .port(server.port())
            .connections(CONNECTIONS)
            .build()
            .connect()) {
      Workload.Client client = rpcx.client(Workload.Client.class);
      String unused = client.greet("warm");
      Held clientBefore = Held.here(true, rpcx.inFlight());
      Held serverBefore = server.held(true);
      List<Thread> threads = startCallers(client);
      int restarts = 0;
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
      for (long left = seconds; left > 0; left = secondsUntil(end)) {
        TimeUnit.SECONDS.sleep(Math.min(every, left));
        if (secondsUntil(end) >= every) {
          server = restarted(server, restarts++ % 2 == 0);
          System.out.printf("%d s left, %d restarts: %s%n", secondsUntil(end), restarts, ends);
        }
      }
      stopped = true;
      boolean joined = join(threads);
      boolean good = judge(joined, client, restarts);
      good &= HeldTable.print("client", clientBefore, settled(rpcx));
      good &= HeldTable.print("server", serverBefore, settled(server, serverBefore));
      System.out.println(good ? "nothing is left" : "FAILED: see above");
      return good ? 0 : 1;
    } finally {
      server.close();
    }
  }

  private static long secondsUntil(long end) {
    return TimeUnit.NANOSECONDS.toSeconds(end - System.nanoTime());
  }

  private static ServerProcess start(int port) throws IOException {
    return new ServerProcess(
        List.of("-Xmx512m", "-XX:+UseSerialGC"), "--port", String.valueOf(port));
  }

  private static ServerProcess restarted(ServerProcess server, boolean kill)
      throws IOException, InterruptedException {
    if (kill) {
      server.kill();
    } else {
      server.close();
    }
    return start(server.port());
  }

  private List<Thread> startCallers(Workload.Client client) {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      Random random = new Random(i);
      Thread thread = new Thread(null, () -> makeCalls(client, random), "caller-" + i, STACK_BYTES);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
    return threads;
  }

  private void makeCalls(Workload.Client client, Random random) {
    while (!stopped) {
      String end = endOf(client, random);
      ends.computeIfAbsent(end, unused -> new LongAdder()).increment();
      if (end.equals(StatusCode.UNAVAILABLE.name())) {
        try {
          Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
          return;
        }
      }
    }
  }

  private static String endOf(Workload.Client client, Random random) {
    try {
      int kind = random.nextInt(HUNDRED);
      if (kind < CANCELLED) {
        String unused = client.greet("many");
      } else if (kind < SHORT_OF_TIME) {
        CompletableFuture<String> call = client.hold(HOLD_MILLIS);
        boolean unused = call.cancel(true);
        String unusedResult = call.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      } else {
        Duration deadline = Duration.ofMillis(1 + random.nextInt(MAX_DEADLINE_MILLIS));
        String unused =
            RPCX.with(client, CallOptions.ofDeadline(deadline))
                .hold(HOLD_MILLIS)
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
      return StatusCode.OK.name();
    } catch (RPCXException e) {
      return e.status().name();
    } catch (CancellationException e) {
      return StatusCode.CANCELLED.name();
    } catch (ExecutionException e) {
      return e.getCause() instanceof RPCXException known ? known.status().name() : e.toString();
    } catch (TimeoutException e) {
      return NO_END;
    } catch (InterruptedException e) {
      return e.toString();
    }
  }

  private static boolean join(List<Thread> threads) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(JOIN_MILLIS);
    boolean joined = true;
    for (Thread thread : threads) {
      thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
      joined &= !thread.isAlive();
    }
    return joined;
  }

  private boolean judge(boolean joined, Workload.Client client, int restarts)
      throws InterruptedException {
    System.out.printf("%d restarts; calls ended: %s%n", restarts, ends);
    boolean good = joined;
    if (!joined) {
      System.out.println("  a caller still waits for the end of its call");
    }
    for (String end : ends.keySet()) {
      if (!EXPECTED.contains(end)) {
        System.out.println("  an end that must not be: " + end);
        good = false;
      }
    }
    if (!isServed(client)) {
      System.out.println("  no call succeeds any more");
      good = false;
    }
    return good;
  }

  /** Whether a call succeeds in the end: the client may be between two attempts to connect. */
  private static boolean isServed(Workload.Client client) throws InterruptedException {
    Workload.Client patient = RPCX.with(client, CallOptions.ofDeadline(Patience.TIME));
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() - end < 0) {
      try {
        return patient.greet("last").equals("hello, last");
      } catch (RPCXException e) {
        Thread.sleep(PAUSE_MILLIS);
      }
    }
    return false;
  }

  /** What the client holds once its calls and its threads have gone. */
  private static Held settled(RPCX rpcx) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (rpcx.inFlight() > 0 && System.nanoTime() - end < 0) {
      Thread.sleep(PAUSE_MILLIS);
    }
    return Held.here(true, rpcx.inFlight());
  }

  /** What the server holds once the pool of its handlers has ended its threads. */
  private static Held settled(ServerProcess server, Held before)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    Held held = server.held(true);
    while (!held.beyond(before).isEmpty() && System.nanoTime() - end < 0) {
      TimeUnit.SECONDS.sleep(1);
      held = server.held(true);
    }
    return held;
  }
}
