package io.rpcstress.rpcx.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The bytes of docs/wire.md for every kind that keeps a connection; they never change. */
class FramesTest {
  private static final long ID = 150;

  private static void is(byte[] frame, String hex) {
    assertThat(HexFormat.of().formatHex(frame)).isEqualTo(hex.replace(" ", ""));
  }

  @Test
  void everyKindIsItsGoldenBytes() {
    is(Frames.ping(ID), "00000005 2203 089601");
    is(Frames.pong(ID), "00000005 2a03 089601");
    is(Frames.cancel(ID), "00000005 3a03 089601");
    is(Frames.goAway(0, "bye"), "00000007 3205 1203627965");
    is(Frames.goAway(3, "bad"), "00000009 3207 0803 1203626164");
    is(Frames.goAway(3, "bad", ID), "0000000c 320a 0803 1203626164 189601");
    is(Frames.goAway(3, "bad", 0L), "0000000b 3209 0803 1203626164 1800");
    is(Frames.lastGoAway("bye"), "00000009 3207 1203627965 2001");
    is(
        Hello.ofClient(65536, "t", 3000, true).frame(),
        "00000010 1a0e 0801 10808004 1a0174 20b817 3801");
    is(
        Hello.ofServer(4_194_304, 4096, true, true).frame(),
        "00000010 1a0e 0801 1080808002 288020 3001 3801");
  }

  @Test
  void theLengthOfAMessageFollowsFromItsFramesSize() {
    for (int length = 0; length < 70_000; length++) {
      assertThat(Frames.messageLength(Frames.size(length))).isEqualTo(length);
    }
    for (int length : new int[] {2_097_151, 2_097_152, 268_435_455, 268_435_456}) {
      assertThat(Frames.messageLength(Frames.size(length))).isEqualTo(length);
    }
  }
}
