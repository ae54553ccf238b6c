package io.rpcstress.rpcx.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Of one connection no more is read at a time than the others of its loop can wait for. */
class ReadTurnTest {
  private static final int RECEIVED_BYTES = 160 * 1024;

  /** Reads frames of no known kind. */
  private static final class Ignoring extends FrameReader {
    Ignoring() {
      super(RECEIVED_BYTES, null);
      agreed();
    }

    @Override
    protected void envelope(ChannelHandlerContext ctx, int kind, byte[] bytes, int from, int to) {}

    @Override
    protected void arrived() {}

    @Override
    protected void readComplete(ChannelHandlerContext ctx) {}

    @Override
    protected void malformed(ChannelHandlerContext ctx, MalformedFrameException e) {
      throw e;
    }
  }

  private static int waiting(SocketChannel socket) throws Exception {
    return socket.socket().getInputStream().available();
  }

  /** How much is read of a connection on which much has come, at a time. */
  private static int readOnce(Consumer<WireChannel> before) throws Exception {
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.setOption(StandardSocketOptions.SO_RCVBUF, 4 * RECEIVED_BYTES);
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (SocketChannel peer = SocketChannel.open(listener.getLocalAddress());
          SocketChannel socket = listener.accept()) {
        // Empty frames, which are ignored.
        ByteBuffer frames = ByteBuffer.allocate(RECEIVED_BYTES);
        while (frames.hasRemaining()) {
          assertThat(peer.write(frames)).isPositive();
        }
        await().until(() -> waiting(socket) == RECEIVED_BYTES);
        WireChannel channel = new WireChannel(null, socket);
        Ignoring reader = new Ignoring();
        EmbeddedChannel pipeline = new EmbeddedChannel(reader);
        channel.readWith(reader);
        before.accept(channel);

        channel.unsafe().read();

        assertThat(pipeline.finish()).isFalse();
        int left = waiting(socket);
        channel.doClose();
        return RECEIVED_BYTES - left;
      }
    }
  }

  @Test
  void onceAroundTheLoopOneBufferIsReadHoweverMuchIsThere() throws Exception {
    assertThat(readOnce(channel -> {})).isEqualTo(ReadTurn.BYTES);
  }

  @Test
  void lessIsReadOfWhatMayBecomeAHundredTimesAsMuch() throws Exception {
    assertThat(readOnce(WireChannel::deflate)).isEqualTo(ReadTurn.COMPRESSED_BYTES);
  }

  @Test
  void whereManySendWithoutAPauseLessIsReadOfEach() throws Exception {
    List<Backlog> others = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      others.add(new Backlog());
    }
    try {
      others.forEach(other -> other.left(true));
      assertThat(readOnce(channel -> {})).isEqualTo(ReadTurn.MIN_BYTES);
      others.subList(16, 600).forEach(other -> other.left(false));
      assertThat(readOnce(channel -> {})).isEqualTo(ReadTurn.ROUND_BYTES / 16);
    } finally {
      others.forEach(other -> other.left(false));
    }
    assertThat(readOnce(channel -> {})).isEqualTo(ReadTurn.BYTES);
    assertThat(Backlog.ofLoop()).as("of connections that have ended").isZero();
  }

  @Test
  void theMoreHaveSentWithoutAPauseTheSoonerATurnIsOver() {
    long half = ReadTurn.NANOS / 2;
    assertThat(ReadTurn.isOver(half)).isFalse();
    assertThat(ReadTurn.isOver(ReadTurn.NANOS + 1)).isTrue();
    assertThat(ReadTurn.nanos(200)).isEqualTo(half);
    assertThat(ReadTurn.nanos(2000)).isEqualTo(ReadTurn.MIN_NANOS);
  }

  @Test
  void anEncryptedConnectionGetsOneReadOfNoMoreThanARecord() {
    EmbeddedChannel channel = new EmbeddedChannel();
    var handle = ReadTurn.encrypted().newHandle();
    int longest = 0;
    for (int turn = 0; turn < 50; turn++) {
      handle.reset(channel.config());
      ByteBuf buffer = handle.allocate(UnpooledByteBufAllocator.DEFAULT);
      longest = Math.max(longest, buffer.writableBytes());
      handle.attemptedBytesRead(buffer.writableBytes());
      handle.lastBytesRead(buffer.writableBytes());
      handle.incMessagesRead(1);
      assertThat(buffer.release()).isTrue();
      assertThat(handle.continueReading()).as("more in this turn").isFalse();
      handle.readComplete();
    }
    assertThat(longest).isEqualTo(ReadTurn.ENCRYPTED_BYTES);
    assertThat(channel.finish()).isFalse();
  }
}
