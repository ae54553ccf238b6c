package io.rpcstress.rpcx.wire;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/** The threads that carry bytes, of one client or one service centre. Thread-safe. */
public final class EventLoops {
  /** How long ending them may take, in ms. */
  private static final long END_MILLIS = TimeUnit.SECONDS.toMillis(2);

  /** How long threads without sockets go on without a task before they end, in ms. */
  private static final long QUIET_MILLIS = 500;

  private EventLoops() {}

  /**
   * Starts them.
   *
   * @param threads how many, at least 1
   * @param names makes them
   * @param inProcess whether they carry bytes inside of this process, instead of through sockets
   * @return the threads
   */
  public static MultiThreadIoEventLoopGroup start(
      int threads, DefaultThreadFactory names, boolean inProcess) {
    return new MultiThreadIoEventLoopGroup(
        threads, names, inProcess ? LocalIoHandler.newFactory() : NioIoHandler.newFactory());
  }

  /**
   * Ends them, and with them all their connections. With sockets they have ended afterwards, or two
   * seconds are over. Without, they end soon, by themselves: meanwhile the other side hands over to
   * them that it has closed, too.
   *
   * @param loops what {@link #start} gave
   * @param inProcess as then
   */
  public static void end(MultiThreadIoEventLoopGroup loops, boolean inProcess) {
    var end =
        loops.shutdownGracefully(inProcess ? QUIET_MILLIS : 0, END_MILLIS, TimeUnit.MILLISECONDS);
    // A handler that stops its own service centre would wait for itself.
    if (!inProcess && !OwnThread.isCurrent()) {
      boolean unused = end.awaitUninterruptibly(END_MILLIS);
    }
  }
}
