package io.rpcstress.server.base.netty;

import io.netty.channel.socket.SocketChannel;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.HeldBytes;
import io.rpcstress.server.base.TimeLimits;
import java.time.Duration;

/**
 * The connections that a library accepts, each with a handler before the library's own that limits
 * it; those beyond the limit are closed. Thread-safe.
 */
public final class LimitedConnections {
  /** What frames that have not arrived whole may hold, of all connections together, bytes. */
  private static final long MAX_BEGUN_BYTES = 32 * 1024 * 1024;

  private final HeldBytes begun = new HeldBytes(MAX_BEGUN_BYTES);
  private final WatchedConnections connections;
  private final CallCounter calls;
  private final TimeLimits limits;

  /** Makes the handler of an accepted channel. */
  public interface Making {

    /**
     * One that is not added to the channel.
     *
     * @param begun what the frames may hold that have not arrived whole, of all connections
     */
    LimitedConnection make(
        SocketChannel channel, CallCounter calls, TimeLimits limits, HeldBytes begun);
  }

  /**
   * None yet.
   *
   * @param max how many may be open at a time, 1 or more
   * @param calls is told how many are open
   */
  public LimitedConnections(int max, CallCounter calls, TimeLimits limits) {
    this.connections = new WatchedConnections(max, Allowance.shortestReads());
    this.calls = calls;
    this.limits = limits;
    calls.connectionsFrom(connections::size);
  }

  /**
   * Limits an accepted channel by its first handler, on its event loop and before anything is read;
   * or closes it.
   *
   * @return whether it is served
   */
  public boolean admit(SocketChannel accepted, Making making) {
    boolean admitted =
        connections.admit(
            accepted,
            channel -> {
              LimitedConnection connection = making.make(channel, calls, limits, begun);
              channel.pipeline().addFirst(connection);
              return connection;
            });
    if (!admitted) {
      var unused = accepted.close();
    }
    return admitted;
  }

  /**
   * Ends each as soon as what has arrived is answered; when the time is over, cuts the others.
   *
   * @return whether all ended by themselves
   */
  public boolean drain(Duration atMost) throws InterruptedException {
    return connections.drain(atMost);
  }
}
