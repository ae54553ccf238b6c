package io.rpcstress.rpcx.client;

import com.google.protobuf.InvalidProtocolBufferException;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.value.ValueCodec;
import io.rpcstress.rpcx.wire.CallIds;
import io.rpcstress.rpcx.wire.Fields;
import io.rpcstress.rpcx.wire.Frames;
import io.rpcstress.rpcx.wire.PlainMessages;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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

  /** Makes a reply, in the order in which a service centre writes it. */
  @Setup
  public void prepare() {
    byte[] result = "hello, 0123456789abcdef".getBytes(StandardCharsets.UTF_8);
    ids = CallIds.from("1.1".equals(wire) ? BASE : 0);
    int length = ids.size(ID) + (int) Fields.size(result.length);
    byte[] frame = new byte[Frames.size(length)];
    int at = Frames.begin(frame, 0, Envelope.REPLY_FIELD_NUMBER, length);
    at = ids.write(frame, at, ID);
    at = Fields.begin(frame, at, Fields.RESULT_KEY, result.length);
    System.arraycopy(result, 0, frame, at, result.length);
    body = Arrays.copyOfRange(frame, Integer.BYTES, frame.length);
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
