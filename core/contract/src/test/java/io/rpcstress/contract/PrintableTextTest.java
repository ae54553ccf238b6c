package io.rpcstress.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTextTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 0x07, '\n', '\r', '\t', 0x1b, 0x7f, 0x85, 0x9b, 0x200b, 0x2028, 0x2029})
  void whatATerminalObeysBecomesAQuestionMark(int c) {
    assertThat(PrintableText.of("a" + (char) c + "b")).isEqualTo("a?b");
  }

  @ParameterizedTest
  @ValueSource(ints = {0x202a, 0x202e, 0x2066, 0x2069, 0xfeff})
  void whatTurnsTheDirectionOfWritingBecomesAQuestionMark(int c) {
    assertThat(PrintableText.of("a" + (char) c + "b")).isEqualTo("a?b");
  }

  @Test
  void whatPeopleWriteStays() {
    assertThat(PrintableText.of("Grüße, 世界 😀 'a b'")).isEqualTo("Grüße, 世界 😀 'a b'");
  }

  @Test
  void aLongTextIsCutOffAndMarked() {
    assertThat(PrintableText.of("abcdef", 6)).isEqualTo("abcdef");
    assertThat(PrintableText.of("abcdefg", 6)).isEqualTo("abcdef...");
    assertThat(PrintableText.of("\u001b[31mred", 4)).isEqualTo("?[31...");
  }
}
