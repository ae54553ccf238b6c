package io.rpcstress.rpcx.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.rpcstress.rpcx.CallContext;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.Peer;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.value.Codecs;
import io.rpcstress.rpcx.wire.CallIds;
import io.rpcstress.rpcx.wire.Frames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

  private static byte[] generated(
      long id, long offset, PublishedMethod method, @Nullable Object value) {
    RPCXReply.Builder reply = RPCXReply.newBuilder();
    if (offset == 0) {
      reply.setId(id);
    } else {
      reply.setIdOffset(offset);
    }
    if (value != null && method.result() != null) {
      reply.setResult(method.result().encode(value));
    }
    return Frames.of(Envelope.REPLY_FIELD_NUMBER, reply.build());
  }

  private static RPCXReply written(
      long id,
      CallIds ids,
      PublishedMethod method,
      @Nullable Object value,
      long expectedId,
      long expectedOffset)
      throws InvalidProtocolBufferException {
    ReplyForm form = new ReplyForm(ids, Limits.DEFAULTS.maxFrameBytes());
    Reply reply = Replies.result(id, method, value, form, new FailureLog.Lazy(), null);
    assertThat(reply.succeeded()).isTrue();
    assertThat(reply.id()).isEqualTo(id);
    byte[] generated = generated(expectedId, expectedOffset, method, value);
    assertThat(reply.frame()).hasSameSizeAs(generated);
    if (expectedOffset == 0) {
      assertThat(reply.frame()).isEqualTo(generated);
    }
    byte[] body = Arrays.copyOfRange(reply.frame(), Integer.BYTES, reply.frame().length);
    RPCXReply read = Envelope.parseFrom(body).getReply();
    assertThat(read.getId()).isEqualTo(expectedId);
    assertThat(read.getIdOffset()).isEqualTo(expectedOffset);
    return read;
  }

  private static void same(long id, String name, @Nullable Object value) throws Exception {
    PublishedMethod method = method(name);
    RPCXReply whole = written(id, CallIds.WHOLE, method, value, id, 0);
    long base = id - (id >>> 20) - 1;
    // The generated code writes fields in the order of their numbers, and reads them in any.
    long offset = CallIds.from(base).offset(id);
    RPCXReply shorter =
        written(id, CallIds.from(base), method, value, offset == 0 ? id : 0, offset);
    assertThat(shorter.getResult()).isEqualTo(whole.getResult());
    if (offset == 0) {
      assertThat(shorter).isEqualTo(whole);
    }
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

  private static ReplyForm upTo(int maxFrameBytes) {
    return new ReplyForm(CallIds.WHOLE, maxFrameBytes);
  }

  @Test
  void aReplyBeyondTheCallersFrameSaysHowLongItWouldBe() throws Exception {
    Reply fits =
        Replies.result(1, method("bytes"), new byte[100], upTo(113), new FailureLog.Lazy(), null);
    assertThat(fits.succeeded()).isTrue();
    assertThat(fits.frame()).hasSize(117);
    Reply tooLong =
        Replies.result(1, method("bytes"), new byte[101], upTo(113), new FailureLog.Lazy(), null);
    assertThat(tooLong.succeeded()).isFalse();
    assertThat(ByteString.copyFrom(tooLong.frame()).toStringUtf8())
        .contains("the reply takes 114 bytes, the caller accepts 113");
  }

  @Test
  void aReplyThatMetadataMakesTooLongSaysThatTheMethodRan() throws Exception {
    CallContext.enter(System.nanoTime(), Map.of(), Peer.UNKNOWN);
    CallContext context = Objects.requireNonNull(CallContext.current());
    context.reply("key", "value");
    assertThat(CallContext.leave()).isSameAs(context);
    Reply fits =
        Replies.result(1, method("bytes"), new byte[100], upTo(113), new FailureLog.Lazy(), null);
    Reply tooLong = Replies.withMetadata(fits, context, upTo(113));
    assertThat(tooLong.succeeded()).isFalse();
    byte[] body = Arrays.copyOfRange(tooLong.frame(), Integer.BYTES, tooLong.frame().length);
    RPCXReply reply = Envelope.parseFrom(body).getReply();
    assertThat(StatusCode.of(reply.getStatus())).isEqualTo(StatusCode.REPLY_DROPPED);
    assertThat(reply.getMessage()).contains("with its metadata, the caller accepts 113");
  }

  @Test
  void aReplyIsMadeOnceThereIsRoomForIt() throws Exception {
    List<Integer> asked = new ArrayList<>();
    Reply made =
        Replies.result(
            1, method("bytes"), new byte[100], upTo(1024), new FailureLog.Lazy(), asked::add);
    assertThat(made.succeeded()).isTrue();
    assertThat(asked).containsExactly(made.frame().length);
  }

  @Test
  void aReplyWithoutRoomSaysThatTheMethodRan() throws Exception {
    Reply dropped =
        Replies.result(
            1, method("bytes"), new byte[100], upTo(1024), new FailureLog.Lazy(), bytes -> false);
    assertThat(dropped.succeeded()).isFalse();
    byte[] body = Arrays.copyOfRange(dropped.frame(), Integer.BYTES, dropped.frame().length);
    assertThat(StatusCode.of(Envelope.parseFrom(body).getReply().getStatus()))
        .isEqualTo(StatusCode.REPLY_DROPPED);
  }
}
