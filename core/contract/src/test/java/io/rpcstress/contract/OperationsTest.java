package io.rpcstress.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every operation owes, whatever it is. */
class OperationsTest {

  static List<Operation<?, ?>> operations() {
    return Operations.all();
  }

  @Test
  void operationsAreFoundByName() {
    assertThat(Operations.all())
        .allSatisfy(each -> assertThat(Operations.find(each.name())).contains(each));
    assertThat(Operations.find("gret")).isEmpty();
    assertThat(Operations.all()).extracting(Operation::name).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void isNamedAndListsWhatCanBeSet(Operation<?, ?> operation) {
    assertThat(operation.name()).matches("[a-z][a-z0-9-]*");
    assertThat(operation.summary()).isNotBlank().doesNotContain("\n");
    assertThat(operation.dimensions()).isNotEmpty();
    assertThat(operation.dimensions()).extracting(PayloadDimension::name).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void knowsTheAnswerAndAFalseOne(Operation<?, ?> operation) {
    judgesItsOwn(operation, Payload.defaultOf(operation));
    for (PayloadDimension each : operation.dimensions()) {
      judgesItsOwn(operation, Payload.defaultOf(operation).with(each.name(), each.min()));
      judgesItsOwn(operation, Payload.defaultOf(operation).with(each.name(), each.max()));
    }
  }

  /** A message comes out of a pack, of which a text takes the place. */
  @SuppressWarnings("unchecked") // a text is a request of messages
  private static <Q, R> Q asked(Operation<Q, R> operation, Payload payload) {
    if (!operation.equals(Message.OPERATION)) {
      return operation.request(payload);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> operation.request(payload))
        .withMessageContaining("--message");
    return (Q) new Text(Message.encodings().get(payload.get(Message.ENCODING)), "Ada");
  }

  private record Text(String encoding, String text) implements Message.Request {
    @Override
    public String pack() {
      return Message.pack("text", "0123456789abcdef0123");
    }

    @Override
    public byte[] encode() {
      return text.getBytes(UTF_8);
    }

    @Override
    public Object decode(byte[] reply) {
      return new String(reply, UTF_8);
    }

    @Override
    public Object expected() {
      return text;
    }

    @Override
    public int requestBytes() {
      return text.length();
    }

    @Override
    public int replyBytes() {
      return text.length();
    }
  }

  private static <Q, R> void judgesItsOwn(Operation<Q, R> operation, Payload payload) {
    Q request = asked(operation, payload);
    assertThat(operation.payload(request)).isEqualTo(payload);
    assertThat(Payload.parse(operation, payload.toString())).isEqualTo(payload);
    assertThat(operation.bytes(request)).isNotNegative();
    R right = operation.answer(request);
    assertThat(operation.isAnswer(request, right)).as("%s is the answer", right).isTrue();
    R wrong = operation.falsified(right);
    assertThat(operation.isAnswer(request, wrong)).as("%s is the answer", wrong).isFalse();
    assertThat(operation.describeWrong(request, wrong))
        .isNotBlank()
        .doesNotContain("\n")
        .hasSizeLessThan(400);
  }
}
