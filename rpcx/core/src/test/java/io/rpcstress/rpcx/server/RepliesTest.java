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
import io.rpcstress.rpcx.value.TypeArguments;
import io.rpcstress.rpcx.wire.Fields;
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
        "every",
        new Every(),
        declared,
        declared.getAnnotation(Method.class),
        TypeArguments.of(Every.class),
        new Codecs());
  }

  private static byte[] generated(long id, PublishedMethod method, @Nullable Object value) {
    RPCXReply.Builder reply = RPCXReply.newBuilder().setId(id);
    if (value != null && method.result() != null) {
      reply.setResult(method.result().encode(value));
    }
    return Frames.of(Fields.REPLY, reply.build().toByteArray());
  }

  private static void same(long id, String name, @Nullable Object value) throws Exception {
    PublishedMethod method = method(name);
    int most = Limits.DEFAULTS.maxFrameBytes();
    Reply reply = Replies.result(id, method, value, most, new FailureLog.Lazy(), null);
    assertThat(reply.succeeded()).isTrue();
    assertThat(reply.id()).isEqualTo(id);
    assertThat(reply.frame()).isEqualTo(generated(id, method, value));
  }

  @Test
  void everyReplyIsTheSameToTheByte() throws Exception {
    Random random = new Random(20231201);
    for (int i = 0; i < 500; i++) {
      long id = i == 0 ? 0 : random.nextLong() >>> random.nextInt(64);
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
  void aFailureIsTheSameToTheByteAndCutToWhatTheCallerAccepts() throws Exception {
    String message = "\u00e9\ud83d\ude00".repeat(100);
    RPCXReply.Builder expected =
        RPCXReply.newBuilder().setId(7).setStatus(StatusCode.ABORTED.number()).setMessage(message);
    Reply whole = Replies.failure(7, StatusCode.ABORTED, message, 10_000);
    assertThat(whole.frame()).isEqualTo(Frames.of(Fields.REPLY, expected.build().toByteArray()));
    for (int most = 16; most < 400; most++) {
      Reply cut = Replies.failure(7, StatusCode.ABORTED, message, most);
      assertThat(cut.frame().length - Integer.BYTES).isLessThanOrEqualTo(most);
      assertThat(reply(cut).getStatus()).isEqualTo(StatusCode.ABORTED.number());
    }
  }

  private static RPCXReply reply(Reply reply) throws InvalidProtocolBufferException {
    byte[] body = Arrays.copyOfRange(reply.frame(), Integer.BYTES, reply.frame().length);
    return Envelope.parseFrom(body).getReply();
  }

  @Test
  void aReplyBeyondTheCallersFrameReportsHowLongItWouldBe() throws Exception {
    Reply fits =
        Replies.result(1, method("bytes"), new byte[100], 106, new FailureLog.Lazy(), null);
    assertThat(fits.succeeded()).isTrue();
    assertThat(fits.frame()).hasSize(110);
    Reply tooLong =
        Replies.result(1, method("bytes"), new byte[101], 106, new FailureLog.Lazy(), null);
    assertThat(tooLong.succeeded()).isFalse();
    assertThat(ByteString.copyFrom(tooLong.frame()).toStringUtf8())
        .contains("the reply takes 107 bytes, the caller accepts 106");
  }

  @Test
  void aReplyThatMetadataMakesTooLongReportsThatTheMethodRan() throws Exception {
    CallContext.enter(System.nanoTime(), Map.of(), Peer.UNKNOWN);
    CallContext context = Objects.requireNonNull(CallContext.current());
    context.reply("key", "value");
    assertThat(CallContext.leave()).isSameAs(context);
    Reply fits =
        Replies.result(1, method("bytes"), new byte[100], 106, new FailureLog.Lazy(), null);
    Reply tooLong = Replies.withMetadata(fits, context, 106);
    assertThat(tooLong.succeeded()).isFalse();
    RPCXReply reply = reply(tooLong);
    assertThat(StatusCode.of(reply.getStatus())).isEqualTo(StatusCode.REPLY_DROPPED);
    assertThat(reply.getMessage()).contains("with its metadata, the caller accepts 106");
  }

  @Test
  void aReplyIsMadeOnceThereIsRoomForIt() throws Exception {
    List<Integer> requested = new ArrayList<>();
    Reply made =
        Replies.result(
            1, method("bytes"), new byte[100], 1024, new FailureLog.Lazy(), requested::add);
    assertThat(made.succeeded()).isTrue();
    assertThat(requested).containsExactly(made.frame().length);
  }

  @Test
  void aReplyWithoutRoomReportsThatTheMethodRan() throws Exception {
    Reply dropped =
        Replies.result(
            1, method("bytes"), new byte[100], 1024, new FailureLog.Lazy(), bytes -> false);
    assertThat(dropped.succeeded()).isFalse();
    byte[] body = Arrays.copyOfRange(dropped.frame(), Integer.BYTES, dropped.frame().length);
    assertThat(StatusCode.of(Envelope.parseFrom(body).getReply().getStatus()))
        .isEqualTo(StatusCode.REPLY_DROPPED);
  }
}
