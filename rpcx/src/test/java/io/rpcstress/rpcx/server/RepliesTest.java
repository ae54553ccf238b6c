package io.rpcstress.rpcx.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.value.Codecs;
import io.rpcstress.rpcx.wire.Frames;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A reply's bytes are those of the generated code. */
class RepliesTest {
  /** Results that can be written without a copy, and others. */
  static final class Every {
    @Method("text")
    public String text() {
      return "";
    }

    @Method("bytes")
    public byte[] bytes() {
      return new byte[0];
    }

    @Method("number")
    public long number() {
      return 0;
    }

    @Method("names")
    public List<String> names() {
      return List.of();
    }

    @Method("nothing")
    public void nothing() {}
  }

  private static PublishedMethod method(String name) throws NoSuchMethodException {
    java.lang.reflect.Method declared = Every.class.getMethod(name);
    return new PublishedMethod(
        "every", new Every(), declared, declared.getAnnotation(Method.class), new Codecs());
  }

  private static byte[] generated(long id, PublishedMethod method, @Nullable Object value) {
    RPCXReply.Builder reply = RPCXReply.newBuilder().setId(id);
    if (value != null && method.result() != null) {
      reply.setResult(method.result().encode(value));
    }
    return Frames.of(Envelope.REPLY_FIELD_NUMBER, reply.build());
  }

  private static void same(long id, String name, @Nullable Object value) throws Exception {
    PublishedMethod method = method(name);
    Reply reply =
        Replies.result(id, method, value, Limits.DEFAULTS.maxFrameBytes(), new FailureLog.Lazy());
    assertThat(reply.frame()).isEqualTo(generated(id, method, value));
    assertThat(reply.succeeded()).isTrue();
    assertThat(reply.id()).isEqualTo(id);
  }

  @Test
  void everyReplyIsTheSameToTheByte() throws Exception {
    Random random = new Random(20231201);
    for (int i = 0; i < 500; i++) {
      long id = i == 0 ? 0 : random.nextLong();
      String text = (random.nextBoolean() ? "x" : "\u00e9\ud83d\ude00").repeat(random.nextInt(700));
      same(id, "text", text);
      same(id, "bytes", new byte[random.nextInt(20_000)]);
      same(id, "number", random.nextLong() >> random.nextInt(64));
      same(id, "names", List.of(text, "b"));
      same(id, "nothing", null);
      same(id, "text", null);
    }
  }

  @Test
  void aReplyBeyondTheCallersFrameSaysHowLongItWouldBe() throws Exception {
    Reply fits = Replies.result(1, method("bytes"), new byte[100], 113, new FailureLog.Lazy());
    assertThat(fits.succeeded()).isTrue();
    assertThat(fits.frame()).hasSize(117);
    Reply tooLong = Replies.result(1, method("bytes"), new byte[101], 113, new FailureLog.Lazy());
    assertThat(tooLong.succeeded()).isFalse();
    assertThat(ByteString.copyFrom(tooLong.frame()).toStringUtf8())
        .contains("the reply takes 114 bytes, the caller accepts 113");
  }
}
