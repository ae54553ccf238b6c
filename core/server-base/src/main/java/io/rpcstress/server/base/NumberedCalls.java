package io.rpcstress.server.base;

import io.rpcstress.contract.CallNumber;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Which numbered calls this process has run since its start, a bit each, and how often it ran one
 * again. A call that asks for a slow handler holds its thread. Thread-safe.
 */
final class NumberedCalls implements Consumer<String> {

  private static final Duration SLOW = Duration.ofSeconds(1);

  /** Calls of one client thread have numbers in sequence: a page is filled before the next one. */
  private static final int WORDS_OF_A_PAGE = 64;

  private static final int CALLS_OF_A_PAGE = WORDS_OF_A_PAGE * Long.SIZE;

  private final ConcurrentHashMap<Long, AtomicLongArray> pages = new ConcurrentHashMap<>();
  private final LongAdder ran = new LongAdder();
  private final LongAdder ranAgain = new LongAdder();

  /** A call of this name runs; one without a number is not counted. */
  @Override
  public void accept(String name) {
    long number = CallNumber.of(name);
    if (number == CallNumber.NONE) {
      return;
    }
    (isFirst(number) ? ran : ranAgain).increment();
    if (CallNumber.isSlow(name)) {
      try {
        Thread.sleep(SLOW.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // the server ends
      }
    }
  }

  private boolean isFirst(long number) {
    AtomicLongArray page =
        pages.computeIfAbsent(
            number / CALLS_OF_A_PAGE, key -> new AtomicLongArray(WORDS_OF_A_PAGE));
    int word = (int) (number % CALLS_OF_A_PAGE) / Long.SIZE;
    long bit = 1L << number % Long.SIZE;
    return (page.getAndAccumulate(word, bit, (there, more) -> there | more) & bit) == 0;
  }

  /** Different calls. */
  long ran() {
    return ran.sum();
  }

  /** How often one of them ran beyond its first time. */
  long ranAgain() {
    return ranAgain.sum();
  }
}
