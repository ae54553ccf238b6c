package io.rpcstress.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class PutTest {
  private static final Operation<Entry, Boolean> PUT = Put.OPERATION;

  @Test
  void itsCallsAreCountedAsPuts() {
    assertThat(Put.OPERATION.countedIn()).isEqualTo("puts");
    assertThat(Greeting.OPERATION.countedIn()).isEqualTo("calls");
  }

  @Test
  void carriesWhatThePublishedEvaluationCarried() {
    Entry entry = PUT.request(Payload.defaultOf(PUT));
    assertThat(entry.key()).isEqualTo("a".repeat(64).getBytes(UTF_8));
    assertThat(entry.value()).isEqualTo("a".repeat(512).getBytes(UTF_8));
    assertThat(PUT.bytes(entry)).isEqualTo(576);
  }

  @Test
  void theSizesAreGivenAsText() {
    Entry entry = PUT.request("value=3,key=1");
    assertThat(entry.key()).hasSize(1);
    assertThat(entry.value()).hasSize(3);
  }

  @Test
  void onlyAnAcknowledgementIsAnAnswer() {
    Entry entry = PUT.request(Payload.defaultOf(PUT));
    assertThat(PUT.isAnswer(entry, true)).isTrue();
    assertThat(PUT.isAnswer(entry, false)).isFalse();
    assertThat(PUT.describeWrong(entry, false))
        .isEqualTo("a key of 64 and a value of 512 bytes was not kept");
  }

  @Test
  void aFrameOnALineConnectionIsAsDescribed() {
    Entry entry = new Entry(new byte[] {1, '\n'}, new byte[] {'x'});
    assertThat(PutFrame.of(entry)).containsExactly(0x10, 0, 2, 0, 0, 0, 1, 1, '\n', 'x');
  }

  @Test
  void aFrameThatNoServerTakesIsNotMade() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PutFrame.of(new Entry(new byte[0], new byte[1])))
        .withMessageContaining("a key of 0 bytes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PutFrame.of(new Entry(new byte[1], new byte[16_385])))
        .withMessageContaining("16385");
  }
}
