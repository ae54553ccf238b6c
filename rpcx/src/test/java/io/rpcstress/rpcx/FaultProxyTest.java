package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rpcstress.rpcx.FaultProxy.Fault;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The same calls under every fault that a network can have. Whatever happens, each call ends
 * exactly once, with its own value, a status or its deadline; no request runs more often than it
 * was attempted; nothing is left in flight; and a connection without fault serves.
 */
class FaultProxyTest {
  private static final int CALLS = 6;

  /** Bytes of both HELLOs and of some calls, in either direction. */
  private static final int OFFSETS = 130;

  /** Ends that a lost or silent connection may give. */
  private static final Set<StatusCode> LOST =
      EnumSet.of(StatusCode.UNAVAILABLE, StatusCode.DEADLINE_EXCEEDED);

  /** Counts what runs. */
  @RPCXServer("greeter")
  public static final class Counting {
    final AtomicInteger ran = new AtomicInteger();

    @Method("greet")
    public String greet(String name) {
      ran.incrementAndGet();
      return "hello, " + name;
    }
  }

  /** How many methods the client numbers; 0 for wire 1.0. */
  int methodNumbers() {
    return Limits.DEFAULTS.maxMethodNumbers();
  }

  /** Whether connections are compressed. */
  boolean compressed() {
    return false;
  }

  /** From one offset at which something happens to the next. */
  int step() {
    return 5;
  }

  private final Counting service = new Counting();
  private ServiceCentre centre;
  private FaultProxy proxy;

  @BeforeEach
  void start() throws IOException {
    centre = ServiceCentre.builder().publish(service).maxCompressedConnections(64).start();
    proxy = new FaultProxy(centre.port());
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    centre.stop(Duration.ZERO);
  }

  /** Looks often: most of a case's time would be the wait between two looks. */
  private static ConditionFactory soon() {
    return await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(2))
        .atMost(Duration.ofSeconds(60));
  }

  RPCX client(Duration deadline) {
    Duration handshake = Limits.DEFAULTS.handshakeTimeout();
    RPCX.Builder builder =
        RPCX.builder()
            .address("127.0.0.1")
            .port(proxy.port())
            .deadline(deadline)
            .attempts(1)
            .limits(
                Limits.builder()
                    .backoffInitial(Duration.ofMillis(1))
                    .backoffMax(Duration.ofMillis(5))
                    .handshakeTimeout(deadline.compareTo(handshake) < 0 ? deadline : handshake)
                    .pingTimeout(Duration.ofMillis(100))
                    .partialFrameTimeout(Duration.ofMillis(100))
                    .maxMethodNumbers(methodNumbers())
                    .build());
    return (compressed() ? builder.compressed() : builder).build();
  }

  /** Makes calls at once, of which each gets its own value; gives how they ended. */
  private List<StatusCode> call(RPCX rpcx) throws Exception {
    return call(rpcx, true);
  }

  private List<StatusCode> call(RPCX rpcx, boolean checkValues) throws Exception {
    int before = service.ran.get();
    Greeter.Client greeter = rpcx.client(Greeter.Client.class);
    List<CompletableFuture<String>> calls = new ArrayList<>();
    AtomicInteger ends = new AtomicInteger();
    List<StatusCode> statuses = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      CompletableFuture<String> call = greeter.greetAsync("n" + i);
      var unused = call.whenComplete((value, problem) -> ends.incrementAndGet());
      calls.add(call);
    }
    int notRun = 0;
    for (int i = 0; i < CALLS; i++) {
      try {
        String value = calls.get(i).orTimeout(60, TimeUnit.SECONDS).join();
        if (checkValues) {
          assertThat(value).isEqualTo("hello, n" + i);
        }
        statuses.add(StatusCode.OK);
      } catch (CompletionException e) {
        assertThat(e.getCause()).isInstanceOf(RPCXException.class);
        RPCXException problem = (RPCXException) e.getCause();
        notRun += problem.mayHaveRun() ? 0 : 1;
        statuses.add(problem.status());
      }
    }
    soon().until(() -> ends.get() >= CALLS); // who joins may be quicker than the count
    assertThat(ends.get()).isEqualTo(CALLS);
    soon().until(() -> rpcx.inFlight() == 0);
    assertThat(service.ran.get() - before).isLessThanOrEqualTo(CALLS - notRun);
    return statuses;
  }

  private void withoutFaultItServes(RPCX rpcx) {
    proxy.inject(Fault.NONE, Fault.NONE, 0);
    Greeter.Client greeter = rpcx.client(Greeter.Client.class);
    soon()
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada"));
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "DELAY", "SPLIT_EVERYWHERE"})
  void whatOnlyTakesTimeChangesNothing(Fault fault) throws Exception {
    proxy.inject(fault, fault, 0);
    try (RPCX rpcx = client(Duration.ofSeconds(60))) {
      for (int i = 0; i < 5; i++) {
        assertThat(call(rpcx)).containsOnly(StatusCode.OK);
      }
      assertThat(service.ran.get()).isEqualTo(5 * CALLS);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"TRUNCATE", "RESET", "HALF_CLOSE"})
  void theEndOfTheConnectionAtEveryOffset(Fault fault) throws Exception {
    for (int offset = 0; offset < OFFSETS; offset += step()) {
      endsWell(Fault.NONE, fault, offset, Duration.ofSeconds(60));
      endsWell(fault, Fault.NONE, offset, Duration.ofSeconds(60));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STALL", "BLACK_HOLE"})
  void silenceEndsByTheDeadline(Fault fault) throws Exception {
    int[] offsets = fault == Fault.STALL ? new int[] {0, 1, 5, 18, 19, 21, 40} : new int[] {0};
    for (int offset : offsets) {
      endsWell(Fault.NONE, fault, offset, Duration.ofMillis(400));
      endsWell(fault, Fault.NONE, offset, Duration.ofMillis(400));
    }
  }

  private void endsWell(Fault up, Fault down, int offset, Duration deadline) throws Exception {
    proxy.inject(up, down, offset);
    try (RPCX rpcx = client(deadline)) {
      Set<StatusCode> ends = EnumSet.copyOf(call(rpcx));
      ends.remove(StatusCode.OK);
      assertThat(LOST).as(up + "/" + down + " at " + offset).containsAll(ends);
      withoutFaultItServes(rpcx);
    }
  }

  @Test
  void bytesThatComeTwiceEndNoCallTwice() throws Exception {
    Set<StatusCode> possible = EnumSet.copyOf(LOST);
    possible.add(StatusCode.OK);
    // TCP repeats no bytes, so that the wire has no checksum: in mid-frame a value can be broken.
    possible.add(StatusCode.INTERNAL);
    for (int offset = 1; offset < OFFSETS; offset += step()) {
      proxy.inject(Fault.NONE, Fault.DUPLICATE, offset);
      try (RPCX rpcx = client(Duration.ofSeconds(2))) {
        assertThat(possible).as("at " + offset).containsAll(call(rpcx, false));
        withoutFaultItServes(rpcx);
      }
    }
  }
}
