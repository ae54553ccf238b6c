package io.rpcstress.rpcx.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.RPCXReply;
import java.io.IOException;
import java.util.Arrays;

/**
 * Compares what is read by hand with the generated code: whatever {@link PlainMessages} accepts
 * must mean the same to both, whichever bytes they are.
 */
public final class PlainComparison {
  private static final CallIds IDS = CallIds.from(0x7f00_0000_0000_0000L);

  private PlainComparison() {}

  /**
   * Takes bytes for an envelope, and its content, or them, for every message that is read by hand.
   *
   * @param body any bytes
   */
  public static void compare(byte[] body) {
    // In the middle of an array, as the frames of a stream are.
    byte[] bytes = new byte[body.length + 20];
    Arrays.fill(bytes, (byte) 0x12);
    System.arraycopy(body, 0, bytes, 10, body.length);
    int to = 10 + body.length;
    int kind = PlainMessages.kind(bytes, 10, to);
    if (kind != 0) {
      int content = PlainMessages.contentAt(bytes, 10);
      envelope(bytes, to, kind, content);
      messages(bytes, content, to);
    }
    messages(bytes, 10, to);
  }

  private static void envelope(byte[] bytes, int to, int kind, int content) {
    try {
      CodedInputStream in = CodedInputStream.newInstance(bytes, 10, to - 10);
      assertThat(in.readTag()).isEqualTo(kind << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED);
      int length = in.readRawVarint32();
      assertThat(10 + in.getTotalBytesRead()).isEqualTo(content);
      in.skipRawBytes(length);
      assertThat(in.readTag()).isZero();
    } catch (IOException e) {
      throw new AssertionError("the generated code does not read this envelope", e);
    }
  }

  private static void messages(byte[] bytes, int from, int to) {
    int result = PlainMessages.resultAt(bytes, from, to);
    if (result != PlainMessages.NOT_PLAIN) {
      RPCXReply reply = Messages.parse(RPCXReply.parser(), bytes, from, to);
      assertThat(IDS.of(reply.getId(), reply.getIdOffset())).isEqualTo(IDS.read(bytes, from));
      assertThat(reply.getStatus()).isZero();
      assertThat(reply.getMessage()).isEmpty();
      assertThat(reply.hasResult()).isEqualTo(result != PlainMessages.NO_RESULT);
      if (reply.hasResult()) {
        assertThat(reply.getResult().toByteArray())
            .isEqualTo(Arrays.copyOfRange(bytes, result, to));
      }
    }
    int[] fields = new int[Hello.TYPES_BY_NUMBER_FIELD_NUMBER + 1];
    if (PlainMessages.numbers(bytes, from, to, fields)) {
      numbers(fields, bytes, from, to);
    }
  }

  private static void numbers(int[] fields, byte[] bytes, int from, int to) {
    // Field 3 is a token and 6 a base, not numbers: the generated code leaves a number there alone.
    Hello hello = Messages.parse(Hello.parser(), bytes, from, to);
    assertThat(hello.getVersion()).isEqualTo(fields[1]);
    assertThat(hello.getMaxFrameBytes()).isEqualTo(fields[2]);
    assertThat(hello.getToken()).isEmpty();
    assertThat(hello.getDefaultDeadlineMs()).isEqualTo(fields[4]);
    assertThat(hello.getMaxInFlight()).isEqualTo(fields[5]);
    assertThat(hello.getIdBase()).isZero();
    assertThat(hello.getMaxMethodNumbers()).isEqualTo(fields[7]);
    assertThat(hello.getDraining()).isEqualTo(fields[8] != 0);
    assertThat(hello.getCompression()).isEqualTo(fields[9]);
    assertThat(hello.getTypesByNumber()).isEqualTo(fields[10] != 0);
  }
}
