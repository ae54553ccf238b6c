package io.rpcstress.driver.http;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.DriverContract;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Calls from some threads at once, in rounds; also as a process of its own. */
final class CallsAtOnce {
  private CallsAtOnce() {}

  /** {@code TECHNOLOGY VARIANT PORT THREADS ROUNDS}. Fails where a reply is wrong. */
  public static void main(String[] args) throws Exception {
    make(
        args[0],
        args[1],
        Integer.parseInt(args[2]),
        Integer.parseInt(args[3]),
        Integer.parseInt(args[4]));
    System.exit(0);
  }

  static void make(String technology, String variant, int port, int threads, int rounds)
      throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (Session session =
        DriverContract.open(
            HttpDriversTest.way(technology, variant),
            Target.of(new Address("127.0.0.1", port)),
            threads,
            Duration.ofSeconds(60))) {
      for (int round = 0; round < rounds; round++) {
        List<Callable<String>> calls = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
          Caller<String, String> caller = session.caller(Greeting.OPERATION, i);
          calls.add(() -> caller.call("ada"));
        }
        for (Future<String> reply : pool.invokeAll(calls)) {
          if (!reply.get().equals("hello, ada")) {
            throw new IllegalStateException(reply.get());
          }
        }
      }
    } finally {
      pool.shutdownNow();
    }
  }
}
