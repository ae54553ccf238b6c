package io.rpcstress.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class CallFailureTest {

  private final CallException thrown = new CallException(FailureKind.REFUSED, "full");

  @Test
  void whatADriverThrewIsItsKindInItsWords() {
    CallFailure refused = new CallFailure(FailureKind.REFUSED, "full");
    assertThat(CallFailure.of(thrown)).isEqualTo(refused);
    assertThat(CallFailure.ofStarted(thrown)).isEqualTo(refused);
    assertThat(CallFailure.ofStarted(new CompletionException(thrown))).isEqualTo(refused);
  }

  @Test
  void whatIsNoCallsFailureIsInternal() {
    assertThat(CallFailure.ofStarted(new IllegalStateException("x")))
        .isEqualTo(new CallFailure(FailureKind.INTERNAL, "java.lang.IllegalStateException: x"));
    assertThat(CallFailure.ofStarted(new CompletionException("bare", null)).kind())
        .isEqualTo(FailureKind.INTERNAL);
    assertThat(CallFailure.ofStarted(null))
        .isEqualTo(new CallFailure(FailureKind.INTERNAL, "neither a reply nor a failure"));
  }
}
