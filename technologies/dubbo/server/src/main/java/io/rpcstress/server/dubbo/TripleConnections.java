package io.rpcstress.server.dubbo;

import io.netty.channel.socket.SocketChannel;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.HeldBytes;
import io.rpcstress.server.base.TimeLimits;
import io.rpcstress.server.base.netty.WatchedConnections;
import java.time.Duration;

/** The connections of Triple, and what their calls may hold together. Thread-safe. */
final class TripleConnections implements ConnectionLimits.Admission {
  private static final long MIB = 1024 * 1024;

  /** Of the heap, what requests that have not arrived whole may take, and replies again. */
  private static final int HELD_SHARE = 10;

  /**
   * Of the heap, the requests that are answered: whatever is made of them is several times that.
   */
  private static final int KEPT_SHARE = 32;

  /** Of the heap, what open calls may take beside what they carry. */
  private static final int STREAMS_SHARE = 4;

  /** Of the heap, the requests that Dubbo has and has not read. */
  private static final int HANDED_ON_SHARE = 16;

  /** The longest request has to fit. */
  private static final long MIN_HELD_BYTES = 2 * MIB;

  private static final long MAX_HELD_BYTES = 16 * MIB;

  private final WatchedConnections connections;
  private final CallCounter calls;
  private final TimeLimits limits;
  private final HeldBytes requests;
  private final HeldBytes replies;
  private final HeldBytes streams;
  private final HandedOn handedOn;

  /**
   * None yet.
   *
   * @param max how many may be open at a time, 1 or more
   * @param calls is told how many are open
   */
  TripleConnections(int max, CallCounter calls, TimeLimits limits) {
    this.connections = new WatchedConnections(max);
    this.calls = calls;
    this.limits = limits;
    long heap = Runtime.getRuntime().maxMemory();
    long held = Math.max(MIN_HELD_BYTES, Math.min(heap / HELD_SHARE, MAX_HELD_BYTES));
    this.requests = new HeldBytes(held, Math.min(heap / KEPT_SHARE, MAX_HELD_BYTES));
    this.replies = new HeldBytes(held);
    this.streams = new HeldBytes(heap / STREAMS_SHARE);
    this.handedOn = new HandedOn(heap / HANDED_ON_SHARE);
    calls.connectionsFrom(connections::size);
  }

  @Override
  public boolean admit(SocketChannel accepted) {
    boolean admitted =
        connections.admit(
            accepted,
            channel -> {
              TripleConnection connection =
                  new TripleConnection(
                      channel, calls, limits, requests, replies, streams, handedOn);
              channel.pipeline().addFirst(connection);
              return connection;
            });
    if (!admitted) {
      var unused = accepted.close();
    }
    return admitted;
  }

  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    return connections.drain(atMost);
  }
}
