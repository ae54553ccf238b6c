package io.rpcstress.server.base.netty;

import io.netty.channel.Channel;
import io.netty.channel.RecvByteBufAllocator;
import io.rpcstress.server.base.OpenConnections;
import java.time.Duration;
import java.util.function.Function;

/**
 * All open connections of a server, how many there may be, what each may make it hold, and how they
 * end. Thread-safe.
 */
public final class WatchedConnections {
  private final OpenConnections<WatchedConnection> open;
  private final Allowance allowance;
  private final RecvByteBufAllocator readsOfMany;
  private volatile boolean draining;

  /**
   * None yet.
   *
   * @param max how many may be open at a time, 1 or more
   */
  public WatchedConnections(int max) {
    this(max, Allowance.shortReads());
  }

  /**
   * None yet.
   *
   * @param max how many may be open at a time, 1 or more
   * @param readsOfMany how each is read that is accepted while many are open
   */
  WatchedConnections(int max, RecvByteBufAllocator readsOfMany) {
    this.readsOfMany = readsOfMany;
    open = new OpenConnections<>(max);
    allowance = new Allowance(Allowance.memory(), open::size);
  }

  /** How many are open. */
  public int size() {
    return open.size();
  }

  /**
   * Serves an accepted channel, on whose event loop this is called, unless as many are open as may
   * be.
   *
   * @param serving takes the channel over
   * @return whether it is served; otherwise the caller ends it
   */
  public <C extends Channel> boolean admit(
      C channel, Function<? super C, ? extends WatchedConnection> serving) {
    if (!open.enter()) {
      return false;
    }
    if (allowance.isShared()) {
      channel.config().setRecvByteBufAllocator(readsOfMany);
    }
    WatchedConnection connection = serving.apply(channel);
    connection.holdTo(allowance);
    open.add(connection);
    connection.closed().addListener(closed -> open.remove(connection));
    if (draining) {
      connection.finish();
    }
    return true;
  }

  /**
   * Ends each as soon as what has arrived is answered; when the time is over, cuts the others.
   *
   * @return whether all ended by themselves
   */
  public boolean drain(Duration atMost) throws InterruptedException {
    draining = true;
    open.forEach(WatchedConnection::finish);
    boolean ended = open.awaitNone(atMost);
    open.forEach(WatchedConnection::close);
    return ended;
  }
}
