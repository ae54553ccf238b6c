package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClosedSocketsWaitTest {
  private static final Duration LOOK = Duration.ofMillis(1);
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final int MANY = ClosedSocketsWait.MAX_REMEMBERED + 1;

  private final AtomicInteger counted = new AtomicInteger();
  private final List<String> warnings = new ArrayList<>();

  /** The same number each time, and none after the last. */
  private ClosedSocketsWait wait(int remembered, int times, Duration longest) {
    return new ClosedSocketsWait(
        () -> counted.incrementAndGet() > times ? 0 : remembered, longest, LOOK);
  }

  @Test
  void manyAreWaitedForUntilTheyAreForgotten() throws Exception {
    wait(MANY, 5, LONG).await(warnings::add);
    assertThat(counted).hasValue(6);
    assertThat(warnings).singleElement().asString().contains("2,001 closed connections");
  }

  @Test
  void whatIsNotForgottenInTimeIsReported() throws Exception {
    wait(MANY, Integer.MAX_VALUE, Duration.ofMillis(20)).await(warnings::add);
    assertThat(warnings).hasSize(2);
    assertThat(warnings.get(1)).contains("2,001 closed connections are still remembered");
  }
}
