package io.rpcstress.contract.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HttpRefusalTest {
  private static String described(String body) {
    return HttpRefusal.described(502, body.getBytes(UTF_8));
  }

  @Test
  void theBodyFollowsTheStatus() {
    assertThat(described("the customer service: gone\n"))
        .isEqualTo("HTTP status 502: the customer service: gone");
    assertThat(described(" ")).isEqualTo("HTTP status 502");
  }

  @Test
  void itIsOneShortLineThatATerminalCanBear() {
    assertThat(described("a\r\nb\u001b[2Jc")).isEqualTo("HTTP status 502: a??b?[2Jc");
    assertThat(described("x".repeat(1_000))).hasSizeLessThan(200).endsWith("xxx...");
  }
}
