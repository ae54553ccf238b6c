package io.rpcstress.engine.load;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Greets, whichever way it is called, and remembers in which way, by whom and how many at once. */
public final class RecordingDriver implements Driver, AsyncCaller<String, String> {

  private static final long LONGEST_WAIT_SECONDS = 60;

  private final AtomicInteger started = new AtomicInteger();
  private final AtomicInteger called = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger mostOpen = new AtomicInteger();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final CountDownLatch together;
  private final Runnable onReply;
  private final ExecutorService replying = Executors.newSingleThreadExecutor();

  /**
   * Nobody has called.
   *
   * @param together calls that have to be open at once before the first reply
   * @param onReply done before each reply
   */
  public RecordingDriver(int together, Runnable onReply) {
    this.together = new CountDownLatch(together);
    this.onReply = onReply;
  }

  /** Calls that were started without waiting. */
  public int started() {
    return started.get();
  }

  /** Calls whose thread waited. */
  public int called() {
    return called.get();
  }

  /** The most calls that were open at once. */
  public int mostOpen() {
    return mostOpen.get();
  }

  /** Who called. */
  public Set<Thread> threads() {
    return Set.copyOf(threads);
  }

  @Override
  public CompletableFuture<String> start(String request) {
    started.incrementAndGet();
    begin();
    CompletableFuture<String> reply = new CompletableFuture<>();
    replying.execute(
        () -> {
          end();
          reply.complete(Greeting.greet(request));
        });
    return reply;
  }

  @Override
  public String call(String request) {
    called.incrementAndGet();
    begin();
    end();
    return Greeting.greet(request);
  }

  private void begin() {
    threads.add(Thread.currentThread());
    mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
    together.countDown();
  }

  private void end() {
    try {
      if (!together.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException(together.getCount() + " more calls expected at once");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    onReply.run();
    open.decrementAndGet();
  }

  @Override
  public Technology technology() {
    return new Technology("recording", 98, 1, "remembers", List.of(), List.of("greet"));
  }

  @Override
  public boolean startsCalls(DriverOptions options) {
    return true;
  }

  @Override
  public boolean isInProcess() {
    return true;
  }

  @Override
  public Session open(Target target, DriverOptions options) {
    return new SharedSession(
        new CallerTable().on(Greeting.OPERATION, thread -> this), replying::shutdownNow);
  }
}
