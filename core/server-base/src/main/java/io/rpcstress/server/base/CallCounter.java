package io.rpcstress.server.base;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.usage.HostCpu;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts the calls of a server: a few nanoseconds each, from any thread. It stands in the way of
 * every reply, so it can make each of them late, where a control of the harness wants that.
 */
public final class CallCounter {
  private final LongAdder served = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder workNanos = new LongAdder();
  private final LongAdder scrapes = new LongAdder();
  private volatile boolean tellsWork;
  private volatile @Nullable String pack;
  private volatile @Nullable String tls;
  private volatile @Nullable NumberedCalls numbered;
  private final long processors = processors();
  private volatile long readyRssKb = ProcessUsage.UNKNOWN;
  private volatile LongSupplier connections = () -> ProcessUsage.UNKNOWN;

  private final long delayNanos;

  public CallCounter() {
    this(Duration.ZERO);
  }

  /** At zero; by an injected fault its thread is kept busy for so long before each reply. */
  CallCounter(Duration delay) {
    delayNanos = delay.toNanos();
  }

  /** One call is answered correctly; the reply has not left yet. */
  public void served() {
    if (delayNanos > 0) {
      long end = System.nanoTime() + delayNanos;
      while (System.nanoTime() - end < 0) {
        Thread.onSpinWait(); // a timer would be some 60 us late
      }
    }
    served.increment();
  }

  /**
   * The same of one that may have waited for other services, which its time in this one leaves out.
   *
   * @param since its start, as {@link System#nanoTime}, plus the time that it waited for other
   *     services
   */
  public void served(long since) {
    served();
    workNanos.add(System.nanoTime() - since);
  }

  public void failed() {
    failed.increment();
  }

  /** Makes an answer and counts it, or that the call was refused, by an exception that goes on. */
  public <A> A counted(Supplier<A> operation) {
    A answer;
    try {
      answer = operation.get();
    } catch (RuntimeException refused) {
      failed();
      throw refused;
    }
    served();
    return answer;
  }

  /** A message came that no reply follows, whole or not. */
  public void received(boolean whole) {
    if (whole) {
      served();
    } else {
      failed();
    }
  }

  /** The counters are read by a client that does not measure. */
  void scraped() {
    scrapes.increment();
  }

  /** Where to ask for the number of open connections; unknown until a technology sets it. */
  public void connectionsFrom(LongSupplier open) {
    connections = open;
  }

  /** Its operations may call other services: the time that calls take in this one is reported. */
  void tellWork() {
    tellsWork = true;
  }

  void answerMessagesOf(@Nullable String name) {
    pack = name;
  }

  void encryptAs(@Nullable String mode) {
    tls = mode;
  }

  void report(NumberedCalls calls) {
    numbered = calls;
  }

  /** The server accepts calls from now on: what memory it holds now is its memory at rest. */
  void ready() {
    readyRssKb = ProcessUsage.read().rssKb();
  }

  private static long processors() {
    int known = HostCpu.read().processors();
    return known > 0 ? known : Runtime.getRuntime().availableProcessors();
  }

  /** What was counted so far, with what this process has used; read quickly while calls arrive. */
  ServerUsage usage(String technology, ServerVariant variant, boolean running) {
    NumberedCalls known = numbered;
    return new ServerUsage(
        technology,
        variant.label(),
        ManagementFactory.getRuntimeMXBean().getStartTime(),
        ProcessHandle.current().pid(),
        served.sum(),
        failed.sum(),
        connections.getAsLong(),
        running ? ProcessUsage.readRunning() : ProcessUsage.read(),
        processors,
        readyRssKb,
        tellsWork ? workNanos.sum() : ProcessUsage.UNKNOWN,
        scrapes.sum(),
        pack,
        tls,
        known == null ? ProcessUsage.UNKNOWN : known.ran(),
        known == null ? ProcessUsage.UNKNOWN : known.ranAgain());
  }
}
