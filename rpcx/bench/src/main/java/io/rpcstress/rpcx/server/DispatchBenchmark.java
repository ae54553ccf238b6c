package io.rpcstress.rpcx.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.value.OwnCodecs;
import io.rpcstress.rpcx.wire.CallIds;
import io.rpcstress.rpcx.wire.Frames;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What a service centre does for a call: frame, method, handler, reply, one buffer for all that
 * came in one read. Without a socket; Netty's embedded channel is part of the figure.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DispatchBenchmark {
  private static final int CALLS = 64;
  private static final long BASE = 1_000_000;

  /** Version of the wire. */
  @Param({"1.0", "1.1", "1.2"})
  public String wire = "1.2";

  private final Server server =
      new Server(
          new ServerSettings(
              "127.0.0.1",
              0,
              null,
              1,
              List.of(new GreetingService()),
              OwnCodecs.NONE,
              null,
              token -> true,
              List.of(),
              null,
              Limits.DEFAULTS,
              null,
              Quotas.NONE));
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private byte[] requests = {};

  /** Says HELLO and, in wire 1.1 and 1.2, gives the method its number. */
  @Setup
  public void prepare() {
    boolean numbered = !"1.0".equals(wire);
    boolean typed = !"1.2".equals(wire);
    ServerConnection connection = new ServerConnection(server, channel);
    var unusedPipeline = channel.pipeline().addLast(connection);
    connection.channelActive(channel.pipeline().context(connection));
    byte[] hello = Frames.hello(1 << 20, null, 0, 0, numbered ? BASE : 0, 0);
    int unusedHello = receive(typed ? hello : Frames.typesByNumber(hello));
    CallIds ids = CallIds.from(numbered ? BASE : 0);
    if (numbered) {
      int unusedFirst = receive(GreetingService.request(ids, BASE + 1, 1, true, true));
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 1; i <= CALLS; i++) {
      all.writeBytes(GreetingService.request(ids, BASE + i, numbered ? 1 : 0, !numbered, typed));
    }
    requests = all.toByteArray();
  }

  /** Gives bytes to the connection; returns how many it answered with. */
  private int receive(byte[] bytes) {
    boolean unused = channel.writeInbound(Unpooled.wrappedBuffer(bytes));
    int written = 0;
    for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
      written += part.readableBytes();
      part.release();
    }
    if (written == 0) {
      throw new IllegalStateException("no answer");
    }
    return written;
  }

  /** One of 64 calls that come together. */
  @Benchmark
  @OperationsPerInvocation(CALLS)
  public int dispatch() {
    return receive(requests);
  }

  /** Stops the server. */
  @TearDown
  public void stop() {
    boolean unused = channel.finish();
    boolean unusedStopped = server.stop(0);
  }
}
