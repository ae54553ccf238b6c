package io.rpcstress.rpcx;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A rough look at cost per call, for changes of the hot path; no test and no result.
 *
 * <pre>
 * java ... io.rpcstress.rpcx.Bench serve                       prints the port
 * java ... io.rpcstress.rpcx.Bench call PORT THREADS CALLS     blocking callers
 * java ... io.rpcstress.rpcx.Bench async PORT WINDOW CALLS     one thread, WINDOW futures in flight
 * java ... io.rpcstress.rpcx.Bench cold PORT CALLS             the first calls of a process, one by one
 * </pre>
 */
final class Bench {
  private static final int ROUNDS = 6;
  private static final String NAME = "0123456789abcdef";

  private Bench() {}

  public static void main(String[] args) throws Exception {
    if ("serve".equals(args[0])) {
      ServiceCentre centre = Greeter.serve(new Greeter.Service());
      System.out.println(centre.port());
      new CountDownLatch(1).await();
    }
    long begin = System.nanoTime();
    try (RPCX rpcx =
        RPCX.builder()
            .address("127.0.0.1")
            .port(Integer.parseInt(args[1]))
            .deadline(Duration.ofSeconds(60))
            .build()) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      switch (args[0]) {
        case "call" -> rounds(greeter, Integer.parseInt(args[2]), Integer.parseInt(args[3]), false);
        case "async" -> rounds(greeter, Integer.parseInt(args[2]), Integer.parseInt(args[3]), true);
        default -> {
          for (int i = 0; i < Integer.parseInt(args[2]); i++) {
            greeter.greet(NAME);
            if (i == 0) {
              System.out.println("first call after " + (System.nanoTime() - begin) / 1000 + " us");
            }
          }
          System.out.println("all calls after " + (System.nanoTime() - begin) / 1000 + " us");
        }
      }
    }
  }

  private static void rounds(Greeter.Client greeter, int width, int calls, boolean async)
      throws Exception {
    OperatingSystemMXBean process =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    for (int round = 0; round < ROUNDS; round++) {
      long cpu = process.getProcessCpuTime();
      long start = System.nanoTime();
      if (async) {
        async(greeter, width, calls);
      } else {
        blocking(greeter, width, calls);
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      double cpuMicros = (process.getProcessCpuTime() - cpu) / 1e3 / calls;
      System.out.printf("%,.0f calls/s, %.2f us client CPU per call%n", calls / seconds, cpuMicros);
    }
  }

  private static void blocking(Greeter.Client greeter, int threads, int calls) throws Exception {
    AtomicInteger left = new AtomicInteger(calls);
    CountDownLatch done = new CountDownLatch(threads);
    for (int t = 0; t < threads; t++) {
      new Thread(
              null,
              () -> {
                while (left.getAndDecrement() > 0) {
                  String unused = greeter.greet(NAME);
                }
                done.countDown();
              },
              "caller",
              256 * 1024)
          .start();
    }
    done.await();
  }

  private static void async(Greeter.Client greeter, int window, int calls) throws Exception {
    Semaphore free = new Semaphore(window);
    for (int i = 0; i < calls; i++) {
      free.acquire();
      CompletableFuture<String> call = greeter.greetAsync(NAME);
      var unused = call.whenComplete((value, problem) -> free.release());
    }
    free.acquire(window);
  }
}
