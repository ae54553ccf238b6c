package io.rpcstress.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of a service of the user's: how they are named, and which replies are right. */
class OwnCallTest {

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static OwnCall.Request expecting(String... replies) {
    return new OwnCall.Service(
            "call-0",
            "POST",
            "/orders",
            List.of(new OwnCall.Header("Authorization", "a secret")),
            OwnCall.statuses("2xx"),
            List.of(bytes("{}")),
            List.of(replies).stream().map(OwnCallTest::bytes).toList(),
            null)
        .first();
  }

  @Test
  void everyReplyIsRightWhereNoneIsExpected() {
    assertThat(OwnCall.OPERATION.isAnswer(expecting(), bytes("anything"))).isTrue();
  }

  @Test
  void aReplyIsOneOfThoseThatAreExpected() {
    OwnCall.Request request = expecting("ok", "ok\n");
    byte[] right = OwnCall.OPERATION.answer(request);
    assertThat(OwnCall.OPERATION.isAnswer(request, right)).isTrue();
    assertThat(OwnCall.OPERATION.isAnswer(request, bytes("ok\n"))).isTrue();
    byte[] wrong = OwnCall.OPERATION.falsified(right);
    assertThat(OwnCall.OPERATION.isAnswer(request, wrong)).isFalse();
    assertThat(OwnCall.OPERATION.describeWrong(request, bytes("no\u001b")))
        .isEqualTo("the reply is 'no?' (3 bytes), expected 'ok' (2 bytes)");
  }

  @Test
  void aNameSaysWhatIsCalledAndDiffersByPathAndSamples() {
    String name = OwnCall.pack("POST", "/v1/orders?id=1", List.of(bytes("{}")));
    assertThat(name).matches("post-v1-orders-[0-9a-f]{16}");
    assertThat(OwnCall.pack("POST", "/v1/orders?id=2", List.of(bytes("{}")))).isNotEqualTo(name);
    assertThat(OwnCall.pack("POST", "/v1/orders?id=1", List.of(bytes("[]")))).isNotEqualTo(name);
    assertThat(OwnCall.pack("POST", "/v1/orders?id=1", List.of(bytes("{}")))).isEqualTo(name);
  }

  @Test
  void noTextHasTheValueOfAHeader() {
    assertThat(expecting().service().toString()).contains("Authorization").doesNotContain("secret");
  }

  @Test
  void statusesAreNumbersOrAHundredOfThem() {
    assertThat(OwnCall.statuses("404,2xx")).hasSize(101).contains(404, 200, 299);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "20", "6xx", "2XX", "200,", "OK"})
  void otherTextsAreNoStatus(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OwnCall.statuses(text))
        .withMessageContaining("a status such as 200 or 2xx expected");
  }
}
