package io.rpcstress.client.harness.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What an agent and its harness read of each other, and what of each other's they do not. */
final class BoundedLinesTest {

  private static BoundedLines of(String text, int max) {
    return new BoundedLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), max);
  }

  @Test
  void linesComeWholeAndALastOneWithoutItsEndIsNone() throws IOException {
    String large = "x".repeat(20_000);
    BoundedLines lines = of("é\n\n" + large + "\nhalf", 20_000);

    assertThat(lines.next()).isEqualTo("é");
    assertThat(lines.next()).isEmpty();
    assertThat(lines.next()).isEqualTo(large);
    assertThat(lines.next()).isNull();
  }

  @Test
  void aLineBeyondTheLimitIsNotRead() {
    assertThatThrownBy(() -> of("x".repeat(101) + "\n", 100).next())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("more than 100 bytes");
    assertThatThrownBy(() -> of("x".repeat(50_000), 100).next()).isInstanceOf(IOException.class);
  }
}
