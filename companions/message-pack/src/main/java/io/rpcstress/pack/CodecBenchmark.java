package io.rpcstress.pack;

import io.rpcstress.contract.Encoding;
import io.rpcstress.contract.MessageCodec;
import io.rpcstress.contract.MessagePack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Encodes and decodes the samples of a pack in turn, by the pack's own code. JMH extends it. */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets its parameters, and calls open
public class CodecBenchmark {
  static final String REPLY = "reply";

  @Param("")
  String pack;

  @Param("")
  String encoding;

  /** Which samples: {@value #REPLY}, or the requests. */
  @Param("")
  String side;

  private MessageCodec codec;
  private boolean isReply;
  private Object[] samples;
  private byte[][] encoded;
  private int last;

  /** Opens the pack, as both hosts do. */
  @Setup
  public void open() throws IOException {
    codec = MessagePack.open(Path.of(pack)).codec(Encoding.parse(encoding));
    isReply = side.equals(REPLY);
    samples =
        (isReply ? List.of(Objects.requireNonNull(codec.reply())) : codec.requests()).toArray();
    encoded = new byte[samples.length][];
    for (int i = 0; i < samples.length; i++) {
      encoded[i] = encode(samples[i]);
    }
  }

  private int next() {
    last = last + 1 < samples.length ? last + 1 : 0;
    return last;
  }

  private byte[] encode(Object sample) throws IOException {
    return isReply ? codec.encodeReply(sample) : codec.encodeRequest(sample);
  }

  @Benchmark
  public byte[] encode() throws IOException {
    return encode(samples[next()]);
  }

  @Benchmark
  public Object decode() throws IOException {
    byte[] bytes = encoded[next()];
    return isReply ? codec.decodeReply(bytes) : codec.decodeRequest(bytes);
  }
}
