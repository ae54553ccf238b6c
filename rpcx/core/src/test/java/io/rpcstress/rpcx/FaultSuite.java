package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.rpcx.FaultProxy.Fault;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The same calls under every fault that a network can have, on every wire: a blocking one, async
 * ones, a one-way one, one that fails, one with a large reply, one that is cancelled and one whose
 * deadline passes. Whatever happens, each call ends once, by its deadline, with its own value or a
 * status that is true of it; no request runs more often than it was attempted; nothing is left in
 * flight; and the next call without fault works. Many cases run at a time, since most only wait.
 */
final class FaultSuite implements AutoCloseable {
  /** What a client and the server speak. */
  enum Wire {
    PLAIN,
    COMPRESSED
  }

  /**
   * What happens to one connection.
   *
   * @param up what happens on the way to the server
   * @param down what happens on the way to the client
   * @param offset where it happens, in bytes from the first one
   */
  record Case(Wire wire, Fault up, Fault down, int offset) {
    private Fault fault() {
      return up == Fault.NONE ? down : up;
    }

    /** Whether bytes are lost without the end of the connection, so that calls wait in vain. */
    private boolean isSilent() {
      return fault() == Fault.STALL || fault() == Fault.BLACK_HOLE || garbles();
    }

    /** Whether other bytes arrive than were sent, which TCP does not do and the wire trusts in. */
    private boolean garbles() {
      return fault() == Fault.DUPLICATE;
    }

    /** Whether all that was sent arrives in the end. */
    private boolean isHarmless() {
      return honest().isEmpty();
    }

    /** The statuses, beside the right one, that a call may end with. */
    private Set<StatusCode> honest() {
      return switch (fault()) {
        case NONE, DELAY, SPLIT, SPLIT_EVERYWHERE -> EnumSet.noneOf(StatusCode.class);
        case TRUNCATE, RESET, HALF_CLOSE -> EnumSet.of(StatusCode.UNAVAILABLE);
        case STALL, BLACK_HOLE -> EnumSet.of(StatusCode.UNAVAILABLE, StatusCode.DEADLINE_EXCEEDED);
        case DUPLICATE -> EnumSet.allOf(StatusCode.class);
      };
    }
  }

  /** A case that broke a rule. */
  record Broken(Case what, Throwable how) {
    @Override
    public String toString() {
      return what + ": " + how;
    }
  }

  private static final int AT_A_TIME = 64;
  private static final int LARGE_BYTES = 20_000;

  /** Deadline of calls that are to end by it. */
  private static final Duration SHORT = Duration.ofMillis(300);

  /** How long a client waits for a sign of life, or for the rest of a frame, in such a case. */
  private static final Duration SILENCE = Duration.ofMillis(100);

  /** Deadline of calls that are to end otherwise; and how long anything is waited for. */
  private static final Duration LONG = Duration.ofSeconds(60);

  /** Calls the service. */
  @RPCXClient(remoteServerName = "faulty")
  interface Client {
    @Method("greet")
    String greet(String name);

    @Method("greet")
    CompletableFuture<String> greetAsync(String name);

    @Method(value = "note", oneWay = true)
    void note(String name);

    @Method("fail")
    CompletableFuture<String> fail(String name);

    @Method("large")
    CompletableFuture<byte[]> large(String name);

    @Method("never")
    CompletableFuture<String> never(String name);

    @Method(value = "never", deadlineMillis = 20)
    CompletableFuture<String> late(String name);
  }

  /** Counts what runs, by the names that it is called with. */
  @RPCXServer("faulty")
  static final class Service {
    private final Map<String, AtomicInteger> ran = new ConcurrentHashMap<>();

    private String ran(String name) {
      int unused = ran.computeIfAbsent(name, unseen -> new AtomicInteger()).incrementAndGet();
      return name;
    }

    private int times(String name) {
      AtomicInteger times = ran.get(name);
      return times == null ? 0 : times.get();
    }

    @Method("greet")
    public String greet(String name) {
      return greeting(ran(name));
    }

    @Method("note")
    public void note(String name) {
      String unused = ran(name);
    }

    @Method("fail")
    public String fail(String name) {
      throw new RPCXException(StatusCode.NOT_FOUND, ran(name));
    }

    @Method(value = "large", blocking = true)
    public byte[] large(String name) {
      return bytes(ran(name));
    }

