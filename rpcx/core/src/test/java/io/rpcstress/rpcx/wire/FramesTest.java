package io.rpcstress.rpcx.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The bytes of docs/wire.md for every kind that keeps a connection; they never change. */
class FramesTest {
  private static final long ID = 0x0102030405060708L;

  private static void is(byte[] frame, String hex) {
    assertThat(HexFormat.of().formatHex(frame)).isEqualTo(hex.replace(" ", ""));
  }

  @Test
  void everyKindIsItsGoldenBytes() {
    is(Frames.ping(ID), "0000000b 2209 090807060504030201");
    is(Frames.pong(ID), "0000000b 2a09 090807060504030201");
    is(Frames.cancel(ID), "0000000b 3a09 090807060504030201");
    is(Frames.goAway(0, "bye"), "00000007 3205 1203627965");
    is(Frames.goAway(3, "bad"), "00000009 3207 0803 1203626164");
    is(Frames.goAway(3, "bad", ID), "00000012 3210 0803 1203626164 190807060504030201");
    is(Frames.hello(65536, "t", 3000, 0, 0, 0), "0000000e 1a0c 0801 10808004 1a0174 20b817");
  }

  @Test
  void aFarewellInTwoStepsIsItsGoldenBytes() {
    is(Frames.lastGoAway("bye"), "00000009 3207 1203627965 2001");
    is(
        Frames.draining(Frames.hello(4_194_304, null, 0, 4096, 0, 0)),
        "0000000e 1a0c 0801 1080808002 288020 4001");
  }

  @Test
  void helloOfWire11IsItsGoldenBytes() {
    is(
        Frames.hello(4_194_304, null, 3000, 0, ID, 0),
        "00000015 1a13 0801 1080808002 20b817 31 0807060504030201");
    is(
        Frames.hello(4_194_304, null, 0, 4096, 0, 256),
        "0000000f 1a0d 0801 1080808002 288020 388002");
  }

  @Test
  void helloOfWire12IsItsGoldenBytes() {
    is(
        Frames.typesByNumber(Frames.hello(4_194_304, null, 3000, 0, ID, 0)),
        "00000017 1a15 0801 1080808002 20b817 31 0807060504030201 5001");
    is(
        Frames.typesByNumber(Frames.hello(4_194_304, null, 0, 4096, 0, 256)),
        "00000011 1a0f 0801 1080808002 288020 388002 5001");
    is(
        Frames.draining(Frames.typesByNumber(Frames.compressed(Frames.hello(1, "t", 0, 0, 0, 1)))),
        "00000011 1a0f 0801 1001 1a0174 3801 4801 5001 4001");
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
