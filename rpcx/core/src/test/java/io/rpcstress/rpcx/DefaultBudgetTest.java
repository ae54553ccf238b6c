package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefaultBudgetTest {

  /** MiB: of a small heap three budgets must leave something to everything else. */
  @ParameterizedTest
  @CsvSource({"1024, 0, 128", "256, 0, 32", "192, 0, 32", "96, 0, 16", "96, 20, 20", "24, 8, 8"})
  void aBudgetIsAnEighthOfALargeHeapAndASixthOfASmallOne(long heap, long least, long expected) {
    long mebi = 1024 * 1024;

    assertThat(DefaultBudget.bytes(heap * mebi, least * mebi)).isEqualTo(expected * mebi);
  }
}
