package io.rpcstress.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadTest {
  private static final Operation<Entry, Boolean> PUT = Put.OPERATION;

  @Test
  void isSpeltInOneWay() {
    assertThat(Payload.defaultOf(PUT)).hasToString("key=64,value=512");
    assertThat(Payload.parse(PUT, "value=0,key=8")).hasToString("key=8,value=0");
    assertThat(Payload.parse(PUT, "value=0512")).isEqualTo(Payload.defaultOf(PUT));
    assertThat(Payload.defaultOf(Greeting.OPERATION)).hasToString("name=16");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name=16 | put has no payload dimension 'name': key, value expected",
        "kye=64 | put has no payload dimension 'kye'",
        "key=0 | key=0: 1 to 1024 bytes expected",
        "key=1025 | key=1025: 1 to 1024 bytes expected",
        "value=16385 | value=16385: 0 to 16384 bytes expected",
        "value=99999999999 | 0 to 16384 bytes expected",
        "value=-1 | value=-1: 0 to 16384 bytes expected",
        "value=1k | value=1k: 0 to 16384 bytes expected",
        "key=1,key=2 | sets key twice",
        "key=1,, | key=64,value=512 expected",
        "hello | key=64,value=512 expected",
        "'' | key=64,value=512 expected",
      })
  void anInvalidPayloadIsReportedInOneLine(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Payload.parse(PUT, text))
        .withMessageContaining(message);
  }

  @Test
  void aLongTextWithControlCharactersIsStillOneShortLine() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Payload.parse(PUT, "a\nb".repeat(10_000)))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200).doesNotContain("\n"));
  }

  @Test
  void anotherOperationsPayloadMakesNoRequest() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PUT.request(Payload.defaultOf(Greeting.OPERATION)))
        .withMessageContaining("greet has no payload dimension 'key'");
  }
}
