package io.rpcstress.driver.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.driver.DeadlineExceededException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a call's failure reports of a broker that takes no messages. */
class BrokerBlockTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final DeadlineExceededException late = new DeadlineExceededException(SECOND);

  @Test
  void aBrokersReasonIsBoundedAndCannotBeObeyedByATerminal() {
    BrokerBlock block = new BrokerBlock(Runnable::run);
    assertThat(block.explained(SECOND, late)).isSameAs(late);
    block.handleBlocked("low on\u009b31m\u202e disk\n");
    assertThat(block.explained(SECOND, late))
        .isInstanceOf(DeadlineExceededException.class)
        .hasMessage("no reply within 1000 ms: the broker takes no messages (low on?31m? disk?)");
    block.handleBlocked("x".repeat(201));
    assertThat(block.explained(SECOND, late)).hasMessageEndingWith("(" + "x".repeat(200) + "...)");
    block.handleUnblocked();
    assertThat(block.explained(SECOND, late)).isSameAs(late);
  }
}
