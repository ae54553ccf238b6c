package io.rpcstress.server.base.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What each connection is allowed, by how many are open. */
class AllowanceTest {
  private static final long MIB = 1024 * 1024;

  private final AtomicInteger open = new AtomicInteger();
  private final Allowance allowance = new Allowance(512 * MIB, open::get);

  private int with(int connections) {
    open.set(connections);
    return allowance.bytes();
  }

  @Test
  void ofFewEachHasTheMost() {
    assertThat(with(0)).isEqualTo(256 * 1024);
    assertThat(with(1)).isEqualTo(256 * 1024);
    assertThat(with(128)).isEqualTo(256 * 1024);
    assertThat(Allowance.WHOLE.bytes()).isEqualTo(256 * 1024);
  }

  @Test
  void ofManyEachHasAnEqualShareOfASixteenthOfTheHeap() {
    assertThat(with(129)).isLessThan(256 * 1024);
    assertThat(with(256)).isEqualTo(128 * 1024);
    assertThat(with(1024)).isEqualTo(32 * 1024);
    assertThat(with(2048)).isEqualTo(16 * 1024);
  }

  @Test
  void noneHasLessThanAFewCallsNeed() {
    assertThat(with(2049)).isEqualTo(16 * 1024);
    assertThat(with(Integer.MAX_VALUE)).isEqualTo(16 * 1024);
  }

  @Test
  void whatWasAShareIsTheMostAgainOnceOthersAreGone() {
    assertThat(with(2048)).isEqualTo(16 * 1024);
    assertThat(with(12)).isEqualTo(256 * 1024);
  }

  @Test
  void whatAllHoldIsUsedUpAtASixteenthOfTheMemory() {
    allowance.holds(32 * MIB - 1);
    assertThat(allowance.isUsedUp()).isFalse();
    allowance.holds(1);
    assertThat(allowance.isUsedUp()).isTrue();
    allowance.holds(-1);
    assertThat(allowance.isUsedUp()).isFalse();
  }

  @Test
  void whereTheHeapIsSmallFewerHaveTheMost() {
    Allowance small = new Allowance(64 * MIB, open::get);
    open.set(16);
    assertThat(small.bytes()).isEqualTo(256 * 1024);
    open.set(32);
    assertThat(small.bytes()).isEqualTo(128 * 1024);
    open.set(400);
    assertThat(small.bytes()).isEqualTo(16 * 1024);
  }
}
