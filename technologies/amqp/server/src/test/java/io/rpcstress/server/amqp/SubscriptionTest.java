package io.rpcstress.server.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an operator reads of the broker. */
class SubscriptionTest {

  @Test
  void aBrokersReasonCannotBeObeyedByATerminal() {
    List<String> lines = new ArrayList<>();
    Subscription.Blocked report = new Subscription.Blocked("127.0.0.1:5672", lines::add);
    report.handleBlocked("low on\u009b31m\u202e disk\n");
    report.handleUnblocked();
    assertThat(lines.get(0))
        .isEqualTo(
            "the broker at 127.0.0.1:5672 takes no messages (low on?31m? disk?): answers wait");
    assertThat(lines.get(1))
        .matches("the broker at 127\\.0\\.0\\.1:5672 takes messages again, after [0-9]+ ms");
  }
}
