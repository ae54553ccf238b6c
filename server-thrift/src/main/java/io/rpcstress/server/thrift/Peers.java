package io.rpcstress.server.thrift;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All open connections: how many there may be, for how long, and how they end. Thrift's servers
 * know none of it. Thread-safe.
 */
final class Peers {
  /** How often a drain looks at its connections, ms: so long one that is to end has to be quiet. */
  private static final long QUIET_MILLIS = 20;

  private final int maxConnections;
  private final TimeLimits limits;
  private final Set<Peer> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger count = new AtomicInteger();
  private volatile boolean draining;

  Peers(int maxConnections, TimeLimits limits) {
    this.maxConnections = maxConnections;
    this.limits = limits;
  }

  /** Takes a place for a connection, which {@link #leave} gives back; false where none is left. */
  boolean enter() {
    if (count.incrementAndGet() <= maxConnections && !draining) {
      return true;
    }
    count.decrementAndGet();
    return false;
  }

  /** Looks after a connection that has its place. */
  void watch(Peer peer) {
    open.add(peer);
  }

  /** A connection that had its place is closed. */
  void leave() {
    count.decrementAndGet();
  }

  /** A watched connection is closed. Any time but the first changes nothing. */
  void leave(Peer peer) {
    if (open.remove(peer)) {
      leave();
    }
  }

  /** How many are open. */
  int size() {
    return count.get();
  }

  /** Whether nobody may enter any more. */
  boolean isDraining() {
    return draining;
  }

  /** Ends those that keep their server waiting, until the thread is interrupted. */
  void lookForLatePeers() {
    try {
      while (true) {
        TimeUnit.NANOSECONDS.sleep(limits.look().toNanos());
        long now = System.nanoTime();
        for (Peer peer : open) {
          if (peer.progress().isLate(now, limits.stalled(), limits.idle())) {
            peer.cut();
          }
        }
      }
    } catch (InterruptedException serverEnds) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * A peer's call is over, and its answer taken. Called by the thread that serves it, so that a
   * client which asks without a pause is ended, too.
   */
  void answered(Peer peer) {
    peer.progress().end();
    if (draining) {
      endUnlessUnread(peer);
    }
  }

  /** From now on nobody enters. */
  void close() {
    draining = true;
  }

  /**
   * Ends each connection as soon as what has arrived is answered; when the time is over, all.
   *
   * @return whether everything was answered
   */
  boolean drain(Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    while (count.get() > 0 && System.nanoTime() < end) {
      open.forEach(Peers::endIfQuiet);
      TimeUnit.MILLISECONDS.sleep(QUIET_MILLIS);
    }
    boolean whole = count.get() == 0;
    open.forEach(Peer::cut);
    return whole;
  }

  private static void endIfQuiet(Peer peer) {
    if (peer.progress().isQuiet()) {
      endUnlessUnread(peer);
    }
  }

  private static void endUnlessUnread(Peer peer) {
    try {
      if (peer.unread() == 0) {
        peer.endInput();
      }
    } catch (IOException closed) {
      // its server has found that, too
    }
  }
}
