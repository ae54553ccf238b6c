package io.rpcstress.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A message that no library takes yet. */
class OneWayCallerTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final byte[] MESSAGE = {1};

  @Test
  void aMessageIsOfferedUntilItIsTakenAndNotOnceMore() throws Exception {
    AtomicInteger offers = new AtomicInteger();
    OneWayCaller caller = new OneWayCaller(message -> offers.incrementAndGet() % 3 == 0, LONG);
    assertThat(caller.call(MESSAGE)).isTrue();
    assertThat(offers).hasValue(3);
    assertThat(caller.start(MESSAGE).join()).isTrue();
    assertThat(offers).hasValue(6);
  }

  @Test
  void oneThatIsNotTakenEndsByItsDeadline() {
    OneWayCaller caller = new OneWayCaller(message -> false, SHORT);
    assertThatThrownBy(() -> caller.call(MESSAGE)).isInstanceOf(DeadlineExceededException.class);
    CompletableFuture<Boolean> started = caller.start(MESSAGE);
    assertThatThrownBy(started::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(DeadlineExceededException.class);
  }

  @Test
  void oneThatCannotBeSentFailsAtOnce() {
    CallException lost = new CallException(FailureKind.DISCONNECTED, "lost");
    OneWayCaller caller =
        new OneWayCaller(
            message -> {
              throw lost;
            },
            LONG);
    assertThatThrownBy(() -> caller.call(MESSAGE)).isSameAs(lost);
    assertThatThrownBy(caller.start(MESSAGE)::join).hasCause(lost);
  }
}
