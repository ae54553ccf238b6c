package io.rpcstress.rpcx.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.GoAway;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.proto.RPCXRequest;
import io.rpcstress.rpcx.wire.ByteBudget;
import io.rpcstress.rpcx.wire.Fields;
import io.rpcstress.rpcx.wire.Frames;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A client's frame waits for memory no longer than it might have taken to come, whatever else the
 * connection does; and silence meanwhile is not the client's.
 */
class WaitingFrameTest {
  private static final int FRAME = 100 * 1024;
  private static final int BYTES_PER_SECOND = 1024;
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final int FAST = 1 << 30;

  /** Leaves calls open. */
  @RPCXServer("keeper")
  public static final class Keeper {
    /** Never ends. */
    @Method("keep")
    public CompletableFuture<String> keep(byte[] bytes) {
      return new CompletableFuture<>();
    }
  }

  private static byte[] request(int bytes) {
    return Frames.of(
        Fields.REQUEST,
        RPCXRequest.newBuilder()
            .setId(1)
            .setService("keeper")
            .setMethod("keep")
            .setDeadlineMs(60_000)
            .addParameters(
                Parameter.newBuilder()
                    .setType("bytes")
                    .setValue(ByteString.copyFrom(new byte[bytes])))
            .build()
            .toByteArray());
  }

  /** A server of which one client has started a frame that there is no memory for. */
  private static final class Waiting implements AutoCloseable {
    final Server server;
    final EmbeddedChannel channel = new EmbeddedChannel();
    final ByteBuf sent = Unpooled.buffer();
    final ServerConnection connection;
    final ByteBudget budget;
    final byte[] frame = request(FRAME);
    final long since;

    /** How it is before the frame: with a call that does not end, or without any. */
    Waiting(Limits limits, boolean busy) {
      server = Servers.of(limits, List.of(), new Keeper());
      budget = server.receiving();
      assertThat(budget.reserve(budget.max())).isTrue();
      // Nothing that is timed happens until the test runs it.
      channel.freezeTime();
      connection = new ServerConnection(server, channel);
      var unusedPipeline = channel.pipeline().addLast(connection);
      connection.channelActive(channel.pipeline().context(connection));
      send(io.rpcstress.rpcx.wire.Hello.ofServer(Limits.MAX_HELLO_BYTES, 0, false, false).frame());
      if (busy) {
        send(request(1));
      }
      assertThat(connection.busy()).isEqualTo(busy);
      since = System.nanoTime();
      boolean unused = channel.writeInbound(Unpooled.wrappedBuffer(frame, 0, FRAME / 2));
      assertThat(connection.waitsForMemory()).isTrue();
    }

    void send(byte[] bytes) {
      boolean unused = channel.writeInbound(Unpooled.wrappedBuffer(bytes));
    }

    /** The GOAWAY among what was sent; null if there is none. */
    @Nullable GoAway farewell() throws IOException {
      for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
        sent.writeBytes(part);
        part.release();
      }
      GoAway found = null;
      while (sent.isReadable()) {
        byte[] body = new byte[sent.readInt()];
        sent.readBytes(body);
        Envelope envelope = Envelope.parseFrom(body);
        found = envelope.hasGoAway() ? envelope.getGoAway() : found;
      }
      return found;
    }

    /** Lets time pass until the client gets a GoAway. */
    GoAway awaitFarewell() throws Exception {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      GoAway found = farewell();
      while (found == null) {
        assertThat(System.nanoTime() - end).as("no farewell in a minute").isNegative();
        TimeUnit.MILLISECONDS.sleep(2);
        channel.advanceTimeBy(1, TimeUnit.SECONDS);
        long unused = channel.runScheduledPendingTasks();
        found = farewell();
      }
      return found;
    }

    @Override
    public void close() {
      boolean unused = channel.finishAndReleaseAll();
      boolean unusedStopped = server.stop(0);
    }
  }

  /** On a thread of its own: the server takes it for one of its event loops, for good. */
  private static void with(Limits limits, boolean busy, Consumer<Waiting> test) {
    CompletableFuture.runAsync(
            () -> {
              try (Waiting waiting = new Waiting(limits, busy)) {
                test.accept(waiting);
              }
            },
            task -> new Thread(task).start())
        .join();
  }

  private static Limits.Builder limits() {
    return Limits.builder().maxReceivingBytes(4L * 1024 * 1024 + 1024);
  }

  @Test
  void itsTimeIsTheGraceAndItsSizeAtTheLeastSpeed() {
    Limits limits = limits().partialFrameTimeout(GRACE).minBytesPerSecond(BYTES_PER_SECOND).build();
    with(
        limits,
        true,
        waiting -> {
          long most =
              GRACE.toNanos() + TimeUnit.SECONDS.toNanos(waiting.frame.length) / BYTES_PER_SECOND;
          assertThat(waiting.connection.waitedTooLong(waiting.since + most)).isFalse();
          assertThat(waiting.connection.waitedTooLong(System.nanoTime() + most + 1)).isTrue();
          waiting.budget.release(waiting.frame.length);
          waiting.channel.runPendingTasks();
          assertThat(waiting.connection.waitedTooLong(Long.MAX_VALUE / 2)).isFalse();
        });
  }

  private static GoAway farewell(Limits limits, boolean busy) {
    GoAway[] farewell = {GoAway.getDefaultInstance()};
    with(
        limits,
        busy,
        waiting -> {
          try {
            farewell[0] = waiting.awaitFarewell();
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
    return farewell[0];
  }

  private static Limits impatient() {
    return limits()
        .partialFrameTimeout(Duration.ofMillis(20))
        .minBytesPerSecond(FAST)
        .idleTimeout(Duration.ofHours(1))
        .build();
  }

  @Test
  void whereNothingElseIsOpenTheClientHearsThatItsCallDidNotRun() {
    GoAway farewell = farewell(impatient(), false);
    assertThat(farewell.getMessage()).contains("maxReceivingBytes");
    assertThat(farewell.getStatus()).isZero();
    assertThat(farewell.getAllAnswered()).isTrue();
  }

  @Test
  void aCallThatIsOpenDoesNotKeepTheFrameWaiting() {
    GoAway farewell = farewell(impatient(), true);
    assertThat(farewell.getMessage()).contains("maxReceivingBytes");
    assertThat(farewell.getStatus()).isEqualTo(StatusCode.OVERLOADED.number());
    assertThat(farewell.getAllAnswered()).isFalse();
  }

  @Test
  void aClientWhoseFrameWaitsIsNotIdle() {
    Limits limits =
        limits()
            .partialFrameTimeout(Duration.ofMillis(100))
            .minBytesPerSecond(FAST)
            .idleTimeout(Duration.ofMillis(5))
            .build();
    assertThat(farewell(limits, false).getMessage()).contains("maxReceivingBytes");
  }
}
