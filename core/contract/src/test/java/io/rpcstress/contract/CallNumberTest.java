package io.rpcstress.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CallNumberTest {

  private static final String NAME = Greeting.defaultName();

  @Test
  void aNameThatIsPreparedHasEachCallsNumberAndItsOwnLength() {
    String prepared = CallNumber.prepared(NAME, false);
    for (long number : new long[] {1, 36, 1L << 61, (1L << 62) + (1L << 50)}) {
      String numbered = Greeting.OPERATION.numbered(prepared, number);
      assertThat(CallNumber.of(numbered)).isEqualTo(number);
      assertThat(numbered.getBytes(StandardCharsets.UTF_8)).hasSize(NAME.length());
      assertThat(CallNumber.isSlow(numbered)).isFalse();
    }
  }

  @Test
  void anyOtherNameStaysAsItIsAndHasNoNumber() {
    assertThat(Greeting.OPERATION.numbered(NAME, 7)).isSameAs(NAME);
    assertThat(CallNumber.of(NAME)).isEqualTo(CallNumber.NONE);
    assertThat(CallNumber.of("Nikolaus Kopernikus")).isEqualTo(CallNumber.NONE);
    assertThat(CallNumber.of("N000")).isEqualTo(CallNumber.NONE);
  }

  @Test
  void oneCallOfAHundredAsksForASlowHandler() {
    String prepared = CallNumber.prepared(NAME, true);
    assertThat(
            IntStream.rangeClosed(1, 1_000)
                .filter(i -> CallNumber.isSlow(Greeting.OPERATION.numbered(prepared, i))))
        .containsExactly(100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000);
  }

  @Test
  void aNumberFitsWhereTheFirstLettersAreOfAByteEach() {
    assertThat(CallNumber.fits("abcdefghijklm")).isTrue();
    assertThat(CallNumber.fits("abcdefghijkl")).isFalse();
    assertThat(CallNumber.fits("abcdefghijkl\u00e9 and more")).isFalse();
    assertThat(CallNumber.fits("abcdefghijklm\u00e9")).isTrue();
  }
}
