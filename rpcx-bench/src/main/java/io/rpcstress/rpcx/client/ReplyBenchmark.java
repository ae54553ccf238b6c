package io.rpcstress.rpcx.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.value.ValueCodec;
import io.rpcstress.rpcx.wire.CallIds;
import io.rpcstress.rpcx.wire.PlainMessages;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** A reply's id and result: read by hand and by the generated code. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ReplyBenchmark {
  private static final long BASE = 1_000_000;
  private static final long ID = BASE + 70_000;

  /** Version of the wire. */
  @Param({"1.0", "1.1"})
  public String wire = "1.1";

  private final ValueCodec text = Fixtures.codecs(String.class)[0];
  private CallIds ids = CallIds.WHOLE;
  private byte[] body = {};

  /** Makes a reply. */
  @Setup
  public void prepare() {
    RPCXReply.Builder reply =
        RPCXReply.newBuilder().setResult(ByteString.copyFromUtf8("hello, 0123456789abcdef"));
    if ("1.1".equals(wire)) {
      ids = CallIds.from(BASE);
      reply.setIdOffset(ID - BASE);
    } else {
      reply.setId(ID);
    }
    body = Envelope.newBuilder().setReply(reply).build().toByteArray();
  }

  /** By hand. */
  @Benchmark
  public Object plain(Blackhole hole) {
    if (PlainMessages.kind(body, 0, body.length) != Envelope.REPLY_FIELD_NUMBER) {
      throw new IllegalStateException("no plain reply");
    }
    int from = PlainMessages.contentAt(body, 0);
    int result = PlainMessages.resultAt(body, from, body.length);
    hole.consume(ids.read(body, from));
    return text.decode(body, result, body.length);
  }

  /** By the generated code. */
  @Benchmark
  public Object generated(Blackhole hole) throws InvalidProtocolBufferException {
    RPCXReply reply = Envelope.parseFrom(ByteBuffer.wrap(body)).getReply();
    hole.consume(ids.of(reply.getId(), reply.getIdOffset()));
    return text.decode(reply.getResult());
  }
}
