package io.rpcstress.rpcx.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.wire.ByteBudget;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What many connections may hold beyond a budget, each a little. */
class OwnShareTest {
  private static final long BUDGET = 8L * 1024 * 1024;
  private static final int CONNECTIONS = 1000;
  private static final int EACH = 60_000;

  private static final Limits LIMITS =
      Limits.builder()
          .maxConnections(CONNECTIONS)
          .maxFrameBytes(64 * 1024)
          .maxObjects(1000)
          .maxReceivingBytes(BUDGET)
          .maxUnwrittenBytes(BUDGET)
          .build();

  @Test
  void aShareIsAnEqualPartOfASmallBudgetButNeverTooLittleForASmallCall() {
    assertThat(OwnShare.of(new ByteBudget(64L * 1024 * 1024), Limits.DEFAULTS))
        .as("in a heap of 512 MB")
        .isEqualTo(Limits.SHARE_BYTES);
    assertThat(OwnShare.of(new ByteBudget(16L * 1024 * 1024), Limits.DEFAULTS))
        .isEqualTo(16 * 1024);
    assertThat(OwnShare.of(new ByteBudget(1024), Limits.DEFAULTS)).isEqualTo(OwnShare.MIN_BYTES);
  }

  @Test
  void requestsOfManyConnectionsHoldNoMoreThanTwiceTheirBudget() {
    ByteBudget budget = RequestBytes.budget(LIMITS);
    for (int i = 0; i < CONNECTIONS; i++) {
      boolean unused = new RequestBytes(budget, LIMITS).take(EACH);
    }
    assertThat(budget.used()).isBetween(BUDGET / 2, 2 * BUDGET);
    assertThat(new RequestBytes(budget, LIMITS).take(OwnShare.MIN_BYTES))
        .as("a small request of another one")
        .isTrue();
  }

  @Test
  void repliesToManyConnectionsHoldNoMoreThanTwiceTheirBudget() {
    ByteBudget budget = new ByteBudget(LIMITS.maxUnwrittenBytes());
    EmbeddedChannel channel = new EmbeddedChannel();
    List<Output> outputs = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      Output output = new Output(channel, LIMITS, budget, () -> {});
      outputs.add(output);
      boolean unused = output.reserve(EACH);
    }
    assertThat(budget.used()).isBetween(BUDGET / 2, 2 * BUDGET);
    Output last = outputs.get(CONNECTIONS - 1);
    assertThat(last.unwritten()).isZero();
    assertThat(last.reserve(OwnShare.MIN_BYTES)).as("a small reply").isTrue();
  }
}
