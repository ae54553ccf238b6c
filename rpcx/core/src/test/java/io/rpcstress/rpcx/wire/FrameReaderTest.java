package io.rpcstress.rpcx.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.rpcstress.rpcx.Limits;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** Frames come out the same however the stream is cut. */
class FrameReaderTest {
  private static final int MAX_FRAME = 1000;

  /** What is read of a socket at a time. */
  private static final int READ_BYTES = 64 * 1024;

  /** Keeps what it reads. */
  private static final class Recorder extends FrameReader {
    final List<Long> pings = new ArrayList<>();
    String problem = "";

    int reads;
    boolean memoryIsShort;
    final boolean inflatesAfterFirst;

    Recorder() {
      this(MAX_FRAME, null, false);
    }

    Recorder(int maxFrame, ByteBudget budget, boolean inflatesAfterFirst) {
      super(maxFrame, budget);
      this.inflatesAfterFirst = inflatesAfterFirst;
    }

    @Override
    protected void envelope(ChannelHandlerContext ctx, int kind, byte[] bytes, int from, int to) {
      assertThat(kind).isEqualTo(Fields.PING);
      if (inflatesAfterFirst && pings.isEmpty()) {
        inflate();
      }
      pings.add(Frames.id(bytes, from, to));
    }

    @Override
    protected boolean isMemoryShort() {
      return memoryIsShort;
    }

    @Override
    protected void arrived() {}

