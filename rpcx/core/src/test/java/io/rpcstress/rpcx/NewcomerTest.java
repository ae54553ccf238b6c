package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What users of RPC libraries run into, one test for each kind. */
@Timeout(60)
class NewcomerTest {
  /** Calls that end in their own ways. */
  @RPCXClient(remoteServerName = "slow")
  interface Slow {
    @Method(value = "never", deadlineMillis = 50)
    CompletableFuture<String> neverInTime();

    @Method(value = "never", deadlineMillis = 60_000)
    CompletableFuture<String> never();

    @Method("greet")
    CompletableFuture<String> greet(String name);

    @Method("greet")
    String greetNow(String name);

    @Method("inner")
    String inner(String how);

    @Method("innerLater")
    CompletableFuture<String> innerLater(String how);

    @Method("nowhere")
    String nowhere();

    @Method("stop")
    boolean stop();
  }

  /** Another service. */
  @RPCXServer("slow")
  static final class Service {
    final Queue<CompletableFuture<String>> open = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Slow self;
    private volatile @Nullable ServiceCentre centre;

    @Method("never")
    public CompletableFuture<String> never() {
      CompletableFuture<String> result = new CompletableFuture<>();
      open.add(result);
      return result;
    }

    @Method("greet")
    public String greet(String name) {
      return "hello, " + name;
    }

    @Method("fail")
    public String fail(String status) {
      throw new RPCXException(StatusCode.valueOf(status), "as requested");
    }

    @Method(value = "inner", blocking = true)
    public String inner(String how) {
      Slow other = self;
      if (other == null) {
        return "alone";
      }
      return "overloaded".equals(how)
          ? other.inner("chosen") // which chooses its status
          : other.nowhere();
    }

    @Method("innerLater")
    public CompletableFuture<String> innerLater(String how) {
      Slow other = self;
      return other == null
          ? CompletableFuture.completedFuture("alone")
          : other.greet(how).thenApply(unused -> other.nowhere());
    }

    @Method(value = "stop", blocking = true)
    public boolean stop() {
      ServiceCentre own = centre;
      return own != null && own.stop(Duration.ofSeconds(30));
    }
  }

  private final Service service = new Service();
  private ServiceCentre centre;
  private RPCX rpcx;
  private Slow slow;

  @BeforeEach
  void start() {
    centre = ServiceCentre.builder().publish(service).start();
    rpcx = client(60);
    slow = rpcx.client(Slow.class);
    assertThat(slow.greetNow("Ada")).isEqualTo("hello, Ada");
    service.self = slow;
    service.centre = centre;
  }

  private RPCX client(int seconds) {
    return RPCX.builder()
        .address("127.0.0.1")
        .port(centre.port())
        .deadline(Duration.ofSeconds(seconds))
        .build();
  }

  @AfterEach
  void stop() {
    rpcx.close();
    boolean unused = centre.stop(Duration.ofSeconds(10));
    assertThat(rpcx.inFlight()).isZero();
  }

  private static void ends(CompletableFuture<?> call) throws Exception {
    Object unused = call.handle((value, problem) -> "ended").get(20, TimeUnit.SECONDS);
  }

  @Test
  void waitingOnALibrarysOwnThread() throws Exception {
    CompletableFuture<String> afterReply = slow.never().thenApply(text -> slow.never().join());
    await().until(() -> !service.open.isEmpty());
    service.open.remove().complete("now");
    ends(afterReply);
    assertThatThrownBy(afterReply::join).hasMessageContaining("must not wait for a call");
    CompletableFuture<String> afterDeadline =
        slow.neverInTime().exceptionally(late -> slow.never().join());
    ends(afterDeadline);
    assertThatThrownBy(afterDeadline::join).hasMessageContaining("must not wait for a call");
    CompletableFuture<String> blocking =
        slow.neverInTime().exceptionally(late -> slow.greetNow("Ada"));
    ends(blocking);
    assertThatThrownBy(blocking::join).hasMessageContaining("must not wait for a call");
    try (RPCX another = client(60)) {
      Slow others = another.client(Slow.class);
      CompletableFuture<String> ofAnother = slow.never().thenApply(text -> others.greetNow("Ada"));
      await()
          .until(
              () -> {
                service.open.forEach(open -> open.complete("now"));
                return ofAnother.isDone();
              });
      assertThatThrownBy(ofAnother::join).hasMessageContaining("must not wait for a call");
    }
  }

