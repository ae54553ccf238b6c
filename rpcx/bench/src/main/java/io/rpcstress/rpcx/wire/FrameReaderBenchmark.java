package io.rpcstress.rpcx.wire;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.rpcstress.rpcx.proto.Envelope;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Bytes to frames: of a read that brings one, of one that brings many, of one that cuts some. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FrameReaderBenchmark {
  private static final int FRAMES = 64;
  private static final int MAX_BYTES = 1 << 20;
  private static final int CUT = 5;

  private final byte[] frame = Frames.ping(1);
  private final ByteBuffer one = ByteBuffer.allocateDirect(frame.length).put(frame);
  private final ByteBuffer many = ByteBuffer.allocateDirect(FRAMES * frame.length);
  private final Counter reader = new Counter();

  /** Fills the buffers. */
  public FrameReaderBenchmark() {
    for (int i = 0; i < FRAMES; i++) {
      ByteBuffer unused = many.put(frame);
    }
    EmbeddedChannel unused = new EmbeddedChannel(reader);
  }

  /** Frames that come one a read; for each. */
  @Benchmark
  @OperationsPerInvocation(FRAMES)
  public long single() {
    for (int i = 0; i < FRAMES; i++) {
      reader.received(one.rewind());
    }
    return reader.frames;
  }

  /** Frames that come together; for each. */
  @Benchmark
  @OperationsPerInvocation(FRAMES)
  public long together() {
    reader.received(many.rewind());
    return reader.frames;
  }

  /** Frames that come together in two reads, of which the first one ends inside of a frame. */
  @Benchmark
  @OperationsPerInvocation(FRAMES)
  public long cut() {
    int half = FRAMES / 2 * frame.length + CUT;
    reader.received(many.duplicate().rewind().limit(half));
    reader.received(many.duplicate().clear().position(half));
    return reader.frames;
  }

  /** Counts. */
  private static final class Counter extends FrameReader {
    private long frames;

    Counter() {
      super(MAX_BYTES, null);
    }

    @Override
    protected void arrived() {}

    @Override
    protected void readComplete(ChannelHandlerContext ctx) {}

    @Override
    protected void envelope(ChannelHandlerContext ctx, int kind, byte[] bytes, int from, int to) {
      if (kind != Envelope.PING_FIELD_NUMBER) {
        throw new IllegalStateException("kind " + kind);
      }
      frames++;
    }

    @Override
    protected void malformed(ChannelHandlerContext ctx, MalformedFrameException problem) {
      throw problem;
    }
  }
}
