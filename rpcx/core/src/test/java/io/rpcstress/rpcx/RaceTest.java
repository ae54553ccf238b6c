package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Reply, deadline, cancel and close at the same moment, from threads of their own, seeded. */
class RaceTest {
  private static final int ROUNDS = 60;
  private static final int CALLS = 16;
  private static final Duration OFTEN = Duration.ofMillis(1);

  @Test
  void replyDeadlineCancelAndCloseRaceAndEachCallEndsOnce() throws Exception {
    Random random = new Random(20231128);
    try (RawServer server = new RawServer()) {
      for (int round = 0; round < ROUNDS; round++) {
        race(server, random);
      }
    }
  }

  private static void race(RawServer server, Random random) throws Exception {
    boolean closes = random.nextBoolean();
    boolean breaks = random.nextBoolean();
    AtomicInteger ends = new AtomicInteger();
    List<CompletableFuture<String>> calls = Collections.synchronizedList(new ArrayList<>());
    try (RPCX rpcx =
        RPCX.builder()
            .port(server.port())
            .address("127.0.0.1")
            .deadline(Duration.ofMillis(1 + random.nextInt(12)))
            .limits(Limits.builder().backoffInitial(Duration.ofMillis(1)).build())
            .build()) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      List<Runnable> racers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        racers.add(
            () -> {
              for (int c = 0; c < CALLS; c++) {
                CompletableFuture<String> call =
                    switch (c % 3) {
                      case 0 -> greeter.greetAsync("n");
                      case 1 -> greeter.greetAgain("n");
                      default -> greeter.greetWhenReady("n");
                    };
                var unused = call.whenComplete((value, problem) -> ends.incrementAndGet());
                calls.add(call);
              }
            });
      }
      racers.add(
          () -> {
            for (int c = 0; c < CALLS; c++) {
              int known = calls.size();
              if (known > 0) {
                boolean unused = calls.get(c % known).cancel(true);
              }
            }
          });
      if (breaks) {
        racers.add(
            () -> {
              for (RawServer.Peer peer : server.peers) {
                peer.end();
              }
            });
      }
      if (closes) {
        racers.add(rpcx::close);
      }
      atOnce(racers);
      await().pollInterval(OFTEN).until(() -> ends.get() == 2 * CALLS);
      await().pollInterval(OFTEN).until(() -> rpcx.inFlight() == 0);
    }
    assertThat(calls).allMatch(CompletableFuture::isDone);
    assertThat(ends.get()).isEqualTo(2 * CALLS);
  }

  private static void atOnce(List<Runnable> racers) throws InterruptedException {
    CyclicBarrier gate = new CyclicBarrier(racers.size());
    List<Thread> threads = new ArrayList<>();
    for (Runnable racer : racers) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  gate.await();
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
                racer.run();
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