  @Test
  void aStageThatSleepsDelaysNoOtherDeadline() throws Exception {
    CountDownLatch started = new CountDownLatch(3);
    CountDownLatch release = new CountDownLatch(1);
    for (int i = 0; i < 3; i++) {
      var unused =
          slow.neverInTime()
              .whenComplete(
                  (value, late) -> {
                    started.countDown();
                    await().atMost(Duration.ofSeconds(40)).until(() -> release.getCount() == 0);
                  });
    }
    CompletableFuture<String> other = slow.neverInTime();
    assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();
    ends(other);
    CompletableFuture<String> last = slow.never();
    rpcx.close();
    ends(last);
    release.countDown();
  }

  @Test
  void deadlineEndsTheCallOnTheServer() throws Exception {
    for (int i = 0; i < 5_000; i++) {
      CompletableFuture<String> call = slow.neverInTime();
      if (i % 1_000 == 999) {
        ends(call);
      }
    }
    await().atMost(Duration.ofSeconds(20)).until(() -> centre.inFlight() == 0);
    assertThat(service.open).allMatch(CompletableFuture::isCancelled);
    CompletableFuture<String> later = slow.never();
    await().until(() -> centre.inFlight() == 1);
    assertThat(later.cancel(true)).isTrue();
  }

  @Test
  void deadlineEndsTheCallOnTheServerOfASilentClient() throws Exception {
    try (RawPeer peer = RawPeer.greeted(centre.port())) {
      peer.send(
          RawPeer.frame(
              io.rpcstress.rpcx.proto.Envelope.newBuilder()
                  .setRequest(
                      io.rpcstress.rpcx.proto.RPCXRequest.newBuilder()
                          .setId(7)
                          .setService("slow")
                          .setMethod("never")
                          .setDeadlineMs(50))
                  .build()));
      assertThat(peer.reply().getStatus()).isEqualTo(StatusCode.DEADLINE_EXCEEDED.number());
      assertThat(service.open).allMatch(CompletableFuture::isCancelled);
    }
  }

  @Test
  void listenersCalledUnderALock() {
    CountDownLatch made = new CountDownLatch(1);
    AtomicBoolean inTime = new AtomicBoolean();
    var unused =
        slow.never()
            .whenComplete(
                (value, closed) -> {
                  new Thread(
                          () -> {
                            Object another = rpcx.client(Another.class);
                            assertThat(another).isNotNull();
                            made.countDown();
                          })
                      .start();
                  try {
                    inTime.set(made.await(20, TimeUnit.SECONDS));
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                });
    rpcx.close();
    assertThat(inTime).isTrue();
  }

  /** Made while its client is closed. */
  @RPCXClient(remoteServerName = "slow")
  interface Another {
    @Method("greet")
    String greet(String name);
  }

  @Test
  void aFutureCompletedByOthers() throws Exception {
    for (int i = 0; i < 6_000; i++) {
      CompletableFuture<String> call = slow.never();
      switch (i % 6) {
        case 0 -> call.complete("x");
        case 1 -> call.completeExceptionally(new IllegalStateException());
        case 2 -> ends(call.orTimeout(1, TimeUnit.MICROSECONDS));
        case 3 -> ends(call.completeOnTimeout("x", 1, TimeUnit.MICROSECONDS));
        case 4 -> ends(call.completeAsync(() -> "x", Runnable::run));
        default -> ends(call.thenApply(text -> text).orTimeout(1, TimeUnit.MICROSECONDS));
      }
    }
    await().atMost(Duration.ofSeconds(20)).until(() -> rpcx.inFlight() == 0);
    assertThat(slow.greetNow("Ada")).isEqualTo("hello, Ada");
    await().atMost(Duration.ofSeconds(20)).until(() -> centre.inFlight() == 0);
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> service.open.stream().allMatch(CompletableFuture::isCancelled));
  }