    @Override
    protected void readComplete(ChannelHandlerContext ctx) {
      reads++;
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
  void aLittleIsReadAtATimeBeforeHelloAndOfWhatIsCompressed() {
    Recorder recorder = new Recorder();
    assertThat(recorder.turnBytes(ReadTurn.BYTES))
        .as("it may be compressed behind HELLO")
        .isEqualTo(ReadTurn.LITTLE_BYTES);
    recorder.agreed();
    assertThat(recorder.turnBytes(ReadTurn.BYTES)).isEqualTo(ReadTurn.BYTES);
    recorder.inflate();
    assertThat(recorder.turnBytes(ReadTurn.BYTES)).isEqualTo(ReadTurn.LITTLE_BYTES);
    recorder.stop();
  }

  @Test
  void aLittleIsReadAtATimeWhileMemoryIsShortUnlessItBelongsToAFrameThatHasRoom() {
    int frame = 2 * Limits.SMALL_FRAME_BYTES;
    Recorder recorder = new Recorder(frame, new ByteBudget(frame + Integer.BYTES), false);
    recorder.agreed();
    recorder.memoryIsShort = true;
    assertThat(recorder.turnBytes(ReadTurn.BYTES)).isEqualTo(ReadTurn.LITTLE_BYTES);
    EmbeddedChannel channel = new EmbeddedChannel(recorder);
    channel.writeInbound(Unpooled.buffer().writeInt(frame));
    assertThat(recorder.turnBytes(ReadTurn.BYTES)).isEqualTo(ReadTurn.BYTES);
    assertThat(channel.finish()).isFalse();
  }

  @Test
  void aFrameThatNoArrayHoldsIsRefusedWhateverTheLimit() {
    ByteBudget budget = new ByteBudget(Long.MAX_VALUE);
    Recorder recorder = new Recorder(MAX_FRAME, budget, false);
    recorder.maxFrameBytes(Integer.MAX_VALUE);
    EmbeddedChannel channel = new EmbeddedChannel(recorder);
    channel.writeInbound(Unpooled.buffer().writeInt(Integer.MAX_VALUE));
    assertThat(recorder.problem).contains("a frame of more than");
    assertThat(channel.finish()).isFalse();
  }

  @Test
  void aReaderThatHasStoppedIsNotKeptByTheBudgetThatItWaitedFor() {
    int frame = 2 * Limits.SMALL_FRAME_BYTES;
    ByteBudget budget = new ByteBudget(frame + Integer.BYTES);
    assertThat(budget.reserve(frame)).isTrue();
    WeakReference<Recorder> stopped = starvedAndStopped(frame, budget);
    for (int i = 0; i < 100 && stopped.get() != null; i++) {
      System.gc();
    }
    assertThat(stopped.get()).isNull();
    budget.release(frame);
    assertThat(budget.used()).isZero();
  }

  private static WeakReference<Recorder> starvedAndStopped(int frame, ByteBudget budget) {
    Recorder recorder = new Recorder(frame, budget, false);
    EmbeddedChannel channel = new EmbeddedChannel(recorder);
    channel.writeInbound(Unpooled.buffer().writeInt(frame));
    assertThat(channel.config().isAutoRead()).as("it waits").isFalse();
    recorder.stop();
    assertThat(channel.finish()).isFalse();
    return new WeakReference<>(recorder);
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
    Limits limits =
        Limits.builder().partialFrameTimeout(Duration.ofHours(1)).minBytesPerSecond(10).build();
    assertThat(recorder.frameBehind(begin, limits)).as("grace").isFalse();
    assertThat(recorder.frameBehind(begin + 3 * grace, limits)).as("10 bytes").isTrue();
    feed(channel, frame, 10, 800);
    assertThat(recorder.frameBehind(begin + 3 * grace, limits)).as("800 bytes").isTrue();
    assertThat(recorder.frameBehind(begin + grace, limits)).as("just after").isFalse();
    feed(channel, frame, 800, 900);
    assertThat(recorder.frameBehind(begin + 3 * grace, limits)).as("whole").isFalse();
    assertThat(recorder.problem).isEmpty();
    assertThat(channel.finish()).isFalse();
  }

  @Test
  void ofSeveralMessagesInOneEnvelopeTheLastCounts() {
    Recorder recorder = new Recorder();
    EmbeddedChannel channel = new EmbeddedChannel(recorder);
    // PONG 1, PING 2, PING 3 and an unknown field.
    byte[] frame =
        HexFormat.of().parseHex("0000000f" + "2a020801" + "22020802" + "22020803" + "9a0600");
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

  @Test
  void aFrameThatWaitedForRoomIsReadToItsEnd() {
    byte[] frame = new byte[Limits.SMALL_FRAME_BYTES + 100];
    ByteBuffer unused = ByteBuffer.wrap(frame).putInt(frame.length - Integer.BYTES);
    // An unknown field of three bytes' length, and a ping.
    byte[] ping = Arrays.copyOfRange(Frames.ping(5), Integer.BYTES, Frames.ping(5).length);
    int filler = frame.length - Integer.BYTES - ping.length - 4;
    frame[4] = 0x7a;
    int unusedEnd = Varints.write(frame, 5, filler);
    System.arraycopy(ping, 0, frame, frame.length - ping.length, ping.length);
    ByteBudget budget = new ByteBudget(frame.length);
    assertThat(budget.reserve(1)).isTrue();
    Recorder recorder = new Recorder(64 * 1024, budget, false);
    EmbeddedChannel channel = new EmbeddedChannel(recorder);
    feed(channel, frame, 0, 1000);
    // As TLS does, which hands over more than was requested.
    feed(channel, frame, 1000, frame.length);
    assertThat(recorder.pings).isEmpty();
    int readsBefore = recorder.reads;
    budget.release(1);
    channel.runPendingTasks();
    assertThat(recorder.pings).containsExactly(5L);
    assertThat(recorder.reads).as("so that its reply is flushed").isGreaterThan(readsBefore);
    assertThat(budget.used()).isZero();
    assertThat(channel.finish()).isFalse();
  }

  @Test
  void roomThatIsGrantedToAReaderThatStopsMeanwhileIsGivenBack() {
    int frame = 2 * Limits.SMALL_FRAME_BYTES;
    ByteBudget budget = new ByteBudget(frame + Integer.BYTES);
    assertThat(budget.reserve(frame)).isTrue();
    Recorder recorder = new Recorder(frame, budget, false);
    EmbeddedChannel channel = new EmbeddedChannel(recorder);
    channel.writeInbound(Unpooled.buffer().writeInt(frame));
    budget.release(frame);
    recorder.stop();
    channel.runPendingTasks();
    assertThat(budget.used()).isZero();
    assertThat(channel.finish()).isFalse();
  }

  @Test
  void aLargeFrameIsCopiedLittleUntilItIsWhole() {
    int whole = 4 * 1024 * 1024;
    byte[] frame = new byte[whole];
    ByteBuffer in = ByteBuffer.wrap(frame).putInt(whole - Integer.BYTES);
    // An unknown field with a length of four bytes.
    frame[4] = 0x7a;
    int unusedEnd = Varints.write(frame, 5, whole - Integer.BYTES - 5);
    Recorder recorder = new Recorder(whole, new ByteBudget(whole), false);
    EmbeddedChannel channel = new EmbeddedChannel(recorder);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int at = 0; at < whole; at += READ_BYTES) {
      recorder.received(in.limit(at + READ_BYTES).position(at));
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(recorder.inFrame()).isFalse();
    assertThat(recorder.problem).isEmpty();
    // From 16 KiB on and doubled each time, arrays would take twice the frame.
    assertThat(allocated).isBetween((long) whole, whole * 8L / 5);
    assertThat(channel.finish()).isFalse();
  }

  /** A ping, and behind it two that are compressed. */
  private static byte[] halfCompressed() {
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    byte[] three = pings(3);
    byte[] first = pings(1);
    deflater.setInput(three, first.length, three.length - first.length);
    byte[] deflated = new byte[100];
    int length = deflater.deflate(deflated, 0, deflated.length, Deflater.SYNC_FLUSH);
    deflater.end();
    byte[] stream = Arrays.copyOf(first, first.length + length);
    System.arraycopy(deflated, 0, stream, first.length, length);
    return stream;
  }

  @Test
  void aStreamThatIsCompressedFromAFrameOnCutAtEveryPairOfBytes() {
    byte[] stream = halfCompressed();
    for (int first = 0; first <= stream.length; first++) {
      for (int second = first; second <= stream.length; second++) {
        Recorder recorder = new Recorder(MAX_FRAME, null, true);
        EmbeddedChannel channel = new EmbeddedChannel(recorder);
        feed(channel, stream, 0, first);
        feed(channel, stream, first, second);
        feed(channel, stream, second, stream.length);
        assertThat(recorder.pings).containsExactly(0L, 1L, 2L);
        assertThat(recorder.problem).isEmpty();
        recorder.stop();
        assertThat(channel.finish()).isFalse();
      }
    }
  }

  @Test
  void aPausedReaderInflatesNothing() {
    byte[] stream = halfCompressed();
    Recorder recorder = new Recorder(MAX_FRAME, null, true);
    EmbeddedChannel channel = new EmbeddedChannel(recorder);
    feed(channel, stream, 0, pings(1).length);
    recorder.pause(channel.pipeline().firstContext());
    feed(channel, stream, pings(1).length, pings(1).length + 5);
    feed(channel, stream, pings(1).length + 5, stream.length);
    assertThat(recorder.pings).hasSize(1);
    assertThat(recorder.inFrame()).as("something waits").isTrue();
    recorder.resume(channel.pipeline().firstContext());
    assertThat(recorder.pings).containsExactly(0L, 1L, 2L);
    assertThat(recorder.inFrame()).isFalse();
    recorder.stop();
    assertThat(channel.finish()).isFalse();
  }
}
