package io.rpcstress.server.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.jspecify.annotations.Nullable;

/**
 * The open connections: how many there may be, and how long one may go without a whole request.
 * Jetty's own idle time-out begins anew with every byte, so a peer that sends a head byte by byte
 * would stay for ever. Used by many threads.
 */
final class Connections implements Connection.Listener {
  private final int max;
  private final long idleNanos;
  private final Map<EndPoint, Open> open = new ConcurrentHashMap<>();

  /** One connection. */
  private static final class Open {
    /** When its last request's head was whole, or when it was made; {@link System#nanoTime}. */
    private volatile long calledAt = System.nanoTime();
  }

  /**
   * No connections yet.
   *
   * @param max how many may be open at a time; further ones are closed at once
   */
  Connections(int max, Limits limits) {
    this.max = max;
    this.idleNanos = limits.idle().toNanos();
  }

  /** How many are open. */
  int count() {
    return open.size();
  }

  @Override
  public void onOpened(Connection connection) {
    EndPoint endPoint = connection.getEndPoint();
    open.put(endPoint, new Open());
    if (open.size() > max) {
      open.remove(endPoint);
      endPoint.close();
    }
  }

  @Override
  public void onClosed(Connection connection) {
    open.remove(connection.getEndPoint());
  }

  /** A request's head has arrived whole. */
  void called(EndPoint endPoint) {
    @Nullable Open connection = open.get(endPoint);
    if (connection != null) {
      connection.calledAt = System.nanoTime();
    }
  }

  /** Closes those that have gone without a whole request for too long. Called now and then. */
  void closeIdle() {
    long now = System.nanoTime();
    open.forEach(
        (endPoint, connection) -> {
          if (now - connection.calledAt > idleNanos) {
            endPoint.close();
          }
        });
  }
}
