package io.rpcstress.server.base;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.CallNumber;
import io.rpcstress.contract.Greeting;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class NumberedCallsTest {

  private static final String PREPARED = CallNumber.prepared(Greeting.defaultName(), false);

  private final NumberedCalls calls = new NumberedCalls();

  private void run(long number) {
    calls.accept(Greeting.OPERATION.numbered(PREPARED, number));
  }

  @Test
  void eachCallIsOneAndEachFurtherRunOfItIsCountedAgain() {
    List.of(1L, 2L, 63L, 64L, 4_095L, 4_096L, 1L << 61, (1L << 61) + 64).forEach(this::run);
    assertThat(calls.ran()).isEqualTo(8);
    assertThat(calls.ranAgain()).isZero();

    List.of(64L, 64L, 1L << 61).forEach(this::run);
    assertThat(calls.ran()).isEqualTo(8);
    assertThat(calls.ranAgain()).isEqualTo(3);
  }

  @Test
  void aNameWithoutANumberIsNotCounted() {
    calls.accept(Greeting.defaultName());
    calls.accept("");
    assertThat(calls.ran() + calls.ranAgain()).isZero();
  }

  @Test
  void ofManyThreadsThatRunTheSameCallsOneIsTheFirst() {
    LongStream.range(0, 40_000).parallel().forEach(i -> run(i % 10_000));
    assertThat(calls.ran()).isEqualTo(10_000);
    assertThat(calls.ranAgain()).isEqualTo(30_000);
  }
}
