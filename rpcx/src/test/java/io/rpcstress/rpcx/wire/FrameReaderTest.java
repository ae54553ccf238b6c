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
import java.util.concurrent.TimeUnit;
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
    protected void arrived() {}

    @Override
    protected void readComplete(ChannelHandlerContext ctx) {}

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
  void anIncompleteFrameIsBehindOnceItHasComeTooSlowly() {
    Recorder recorder = new Recorder();
    EmbeddedChannel channel = new EmbeddedChannel(recorder);
    byte[] frame = new byte[900];
    frame[2] = (byte) (896 >>> 8);
    frame[3] = (byte) (896 & 0xFF);
    // An unknown field of 893 bytes.
    frame[4] = 0x7a;
    frame[5] = (byte) ((893 & 0x7F) | 0x80);
    frame[6] = (byte) (893 >>> 7);
    long begin = System.nanoTime();
    feed(channel, frame, 0, 10);
    // 10 bytes a second once an hour is over: two hours later, 36,000 bytes less a slow test.
    long grace = TimeUnit.HOURS.toNanos(1);
    assertThat(recorder.frameBehind(begin, grace, 10)).as("grace").isFalse();
    assertThat(recorder.frameBehind(begin + 3 * grace, grace, 10)).as("10 bytes").isTrue();
    feed(channel, frame, 10, 800);
    assertThat(recorder.frameBehind(begin + 3 * grace, grace, 10)).as("800 bytes").isTrue();
    assertThat(recorder.frameBehind(begin + grace, grace, 10)).as("just after").isFalse();
    feed(channel, frame, 800, 900);
    assertThat(recorder.frameBehind(begin + 3 * grace, grace, 10)).as("whole").isFalse();
    assertThat(recorder.problem).isEmpty();
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
