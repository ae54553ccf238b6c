package io.rpcstress.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GreetingTest {
  private static final Operation<String, String> GREET = Greeting.OPERATION;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 16, 26, 27, 4096})
  void aPayloadHasExactlyTheRequestedSizeAndIsAlwaysTheSame(int bytes) {
    String name = Greeting.name(bytes);
    assertThat(name.getBytes(StandardCharsets.UTF_8)).hasSize(bytes);
    assertThat(name).isEqualTo(Greeting.name(bytes)).matches("[a-z]*");
    assertThat(Greeting.checkedName(name)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"two\nlines", "carriage\rreturn", "\u0000", "\ud800"})
  void aNameThatOneTechnologyCouldNotCarryIsRefusedForAll(String name) {
    assertThatIllegalArgumentException().isThrownBy(() -> Greeting.checkedName(name));
  }

  @Test
  void theLimitCountsBytesNotCharacters() {
    assertThat(Greeting.checkedName("ü".repeat(2048))).hasSize(2048);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Greeting.checkedName("ü".repeat(2049)))
        .withMessageContaining("4098");
  }

  @Test
  void onlyTheRightReplyIsAnAnswer() {
    assertThat(GREET.isAnswer("Ada", "hello, Ada")).isTrue();
    assertThat(GREET.isAnswer("Ada", "hello, Bob")).isFalse();
    assertThat(GREET.isAnswer("Ada", "hello, Adam")).isFalse();
    assertThat(GREET.isAnswer("Ada", "hallo, Ada")).isFalse();
    assertThat(GREET.isAnswer("Ada", "")).isFalse();
  }

  @Test
  void aWrongReplyIsDescribedInOneBoundedLine() {
    assertThat(GREET.describeWrong("Ada", "hello,\nBob"))
        .isEqualTo("requested \"Ada\", received \"hello,?Bob\"");
    assertThat(GREET.describeWrong("Ada", "x".repeat(100_000)))
        .hasSizeLessThan(200)
        .contains("100000 characters");
  }

  @Test
  void aPersonsOwnPayloadIsTheNameItself() {
    assertThat(GREET.request("name=")).isEqualTo("name=");
    assertThat(GREET.request("1=1, 2=2")).isEqualTo("1=1, 2=2");
    assertThat(GREET.payload("Zo\u00eb")).hasToString("name=4");
    assertThat(GREET.bytes("Zo\u00eb")).isEqualTo(4);
  }

  @Test
  void whatIsWrittenAsSizesIsNoNameSoThatAnotherOperationsAreNotSentAsOne() {
    assertThat(GREET.request("name=3")).isEqualTo("abc");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GREET.request("name=4097"))
        .withMessageContaining("0 to 4096");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GREET.request("products=1,stock=local"))
        .withMessage("greet has no payload dimension 'products': name expected");
  }

  @Test
  void aFalseReplyIsWrongInItsLastCharacterAlone() {
    assertThat(GREET.falsified("hello, Ada")).isEqualTo("hello, Ad?");
    assertThat(GREET.falsified("hello, Ad?")).isEqualTo("hello, Ad!");
  }
}
