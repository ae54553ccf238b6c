package io.rpcstress.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a body is, and what it holds, however it comes. */
class ArrivingBodyTest {

  private static byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    new Random(2017).nextBytes(bytes);
    return bytes;
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "5, 5", "5, 1", "300000, 7", "300000, 8192", "300000, 100000"})
  void isWhatCameAndNeverHoldsMoreThanItSaidOrTwiceOfThat(int length, int piece) {
    byte[] sent = bytes(length);
    ArrivingBody body = new ArrivingBody(length + 1);
    for (int at = 0; at < length; at += piece) {
      int more = Math.min(piece, length - at);
      assertThat(body.mayGrowBy(more)).isTrue();
      int said = body.heldWith(more);
      body.append(ByteBuffer.wrap(sent, at, more));
      assertThat(body.held()).isEqualTo(said).isBetween(at + more, 2 * (at + more));
    }
    assertThat(body.length()).isEqualTo(length);
    assertThat(body.held()).isLessThanOrEqualTo(length + 1);
    assertThat(body.mayGrowBy(2)).isFalse();
    assertThat(body.whole()).isEqualTo(sent);
    assertThat(body.held()).isZero();
  }

  @Test
  void onceDroppedItHoldsNothingAndStillCounts() {
    ArrivingBody body = new ArrivingBody(100);
    body.append(ByteBuffer.wrap(bytes(50)));
    body.drop();
    body.append(ByteBuffer.wrap(bytes(40)));
    assertThat(body.held()).isZero();
    assertThat(body.length()).isEqualTo(90);
    assertThat(body.mayGrowBy(11)).isFalse();
    assertThat(body.whole()).isNull();
  }
}
