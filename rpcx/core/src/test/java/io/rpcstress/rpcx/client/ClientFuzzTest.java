package io.rpcstress.rpcx.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * A bounded run of {@link ClientFuzz}: as many cases on every machine, but no longer than it must.
 */
class ClientFuzzTest {
  private static final long SEED = 20231128;
  private static final long CASES = 5_000;

  @Test
  void whateverAServerSendsEveryCallEndsOnceAndNothingIsLeft() {
    ClientFuzz fuzz = new ClientFuzz(ClientFuzz.CORPUS);
    try {
      assertThat(fuzz.run(SEED, TimeUnit.SECONDS.toNanos(5), CASES)).isPositive();
      assertThat(fuzz.succeeded()).as("calls with a result").isPositive();
      assertThat(fuzz.declared()).as("calls with the exception they declare").isPositive();
      assertThat(fuzz.withoutTypes()).as("requests without types").isPositive();
      assertThat(fuzz.refused()).as("results that are not what is declared").isPositive();
    } finally {
      fuzz.stop();
    }
  }
}
