package io.rpcstress.rpcx.client;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import io.rpcstress.rpcx.wire.Frames;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The way of a frame to the thread that writes it, and of a result to the thread that waits. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HandOverBenchmark {
  private static final int FRAMES = 64;
  private static final int MAX_BYTES = 1 << 20;

  private final Fixtures.AskedLoop loop = new Fixtures.AskedLoop();
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final RequestQueue queue =
      new RequestQueue(loop.loop(), MAX_BYTES, Fixtures.heads("1.1"));
  private final byte[] frame = Frames.ping(1);
  private final ExecutorService other = Executors.newSingleThreadExecutor();

  /** Opens the queue. */
  public HandOverBenchmark() {
    queue.openWith(channel);
  }

  /** Ends the other thread. */
  @TearDown
  public void end() {
    other.shutdown();
    boolean unused = channel.finish();
  }

  /** A frame of many that are queued and written in one buffer; for each. */
  @Benchmark
  @OperationsPerInvocation(FRAMES)
  public int queue() {
    for (int i = 0; i < FRAMES; i++) {
      RequestQueue.Outcome unused = queue.push(new QueuedFrame(frame), frame.length, false);
    }
    loop.run();
    int written = 0;
    for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
      written += part.readableBytes();
      part.release();
    }
    return written;
  }

  /** A task to a sleeping thread, which wakes the one that waits for the call: two wake-ups. */
  @Benchmark
  public @Nullable Object wake() {
    PendingCall call = Fixtures.call();
    other.execute(() -> call.succeed(frame));
    return call.await();
  }

  /** A call that enters the pool and leaves it. */
  @Benchmark
  public boolean pool(Pool pool) {
    PendingCall call = Fixtures.call();
    pool.pool.add(call);
    return pool.pool.take(call.id()) == call;
  }

  /** A pool of one thread. */
  @State(Scope.Thread)
  public static class Pool {
    private final FuturePool pool = new FuturePool(0);
  }
}
