package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * How long a client is without service once its server is back. {@code -Drpcx.outages=5} repeats
 * the outage.
 */
class OutageTest {
  private static final int OUTAGES = Integer.getInteger("rpcx.outages", 1);

  /** Long enough for the back-off to reach its longest. */
  private static final long OUTAGE_SECONDS = 5;

  /** The longest back-off with its jitter is 1.8 s; the rest is for a busy machine. */
  private static final Duration MAX_RECOVERY = Duration.ofSeconds(4);

  @Test
  void serviceIsBackSoonAfterTheServer() throws Exception {
    ServiceCentre centre = Greeter.serve(new Greeter.Service());
    int port = centre.port();
    try (RPCX rpcx = RPCX.builder().address("127.0.0.1").port(port).build()) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada");
      for (int i = 0; i < OUTAGES; i++) {
        centre.stop(Duration.ZERO);
        TimeUnit.SECONDS.sleep(OUTAGE_SECONDS);
        assertThatThrownBy(() -> greeter.greet("Ada")).hasMessageContaining("UNAVAILABLE");
        centre = ServiceCentre.builder().port(port).publish(new Greeter.Service()).start();
        long back = System.nanoTime();
        while (!served(greeter)) {
          TimeUnit.MILLISECONDS.sleep(1);
        }
        Duration without = Duration.ofNanos(System.nanoTime() - back);
        System.out.println("an outage: served " + without.toMillis() + " ms after the server");
        assertThat(without).isLessThan(MAX_RECOVERY);
      }
    } finally {
      centre.stop(Duration.ZERO);
    }
  }

  private static boolean served(Greeter.Client greeter) {
    try {
      return greeter.greet("Ada").equals("hello, Ada");
    } catch (RPCXException unavailable) {
      return false;
    }
  }
}
