package io.rpcstress.rpcx.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Ping;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Frames come out the same however the stream is cut. */
class FrameReaderTest {
  private static final int MAX_FRAME = 1000;

  /** Keeps what it reads. */
  private static final class Recorder extends FrameReader {
    final List<Long> pings = new ArrayList<>();
    String problem = "";

    Recorder() {
      super(MAX_FRAME);
    }

    @Override
    protected void envelope(ChannelHandlerContext ctx, int kind, byte[] bytes, int from, int to) {
      assertThat(kind).isEqualTo(Envelope.PING_FIELD_NUMBER);
      pings.add(Messages.parse(Ping.parser(), bytes, from, to).getId());
    }

    @Override
    protected void malformed(ChannelHandlerContext ctx, MalformedFrameException e) {
      problem = String.valueOf(e.getMessage());
    }
  }

  private static byte[] pings(int count) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < count; i++) {
      all.writeBytes(Frames.ping(i));
    }
    return all.toByteArray();
  }

  private static void feed(EmbeddedChannel channel, byte[] bytes, int from, int to) {
    channel.writeInbound(Unpooled.copiedBuffer(bytes, from, to - from));
  }

  @Test
  void cutAtEveryPairOfBytes() {
    byte[] stream = pings(3);
    for (int first = 0; first <= stream.length; first++) {
      for (int second = first; second <= stream.length; second++) {
        Recorder recorder = new Recorder();
        EmbeddedChannel channel = new EmbeddedChannel(recorder);
        feed(channel, stream, 0, first);
        feed(channel, stream, first, second);
        feed(channel, stream, second, stream.length);
        assertThat(recorder.pings).containsExactly(0L, 1L, 2L);
        assertThat(channel.finish()).isFalse();
      }
    }
  }

  @Test
  void randomCutsOfALongStream() {
    Random random = new Random(7);
    byte[] stream = pings(5000);
    Recorder recorder = new Recorder();
    EmbeddedChannel channel = new EmbeddedChannel(recorder);
    int at = 0;
    while (at < stream.length) {
      int to = Math.min(stream.length, at + random.nextInt(3000));
      feed(channel, stream, at, to);
      at = to;
    }
    assertThat(recorder.pings).hasSize(5000).isSorted();
    assertThat(recorder.bytesIn()).isEqualTo(stream.length);
    assertThat(channel.finish()).isFalse();
  }

  @Test
  void aPausedReaderKeepsItsFrames() {
    Recorder recorder = new Recorder();
    EmbeddedChannel channel = new EmbeddedChannel(recorder);
    recorder.pause(channel.pipeline().firstContext());
    byte[] stream = pings(3);
    feed(channel, stream, 0, stream.length);
    assertThat(recorder.pings).isEmpty();
    recorder.resume(channel.pipeline().firstContext());
    assertThat(recorder.pings).containsExactly(0L, 1L, 2L);
    assertThat(channel.finish()).isFalse();
  }

  @Test
  void aFrameThatDoesNotGrowIsStuckAndOneThatDoesIsNot() {
    Recorder recorder = new Recorder();
    EmbeddedChannel channel = new EmbeddedChannel(recorder);
    byte[] frame = new byte[900];
    frame[2] = (byte) (896 >>> 8);
    frame[3] = (byte) (896 & 0xFF);
    feed(channel, frame, 0, 10);
    assertThat(recorder.stuckInFrame(100)).as("first look").isFalse();
    feed(channel, frame, 10, 200);
    assertThat(recorder.stuckInFrame(100)).as("grew by 190").isFalse();
    feed(channel, frame, 200, 250);
    assertThat(recorder.stuckInFrame(100)).as("grew by 50").isTrue();
    assertThat(channel.finish()).isFalse();
  }

  @Test
  void ofSeveralMessagesInOneEnvelopeTheLastCounts() {
    Recorder recorder = new Recorder();
    EmbeddedChannel channel = new EmbeddedChannel(recorder);
    // PONG 1, PING 2, PING 3 and an unknown field.
    byte[] frame =
        HexFormat.of()
            .parseHex(
                "00000024"
                    + "2a09090100000000000000"
                    + "2209090200000000000000"
                    + "2209090300000000000000"
                    + "9a0600");
    feed(channel, frame, 0, frame.length);
    assertThat(recorder.pings).containsExactly(3L);
    assertThat(channel.finish()).isFalse();
  }

  @Test
  void aLengthBeyondTheLimitStopsTheReader() {
    Recorder recorder = new Recorder();
    EmbeddedChannel channel = new EmbeddedChannel(recorder);
    byte[] stream = Arrays.copyOf(pings(1), 100);
    stream[pings(1).length] = 1;
    feed(channel, stream, 0, stream.length);
    assertThat(recorder.pings).containsExactly(0L);
    assertThat(recorder.problem).contains("more than 1000 bytes");
    assertThat(recorder.stopped()).isTrue();
    feed(channel, stream, 0, stream.length);
    assertThat(recorder.pings).hasSize(1);
    assertThat(channel.finish()).isFalse();
  }
}
