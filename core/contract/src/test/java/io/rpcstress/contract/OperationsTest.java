package io.rpcstress.contract;

import static org.assertj.core.api.Assertions.assertThat;

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

  private static <Q, R> void judgesItsOwn(Operation<Q, R> operation, Payload payload) {
    Q request = operation.request(payload);
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