  @Test
  void anInnerCallsStatusAsOnesOwn() {
    RPCXException direct = catchThrowableOfType(RPCXException.class, slow::nowhere);
    assertThat(direct.status()).isEqualTo(StatusCode.UNKNOWN_METHOD);
    RPCXException blocking =
        catchThrowableOfType(RPCXException.class, () -> slow.inner("unknown method"));
    assertThat(blocking.status()).isEqualTo(StatusCode.INTERNAL);
    assertThat(blocking.mayHaveRun()).isTrue();
    assertThat(blocking).hasMessageContaining("UNKNOWN_METHOD");
    ExecutionException later =
        catchThrowableOfType(
            ExecutionException.class, () -> slow.innerLater("x").get(20, TimeUnit.SECONDS));
    assertThat(((RPCXException) later.getCause()).status()).isEqualTo(StatusCode.INTERNAL);
  }

  @Test
  void aHandlerThatStopsItsServiceCentreIsAnsweredAtOnce() {
    assertThat(slow.stop()).isFalse();
    await().atMost(Duration.ofSeconds(20)).until(() -> "DRAINING".equals(centre.health()));
  }

  @Test
  void endlessDurations() {
    Duration forever = ChronoUnit.FOREVER.getDuration();
    Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
    for (Duration endless : List.of(forever, longest, Duration.ofDays(366))) {
      Limits.Builder limits = Limits.builder();
      for (Supplier<Object> setting :
          List.<Supplier<Object>>of(
              () -> limits.connectTimeout(endless).build(),
              () -> Limits.builder().idleTimeout(endless).build(),
              () -> Limits.builder().pingInterval(endless).build(),
              () -> Limits.builder().backoffMax(endless).build(),
              () -> Limits.builder().stuckHandlerAfter(endless).build(),
              () -> RPCX.builder().deadline(endless),
              () -> ServiceCentre.builder().maxConnectionAge(endless))) {
        assertThatThrownBy(setting::get)
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("is " + endless + ", expected ")
            .hasMessageContaining("give the longest time that is of use");
      }
    }
  }

  @Test
  void refusedWithoutAReason(@TempDir Path directory) throws Exception {
    Limits one = Limits.builder().maxConnections(1).build();
    try (ServiceCentre narrow = ServiceCentre.builder().publish(service).limits(one).start();
        RPCX first = RPCX.builder().address("127.0.0.1").port(narrow.port()).build();
        RPCX second = RPCX.builder().address("127.0.0.1").port(narrow.port()).build()) {
      assertThat(first.client(Slow.class).greetNow("Ada")).isEqualTo("hello, Ada");
      Slow refused = second.client(Slow.class);
      assertThatThrownBy(() -> refused.greetNow("Ada"))
          .hasMessageContaining("connections are open");
    }
    Identity server = Identity.make(directory, "server");
    try (ServiceCentre encrypted =
            ServiceCentre.builder()
                .publish(service)
                .tls(Tls.server(server.certificate(), server.key()))
                .start();
        RPCX clear = RPCX.builder().address("127.0.0.1").port(encrypted.port()).build()) {
      Slow refused = clear.client(Slow.class);
      assertThatThrownBy(() -> refused.greetNow("Ada")).hasMessageContaining("speaks TLS alone");
    }
  }

  /** Returns where it is. */
  @RPCXServer("slow")
  static final class Counting {
    final AtomicInteger calls = new AtomicInteger();

    @Method("greet")
    public String greet(String name) {
      calls.incrementAndGet();
      return "hello, " + name;
    }
  }

