package io.rpcstress.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PutTest {
  private static final Operation<Entry, Boolean> PUT = Put.OPERATION;

  @Test
  void carriesWhatThePublishedEvaluationCarried() {
    Entry entry = PUT.request(Payload.defaultOf(PUT));
    assertThat(entry.key()).isEqualTo("a".repeat(64).getBytes(UTF_8));
    assertThat(entry.value()).isEqualTo("a".repeat(512).getBytes(UTF_8));
    assertThat(PUT.bytes(entry)).isEqualTo(576);
  }

  @Test
  void aFrameOnALineConnectionIsAsDescribed() {
    Entry entry = new Entry(new byte[] {1, '\n'}, new byte[] {'x'});
    assertThat(PutFrame.of(entry)).containsExactly(0x10, 0, 2, 0, 0, 0, 1, 1, '\n', 'x');
  }
}