    @Method("never")
    public CompletableFuture<String> never(String name) {
      String unused = ran(name);
      return new CompletableFuture<>();
    }
  }

  /**
   * A call that was made.
   *
   * @param end its end
   * @param right what it ends with if nothing is lost
   * @param value its result then, or null
   */
  private record Call(
      String name, CompletableFuture<?> end, StatusCode right, @Nullable Object value) {
    /** Whether the right end comes from the method. */
    boolean isAnswered() {
      return right == StatusCode.NOT_FOUND || value != null;
    }
  }

  private final Service service = new Service();
  private final ServiceCentre centre =
      ServiceCentre.builder().publish(service).maxCompressedConnections(AT_A_TIME).start();
  private final AtomicLong number = new AtomicLong();

  private static String greeting(String name) {
    return "hello, " + name;
  }

  /** What no compression makes small. */
  private static byte[] bytes(String name) {
    byte[] bytes = new byte[LARGE_BYTES];
    new Random(name.hashCode()).nextBytes(bytes);
    return bytes;
  }

  /** All cases of a fault on a wire: in both directions, at each of these offsets if it has any. */
  static List<Case> cases(Wire wire, Fault fault, int... offsets) {
    List<Case> cases = new ArrayList<>();
    if (fault.hasOffset()) {
      for (int offset : offsets) {
        cases.add(new Case(wire, Fault.NONE, fault, offset));
        cases.add(new Case(wire, fault, Fault.NONE, offset));
      }
    } else if (fault == Fault.BLACK_HOLE) {
      cases.add(new Case(wire, Fault.NONE, fault, 0));
      cases.add(new Case(wire, fault, Fault.NONE, 0));
    } else {
      cases.add(new Case(wire, fault, fault, 0));
    }
    return cases;
  }

  /** Runs cases; gives those that broke a rule. */
  List<Broken> run(Collection<Case> cases) throws InterruptedException {
    ConcurrentLinkedQueue<Broken> broken = new ConcurrentLinkedQueue<>();
    ExecutorService workers = Executors.newFixedThreadPool(AT_A_TIME);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (Case each : cases) {
        running.add(
            workers.submit(
                () -> {
                  try {
                    run(each);
                  } catch (Exception | AssertionError e) {
                    boolean unused = broken.add(new Broken(each, e));
                  }
                }));
      }
      for (Future<?> each : running) {
        var unused = each.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    } finally {
      workers.shutdownNow();
    }
    return List.copyOf(broken);
  }

  private void run(Case now) throws Exception {
    String prefix = "c" + number.incrementAndGet() + "-";
    try (FaultProxy proxy = proxy()) {
      proxy.inject(now.up(), now.down(), now.offset());
      try (RPCX rpcx = client(now, proxy)) {
        Client client = rpcx.client(Client.class);
        for (Call call : calls(client, prefix)) {
          check(now, call);
        }
        until("calls are in flight", () -> rpcx.inFlight() == 0);
        proxy.inject(Fault.NONE, Fault.NONE, 0);
        next(now, client, prefix + "next");
      }
    }
  }

  /** A proxy before the server. */
  FaultProxy proxy() throws IOException {
    return new FaultProxy(centre.port());
  }

  /** A client that makes each call once. */
  static RPCX client(Case now, FaultProxy proxy) {
    Duration deadline = now.isSilent() ? SHORT : LONG;
    Duration silence = now.isSilent() ? SILENCE : LONG;
    Limits.Builder limits =
        Limits.builder()
            .backoffInitial(Duration.ofMillis(1))
            .backoffMax(Duration.ofMillis(5))
            .handshakeTimeout(deadline)
            .pingTimeout(silence)
            .partialFrameTimeout(silence);
    RPCX.Builder builder =
        RPCX.builder()
            .address("127.0.0.1")
            .port(proxy.port())
            .deadline(deadline)
            .attempts(1)
            .limits(limits.build());
    return (now.wire() == Wire.COMPRESSED ? builder.compressed() : builder).build();
  }

