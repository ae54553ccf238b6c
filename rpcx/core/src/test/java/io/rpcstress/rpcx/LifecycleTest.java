package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Many threads, races, draining, coming back. */
class LifecycleTest {
  @Test
  void manyThreadsShareOneConnectionAndEachGetsItsOwnResult() throws Exception {
    int threads = 990;
    int callsEach = 20;
    AtomicInteger right = new AtomicInteger();
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service());
        RPCX rpcx = Greeter.connectTo(centre)) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      CountDownLatch gate = new CountDownLatch(1);
      List<Thread> all = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        String name = "t" + t;
        Thread thread =
            new Thread(
                null,
                () -> {
                  try {
                    gate.await();
                  } catch (InterruptedException e) {
                    return;
                  }
                  for (int i = 0; i < callsEach; i++) {
                    if (greeter.greet(name + "-" + i).equals("hello, " + name + "-" + i)) {
                      right.incrementAndGet();
                    }
                  }
                },
                name,
                256 * 1024);
        thread.start();
        all.add(thread);
      }
      gate.countDown();
      for (Thread thread : all) {
        thread.join(60_000);
      }
      assertThat(right.get()).isEqualTo(threads * callsEach);
      assertThat(centre.callsServed()).isEqualTo((long) threads * callsEach);
      assertThat(centre.connections()).isEqualTo(1);
      assertThat(rpcx.inFlight()).isZero();
    }
  }

  @Test
  void severalConnectionsAreUsedInTurn() {
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service());
        RPCX rpcx =
            RPCX.builder().address(centre.address()).port(centre.port()).connections(3).build()) {
      rpcx.connect();
      assertThat(centre.connections()).isEqualTo(3);
      assertThat(centre.callsServed()).as("warm-up calls are no calls").isZero();
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      for (int i = 0; i < 30; i++) {
        assertThat(greeter.greet("n")).isEqualTo("hello, n");
      }
      assertThat(centre.connections()).isEqualTo(3);
    }
  }

  @Test
  void everyCallEndsExactlyOnceWhateverRacesWithIt() throws Exception {
    Random random = new Random(5);
    for (int round = 0; round < 30; round++) {
      AtomicInteger ends = new AtomicInteger();
      Greeter.Service service = new Greeter.Service();
      ServiceCentre centre = Greeter.serve(service);
      RPCX rpcx =
          RPCX.builder()
              .address(centre.address())
              .port(centre.port())
              .deadline(Duration.ofMillis(1 + random.nextInt(30)))
              .build();
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      int calls = 300;
      List<CompletableFuture<String>> all = new ArrayList<>();
      Thread closer = new Thread(rpcx::close);
      int closeAt = random.nextInt(calls);
      for (int i = 0; i < calls; i++) {
        CompletableFuture<String> call =
            i % 3 == 0 ? greeter.hold("h") : greeter.greetAsync("n" + i);
        var unused = call.whenComplete((value, problem) -> ends.incrementAndGet());
        all.add(call);
        if (random.nextInt(5) == 0) {
          boolean ignored = all.get(random.nextInt(all.size())).cancel(true);
        }
        if (i == closeAt && round % 2 == 0) {
          closer.start();
        }
        if (i == calls / 2 && round % 3 == 0) {
          service.gate.release(calls);
        }
      }
      await().until(() -> ends.get() == calls);
      assertThat(all).allMatch(CompletableFuture::isDone);
      assertThat(rpcx.inFlight()).isZero();
      closer.join(20_000);
      rpcx.close();
      service.gate.release(calls);
      boolean drained = centre.stop(Duration.ofSeconds(10));
      assertThat(drained).isTrue();
      assertThat(centre.inFlight()).isZero();
      assertThat(ends.get()).isEqualTo(calls);
    }
  }

  @Test
  void aStoppingCentreLetsCallsInFlightEnd() throws Exception {
    Greeter.Service service = new Greeter.Service();
    try (ServiceCentre centre = Greeter.serve(service);
        RPCX rpcx = Greeter.connectTo(centre)) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      CompletableFuture<String> held = greeter.hold("Ada");
      await().until(() -> service.began.get() == 1);
      CompletableFuture<Boolean> drained = new CompletableFuture<>();
      new Thread(() -> drained.complete(centre.stop(Duration.ofSeconds(20)))).start();
      await()
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> greeter.greet("new"))
                      .isInstanceOfSatisfying(
                          RPCXException.class,
                          e -> assertThat(e.status()).isEqualTo(StatusCode.UNAVAILABLE)));
      assertThat(held).isNotDone();
      service.gate.release();
      assertThat(held.get(20, TimeUnit.SECONDS)).isEqualTo("held Ada");
      assertThat(drained.get(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aCentreThatCannotDrainReportsIt() throws Exception {
    Greeter.Service service = new Greeter.Service();
    ServiceCentre centre = Greeter.serve(service);
    try (RPCX rpcx = Greeter.connectTo(centre)) {
      CompletableFuture<String> held = rpcx.client(Greeter.Client.class).hold("Ada");
      await().until(() -> service.began.get() == 1);
      assertThat(centre.stop(Duration.ofMillis(50))).isFalse();
      assertThatThrownBy(() -> held.get(20, TimeUnit.SECONDS))
          .hasCauseInstanceOf(RPCXException.class);
    } finally {
      service.gate.release();
    }
  }

  @Test
  void aServerThatComesBackIsFoundAgain() {
    Limits quick = Limits.builder().backoffInitial(Duration.ofMillis(5)).build();
    ServiceCentre first = Greeter.serve(new Greeter.Service());
    int port = first.port();
    try (RPCX rpcx = Greeter.connectTo(first, quick)) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada");
      first.stop(Duration.ZERO);
      await()
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> greeter.greet("Ada"))
                      .isInstanceOf(RPCXException.class)
                      .hasMessageContaining("cannot connect"));
      try (ServiceCentre second =
          ServiceCentre.builder().port(port).publish(new Greeter.Service()).start()) {
        await()
            .ignoreExceptions()
            .untilAsserted(() -> assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada"));
        assertThat(second.connections()).isEqualTo(1);
      }
    }
  }

  @Test
  void closingTwiceAndCallingAfterwardsAreHarmless() {
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service())) {
      RPCX rpcx = Greeter.connectTo(centre);
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada");
      rpcx.close();
      rpcx.close();
      assertThatThrownBy(() -> greeter.greet("Ada"))
          .isInstanceOfSatisfying(
              RPCXException.class, e -> assertThat(e.status()).isEqualTo(StatusCode.UNAVAILABLE));
      assertThat(centre.stop(Duration.ofSeconds(10))).isTrue();
      assertThat(centre.stop(Duration.ofSeconds(10))).isTrue();
    }
  }
}
