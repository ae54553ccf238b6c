package io.rpcstress.rpcx.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.Ping;
import io.rpcstress.rpcx.proto.RPCXReply;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is read and written by hand is what the generated code reads and writes. */
class PlainMessagesTest {
  private static final long ID = 0x0102030405060708L;

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }

  private static int resultAt(byte[] bytes) {
    return PlainMessages.resultAt(bytes, 0, bytes.length);
  }

  private static int kind(String text) {
    byte[] bytes = hex(text);
    return PlainMessages.kind(bytes, 0, bytes.length);
  }

  @Test
  void everyReplyThatSucceedsIsPlainWhateverItsLength() {
    RPCXReply.Builder reply = RPCXReply.newBuilder().setId(ID);
    assertThat(resultAt(reply.build().toByteArray())).isEqualTo(PlainMessages.NO_RESULT);
    for (int length : new int[] {0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152}) {
      byte[] bytes = reply.setResult(ByteString.copyFrom(new byte[length])).build().toByteArray();
      assertThat(resultAt(bytes)).isEqualTo(bytes.length - length);
      assertThat(CallIds.WHOLE.read(bytes, 0)).isEqualTo(ID);
      byte[] offset = Arrays.copyOfRange(bytes, 7, bytes.length);
      offset[0] = Fields.OFFSET_KEY;
      offset[1] = 5;
      assertThat(resultAt(offset)).isEqualTo(offset.length - length);
      assertThat(CallIds.from(ID).read(offset, 0)).isEqualTo(ID + 5);
    }
  }

  @Test
  void otherRepliesAreLeftToTheGeneratedCode() {
    RPCXReply reply = RPCXReply.newBuilder().setId(ID).build();
    assertThat(resultAt(reply.toBuilder().setStatus(3).build().toByteArray()))
        .isEqualTo(PlainMessages.NOT_PLAIN);
    assertThat(resultAt(reply.toBuilder().setId(0).build().toByteArray()))
        .isEqualTo(PlainMessages.NOT_PLAIN);
    String id = "09 0807060504030201";
    // a result that is cut off, one too short, twice, before the id; a further field
    for (String other :
        new String[] {
          id + "1203 6161",
          id + "1201 6161",
          id + "1200 1200",
          "1200" + id,
          id + "1200 4801",
          id + "12",
          "4000",
          "40 8000",
          "40 8080808080808001",
          "4080",
          "40",
          "4005" + id
        }) {
      assertThat(resultAt(hex(other))).as(other).isEqualTo(PlainMessages.NOT_PLAIN);
    }
  }

  @Test
  void envelopesOfOneMessageArePlainAndOthersAreNot() {
    assertThat(kind("2200")).isEqualTo(Envelope.PING_FIELD_NUMBER);
    assertThat(kind("120161")).isEqualTo(Envelope.REPLY_FIELD_NUMBER);
    assertThat(kind("12 8100 61")).as("a length in two bytes").isEqualTo(2);
    for (String other :
        new String[] {
          "", "22", "2201", "2200 2200", "4200", "0200", "2001", "a20100", "12ffffffff0f"
        }) {
      assertThat(kind(other)).as(other).isZero();
    }
  }

  @Test
  void whateverIsAcceptedMeansTheSame() {
    Random random = new Random(20231129);
    for (int i = 0; i < 20_000; i++) {
      PlainComparison.compare(mutated(message(random).toByteArray(), random));
    }
  }

  private static MessageLite message(Random random) {
    ByteString content = ByteString.copyFrom(new byte[random.nextInt(200)]);
    RPCXReply.Builder reply = RPCXReply.newBuilder().setId(random.nextLong()).setResult(content);
    return switch (random.nextInt(7)) {
      case 0 -> reply.build();
      case 1 -> Envelope.newBuilder().setReply(reply).build();
      case 2 -> Envelope.newBuilder().setPing(Ping.newBuilder().setId(ID)).build();
      case 4 -> reply.clearId().setIdOffset(random.nextLong() >>> random.nextInt(64)).build();
      case 3 -> reply.setStatus(random.nextInt(20)).setMessage("why").build();
      default ->
          Hello.newBuilder()
              .setVersion(random.nextInt(3))
              .setMaxFrameBytes(random.nextInt() >>> random.nextInt(32))
              .setToken(random.nextBoolean() ? "t" : "")
              .setMaxInFlight(random.nextInt(5000))
              .build();
    };
  }

  private static byte[] mutated(byte[] bytes, Random random) {
    byte[] other = bytes;
    for (int changes = random.nextInt(3); changes > 0 && other.length > 0; changes--) {
      int at = random.nextInt(Math.min(other.length, 16));
      if (random.nextInt(4) == 0) {
        other = Arrays.copyOf(other, random.nextInt(other.length + 3));
      } else {
        other[at] =
            (byte) (random.nextBoolean() ? other[at] ^ (1 << random.nextInt(8)) : random.nextInt());
      }
    }
    return other;
  }

  @Test
  void framesWrittenByHandAreThoseOfTheGeneratedCode() {
    Random random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      int maxFrame = random.nextInt() >>> random.nextInt(32);
      int deadline = random.nextInt() >>> (1 + random.nextInt(31));
      int inFlight = random.nextInt() >>> random.nextInt(32);
      long base = random.nextBoolean() ? 0 : random.nextLong();
      int numbers = random.nextInt(20_000);
      String token = "\u00e9x".repeat(random.nextInt(100));
      Hello.Builder hello =
          Hello.newBuilder()
              .setIdBase(base)
              .setMaxMethodNumbers(numbers)
              .setVersion(Frames.VERSION)
              .setMaxFrameBytes(maxFrame)
              .setToken(token)
              .setDefaultDeadlineMs(deadline)
              .setMaxInFlight(inFlight);
      assertThat(
              Frames.hello(
                  maxFrame, token.isEmpty() ? null : token, deadline, inFlight, base, numbers))
          .isEqualTo(Frames.of(Envelope.HELLO_FIELD_NUMBER, hello.build()));
      long id = i == 0 ? 0 : random.nextLong();
      assertThat(Frames.ping(id))
          .isEqualTo(Frames.of(Envelope.PING_FIELD_NUMBER, Ping.newBuilder().setId(id).build()));
    }
  }
}