  /** Makes the calls; the blocking one has ended, and whatever went before it is on its way. */
  private static List<Call> calls(Client client, String prefix) {
    List<Call> calls = new ArrayList<>();
    for (String name : List.of(prefix + "first", prefix + "second")) {
      calls.add(new Call(name, client.greetAsync(name), StatusCode.OK, greeting(name)));
    }
    calls.add(note(client, prefix + "note"));
    String name = prefix + "fail";
    calls.add(new Call(name, client.fail(name), StatusCode.NOT_FOUND, null));
    name = prefix + "large";
    calls.add(new Call(name, client.large(name), StatusCode.OK, bytes(name)));
    name = prefix + "late";
    calls.add(new Call(name, client.late(name), StatusCode.DEADLINE_EXCEEDED, null));
    name = prefix + "cancelled";
    CompletableFuture<String> cancelled = client.never(name);
    calls.add(blocking(client, prefix + "blocking"));
    boolean unused = cancelled.cancel(true);
    calls.add(new Call(name, cancelled, StatusCode.CANCELLED, null));
    return calls;
  }

  private static Call note(Client client, String name) {
    CompletableFuture<@Nullable Object> end = new CompletableFuture<>();
    try {
      client.note(name);
      boolean unused = end.complete(null);
    } catch (RPCXException e) {
      boolean unused = end.completeExceptionally(e);
    }
    return new Call(name, end, StatusCode.OK, null);
  }

  private static Call blocking(Client client, String name) {
    CompletableFuture<String> end = new CompletableFuture<>();
    try {
      boolean unused = end.complete(client.greet(name));
    } catch (RPCXException e) {
      boolean unused = end.completeExceptionally(e);
    }
    return new Call(name, end, StatusCode.OK, greeting(name));
  }

  private void check(Case now, Call call) throws InterruptedException, TimeoutException {
    StatusCode status = StatusCode.OK;
    boolean mayHaveRun = true;
    Object value = null;
    try {
      value = call.end().get(LONG.plus(LONG).toMillis(), TimeUnit.MILLISECONDS);
    } catch (CancellationException e) {
      status = StatusCode.CANCELLED;
    } catch (ExecutionException e) {
      assertThat(e.getCause()).as(call.name()).isInstanceOf(RPCXException.class);
      if (e.getCause() instanceof RPCXException problem) {
        status = problem.status();
        mayHaveRun = problem.mayHaveRun();
      }
    }
    if (status != call.right()) {
      assertThat(now.honest()).as(call.name()).contains(status);
    }
    if (now.garbles()) {
      return;
    }
    if (status == StatusCode.OK) {
      assertThat(value).as(call.name()).isEqualTo(call.value());
    }
    if (status == call.right() && call.isAnswered()) {
      assertThat(service.times(call.name())).as(call.name()).isEqualTo(1);
    } else if (now.isHarmless() && status == StatusCode.OK) {
      until(call.name() + " did not run", () -> service.times(call.name()) > 0);
    }
    assertThat(service.times(call.name()))
        .as("times that %s ran", call.name())
        .isLessThanOrEqualTo(mayHaveRun ? 1 : 0);
    var unused = service.ran.remove(call.name());
  }

  /** The connection without fault may still have to be made. */
  private static void next(Case now, Client client, String name) throws InterruptedException {
    long end = System.nanoTime() + LONG.toNanos();
    while (true) {
      try {
        String value = client.greet(name);
        if (!now.garbles()) {
          assertThat(value).isEqualTo(greeting(name));
        }
        if (value.equals(greeting(name))) {
          return;
        }
      } catch (RPCXException e) {
        if (System.nanoTime() - end > 0) {
          throw new AssertionError("the next call does not work", e);
        }
        assertThat(now.honest()).as("next call").contains(e.status());
      }
      Thread.sleep(1);
    }
  }

  /** Waits until nothing of all cases is left in the server. */
  void nothingIsLeft() throws InterruptedException {
    until("calls are in flight in the server", () -> centre.inFlight() == 0);
    until("the server has connections", () -> centre.connections() == 0);
    until("bytes are counted as received", () -> centre.receivingBytes() == 0);
    until("bytes are counted as requests", () -> centre.requestBytes() == 0);
    until("bytes are counted as unread", () -> centre.unwrittenBytes() == 0);
  }

  private static void until(String problem, BooleanSupplier over) throws InterruptedException {
    long end = System.nanoTime() + LONG.toNanos();
    while (!over.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as("after a minute %s", problem).isNegative();
      Thread.sleep(1);
    }
  }

  @Override
  public void close() {
    boolean unused = centre.stop(Duration.ZERO);
  }
}
