package io.rpcstress.server.base.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.ReferenceCountUtil;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.HeldBytes;
import io.rpcstress.server.base.TimeLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When a connection is read, and when it is read again, on a real socket. */
@Timeout(60)
class LimitedConnectionTest {
  private static final int FRAME_BYTES = 1024;
  private static final long HEAP = 64 * 1024 * 1024;
  private static final long ALL = HEAP / 16;

  /** Far less than what one among few may have wait, and far more than one among many. */
  private static final int CALLS = 100;

  /** What a peer of a test may stall that waits for it; far less than its library may work. */
  private static final Duration STALLED = Duration.ofMillis(300);

  private final AtomicInteger open = new AtomicInteger(1);
  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final BlockingQueue<Library> accepted = new LinkedBlockingQueue<>();
  private final Allowance allowance = new Allowance(HEAP, open::get);
  private volatile TimeLimits limits = TimeLimits.DEFAULTS;
  private Socket client = new Socket();
  private InetSocketAddress server = new InetSocketAddress(0);

  /** Frames of one length, each a call. */
  private static final class Heads extends FrameHeads {
    private Heads() {
      super(Integer.BYTES);
    }

    @Override
    protected int behind(ByteBuffer head) {
      return head.getInt(0);
    }

    @Override
    protected boolean asks(ByteBuffer head) {
      return true;
    }
  }

  private static final class Limited extends LimitedConnection {
    private Limited(SocketChannel channel, TimeLimits limits) {
      super(channel, new CallCounter(), limits, new Heads(), new HeldBytes(HEAP));
    }

    @Override
    protected int answersIn(ByteBuf written) {
      return 1;
    }
  }

  /** Takes calls, and answers when it is told to. */
  private static final class Library extends ChannelInboundHandlerAdapter {
    private final Channel channel;
    private final AtomicInteger bytes = new AtomicInteger();

    private Library(Channel channel) {
      this.channel = channel;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      bytes.addAndGet(((ByteBuf) message).readableBytes());
      ReferenceCountUtil.release(message);
    }

    private void answer(int calls) {
      for (int i = 0; i < calls; i++) {
        var unused = channel.writeAndFlush(channel.alloc().buffer(1).writeByte(1));
      }
    }

    private int calls() {
      return bytes.get() / FRAME_BYTES;
    }

    private boolean isRead() {
      return channel.config().isAutoRead();
    }
  }

  @BeforeEach
  void listen() throws Exception {
    Channel listener =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    Limited limited = new Limited(channel, limits);
                    Library library = new Library(channel);
                    channel.pipeline().addLast(limited, library);
                    limited.holdTo(allowance);
                    accepted.add(library);
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .sync()
            .channel();
    server = (InetSocketAddress) listener.localAddress();
    connect();
  }

  private void connect() throws IOException {
    client = new Socket();
    client.connect(server);
    client.setSoTimeout((int) TimeUnit.MINUTES.toMillis(1));
  }

  @AfterEach
  void end() throws IOException {
    client.close();
    var unused = loops.shutdownGracefully(0, 0, TimeUnit.SECONDS);
  }