  /** Two addresses, in another order each time, as many name servers give them. */
  private static NameResolver twoHosts() {
    AtomicInteger lookups = new AtomicInteger();
    return name -> {
      int first = lookups.getAndIncrement() % 2;
      return List.of(
          InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) (1 + first)}),
          InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) (2 - first)}));
    };
  }

  @Test
  void oneNameOfWhichAnAddressCameBack() throws Exception {
    Counting here = new Counting();
    Counting there = new Counting();
    ServiceCentre lost = ServiceCentre.builder().publish(here).start();
    int port = lost.port();
    try (ServiceCentre stays =
            ServiceCentre.builder().publish(there).address("127.0.0.2").port(port).start();
        RPCX caller =
            RPCX.builder().address("two.example").port(port).resolver(twoHosts()).build()) {
      Slow called = caller.client(Slow.class);
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> called.greetNow("Ada") != null && here.calls.get() * there.calls.get() > 0);
      lost.stop(Duration.ZERO);
      await().atMost(Duration.ofSeconds(20)).until(() -> stays.connections() == 2);
      int before = here.calls.get();
      try (ServiceCentre back = ServiceCentre.builder().publish(here).port(port).start()) {
        assertThat(back.port()).isEqualTo(port);
        await()
            .atMost(Duration.ofSeconds(20))
            .until(() -> called.greetNow("Ada") != null && here.calls.get() > before);
      }
    }
  }

  @Test
  void oneNameSeveralAddresses() throws Exception {
    Counting here = new Counting();
    Counting there = new Counting();
    try (ServiceCentre first = ServiceCentre.builder().publish(here).start();
        ServiceCentre second =
            ServiceCentre.builder().publish(there).address("127.0.0.2").port(first.port()).start();
        RPCX caller =
            RPCX.builder()
                .address("two.example")
                .balancing(Balancing.ROUND_ROBIN)
                .port(first.port())
                .resolver(twoHosts())
                .build()) {
      assertThat(second.port()).isEqualTo(first.port());
      Slow called = caller.client(Slow.class);
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> called.greetNow("Ada") != null && here.calls.get() * there.calls.get() > 0);
      int before = there.calls.get();
      for (int i = 0; i < 100; i++) {
        assertThat(called.greetNow("Ada")).isEqualTo("hello, Ada");
      }
      assertThat(there.calls.get() - before).isBetween(40, 60);
    }
  }

  /** Waits in a method that does not declare it. */
  @RPCXServer("slow")
  static final class Waiting {
    final CountDownLatch released = new CountDownLatch(1);
    final AtomicInteger calls = new AtomicInteger();

    @Method("inner")
    public String inner(String how) throws InterruptedException {
      if (calls.incrementAndGet() == 1) {
        TimeUnit.MILLISECONDS.sleep(2 * Limits.LONG_CALL.toMillis());
      } else {
        assertThat(released.await(30, TimeUnit.SECONDS)).isTrue();
      }
      return how;
    }

    @Method("greet")
    public String greet(String name) {
      return "hello, " + name;
    }
  }

  @Test
  void workOnEventLoops() throws Exception {
    Waiting waiting = new Waiting();
    try (ServiceCentre single = ServiceCentre.builder().publish(waiting).eventLoops(1).start();
        RPCX one = RPCX.builder().address("127.0.0.1").port(single.port()).build();
        RPCX other = RPCX.builder().address("127.0.0.1").port(single.port()).build()) {
      Slow first = one.client(Slow.class);
      Slow second = other.client(Slow.class);
      assertThat(first.inner("once")).isEqualTo("once");
      CompletableFuture<String> held =
          CompletableFuture.supplyAsync(
              () -> first.inner("held"), task -> new Thread(task).start());
      await().until(() -> waiting.calls.get() == 2);
      assertThat(second.greetNow("Ada")).as("while the other waits").isEqualTo("hello, Ada");
      waiting.released.countDown();
      assertThat(held.get(20, TimeUnit.SECONDS)).isEqualTo("held");
    }
  }

  @Test
  void anAddressThatDoesNotExistIsNamed() {
    assertThatThrownBy(
            () -> ServiceCentre.builder().publish(service).address("no.such.host.invalid").start())
        .hasMessageContaining("no.such.host.invalid")
        .hasMessageContaining("there is no such host");
  }
}
