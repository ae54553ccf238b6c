package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * A client whose server is gone for long waits no longer between two attempts than the back-off's
 * longest, so that its calls are served soon after the server is back. {@code -Drpcx.outages=5}
 * repeats the outage.
 */
class OutageTest {
  private static final int OUTAGES = Integer.getInteger("rpcx.outages", 1);
  private static final Pattern NEXT_ATTEMPT = Pattern.compile("next attempt in (\\d+) ms");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Test
  void serviceIsBackSoonAfterTheServer() throws Exception {
    ServiceCentre centre = Greeter.serve(new Greeter.Service());
    int port = centre.port();
    try (RPCX rpcx = RPCX.builder().address("127.0.0.1").port(port).build()) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada");
      for (int i = 0; i < OUTAGES; i++) {
        centre.stop(Duration.ZERO);
        waitsNoLongerThanTheLongest(greeter);
        centre = ServiceCentre.builder().port(port).publish(new Greeter.Service()).start();
        long back = System.nanoTime();
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1)).until(() -> served(greeter));
        Duration without = Duration.ofNanos(System.nanoTime() - back);
        System.out.println("an outage: served " + without.toMillis() + " ms after the server");
      }
    } finally {
      centre.stop(Duration.ZERO);
    }
  }

  /** Calls until the back-off has grown to its longest, and while it stays there. */
  private static void waitsNoLongerThanTheLongest(Greeter.Client greeter) {
    long most = Limits.DEFAULTS.backoffMax().toMillis();
    // A started millisecond counts as a whole one.
    double longest = most * (1 + Limits.BACKOFF_JITTER) + 1;
    AtomicInteger attempts = new AtomicInteger();
    AtomicLong before = new AtomicLong();
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(5))
        .until(
            () -> {
              long wait = waitOf(greeter);
              assertThat((double) wait).isLessThanOrEqualTo(longest);
              if (wait > before.getAndSet(wait) && wait > most / 2) {
                attempts.incrementAndGet();
              }
              return attempts.get() >= 3;
            });
  }

  /** What a refused call reports of the next attempt, in ms; 0 if one is under way. */
  private static long waitOf(Greeter.Client greeter) {
    RPCXException refused = catchThrowableOfType(RPCXException.class, () -> greeter.greet("Ada"));
    assertThat(refused.status()).isEqualTo(StatusCode.UNAVAILABLE);
    Matcher next = NEXT_ATTEMPT.matcher(String.valueOf(refused.getMessage()));
    return next.find() ? Long.parseLong(next.group(1)) : 0;
  }

  private static boolean served(Greeter.Client greeter) {
    try {
      return greeter.greet("Ada").equals("hello, Ada");
    } catch (RPCXException unavailable) {
      return false;
    }
  }
}