  private void send(int calls) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(calls * FRAME_BYTES);
    for (int i = 0; i < calls; i++) {
      all.putInt(i * FRAME_BYTES, FRAME_BYTES - Integer.BYTES);
    }
    client.getOutputStream().write(all.array());
  }

  private void assertAnswered(int calls) throws IOException {
    assertThat(client.getInputStream().readNBytes(calls)).hasSize(calls);
  }

  @Test
  void oneOfWhichLessMayWaitThanDoesIsReadAgainBehindItsAnswers() throws Exception {
    Library library = accepted.take();
    send(CALLS);
    Awaitility.await().until(() -> library.calls() == CALLS);
    assertThat(library.isRead()).as("among few").isTrue();
    open.set(400);
    send(1);
    Awaitility.await().until(() -> !library.isRead());
    library.answer(CALLS + 1);
    assertAnswered(CALLS + 1);
    Awaitility.await().until(library::isRead);
    send(1);
    Awaitility.await().until(() -> library.calls() == CALLS + 2);
    library.answer(1);
    assertAnswered(1);
  }

  @Test
  void whereOthersHoldAllThatAllMayOneIsReadOnlyWhileNoneOfItsCallsWaits() throws Exception {
    allowance.holds(ALL);
    Library library = accepted.take();
    send(CALLS);
    Awaitility.await().until(() -> !library.isRead());
    int read = library.calls();
    assertThat(read).isBetween(1, Allowance.MIN_BYTES / FRAME_BYTES - 1);
    library.answer(read);
    assertAnswered(read);
    Awaitility.await().until(() -> library.calls() > read);
    allowance.holds(-ALL);
    int answered = read;
    while (answered < CALLS) {
      library.answer(1);
      assertAnswered(1);
      answered++;
    }
    assertThat(library.calls()).isEqualTo(CALLS);
  }

  @Test
  void aCallThatIsLongerThanAllThatMayWaitIsReadToItsEndBehindTheAnswerToAnother()
      throws Exception {
    Library library = accepted.take();
    ByteBuffer calls = ByteBuffer.allocate(FRAME_BYTES + 2 * Allowance.MAX_BYTES);
    calls.putInt(0, FRAME_BYTES - Integer.BYTES);
    calls.putInt(FRAME_BYTES, 2 * Allowance.MAX_BYTES - Integer.BYTES);
    int begun = FRAME_BYTES + Integer.BYTES;
    client.getOutputStream().write(calls.array(), 0, begun);
    Awaitility.await().until(() -> library.bytes.get() == begun && !library.isRead());
    library.answer(1);
    assertAnswered(1);
    client.getOutputStream().write(calls.array(), begun, calls.limit() - begun);
    Awaitility.await().until(() -> library.bytes.get() == calls.limit());
  }

  @Test
  void whoIsNotReadOwesNothingAndWhoIsReadOwesTheRestOfItsCall() throws Exception {
    Library unused = accepted.take();
    client.close();
    limits = new TimeLimits(STALLED, TimeLimits.DEFAULTS.idle(), STALLED);
    connect();
    Library library = accepted.take();
    ByteBuffer calls = ByteBuffer.allocate(FRAME_BYTES + Integer.BYTES);
    calls.putInt(0, FRAME_BYTES - Integer.BYTES);
    calls.putInt(FRAME_BYTES, 2 * Allowance.MAX_BYTES - Integer.BYTES);
    client.getOutputStream().write(calls.array());
    Awaitility.await().until(() -> library.bytes.get() == calls.limit() && !library.isRead());
    TimeUnit.MILLISECONDS.sleep(5 * STALLED.toMillis());
    assertThat(library.channel.isOpen()).as("it is the library that works").isTrue();
    library.answer(1);
    assertAnswered(1);
    Awaitility.await().until(() -> !library.channel.isOpen());
  }

  @Test
  void whatWaitsIsHeldUntilItIsAnsweredOrTheConnectionEnds() throws Exception {
    allowance.holds(ALL - 2 * FRAME_BYTES); // two more are too much
    Library library = accepted.take();
    send(2);
    Awaitility.await().until(allowance::isUsedUp);
    library.answer(2);
    assertAnswered(2);
    Awaitility.await().until(() -> !allowance.isUsedUp());
    send(2);
    Awaitility.await().until(allowance::isUsedUp);
    var unused = library.channel.close(); // that the client ends it is seen once it is read again
    Awaitility.await().until(() -> !allowance.isUsedUp());
    allowance.holds(2 * FRAME_BYTES - 1);
    assertThat(allowance.isUsedUp()).as("nothing is left of it").isFalse();
  }

  @Test
  void oneAmongManyIsReadNoFurtherThanItMay() throws Exception {
    open.set(400);
    Library library = accepted.take();
    send(CALLS);
    Awaitility.await().until(() -> !library.isRead());
    int mayWait = Allowance.MIN_BYTES / FRAME_BYTES;
    assertThat(library.calls()).isBetween(mayWait, CALLS);
    open.set(1);
    while (library.calls() < CALLS) {
      library.answer(1);
      assertAnswered(1);
    }
  }
}
