package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.Peer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts the calls of each peer, which may have several connections: one share for a principal, or
 * for an address where the caller is unknown. Nothing is kept of a peer without connections and
 * calls. Thread-safe.
 */
final class PeerShares {
  private final int most;
  private final Map<Object, Share> shares = new HashMap<>();

  /**
   * @param most calls of one peer at a time, or 0 for no limit
   */
  PeerShares(int most) {
    this.most = most;
  }

  /** The share of a connection that begins; null if nothing is counted. */
  @Nullable Share join(Peer peer) {
    Object key = key(peer);
    if (most == 0 || key == null) {
      return null;
    }
    synchronized (shares) {
      Share share = shares.get(key);
      if (share == null) {
        share = new Share(key);
        shares.put(key, share);
      }
      share.connections++;
      return share;
    }
  }

  private static @Nullable Object key(Peer peer) {
    Principal principal = peer.principal();
    if (principal != null) {
      return principal.getName();
    }
    InetSocketAddress address = peer.address();
    InetAddress host = address == null ? null : address.getAddress();
    return host;
  }

  /** What one peer uses. */
  final class Share {
    private final Object key;
    private final AtomicInteger inFlight = new AtomicInteger();

    /** Guarded by the map of all shares. */
    private int connections;

    Share(Object key) {
      this.key = key;
    }

    /** Counts a call that begins; false if there are too many. */
    boolean enter() {
      if (inFlight.incrementAndGet() <= most) {
        return true;
      }
      exit();
      return false;
    }

    /** Counts a call that has ended. */
    void exit() {
      if (inFlight.decrementAndGet() == 0) {
        forgetIfUnused();
      }
    }

    /** A connection has ended. */
    void leave() {
      synchronized (shares) {
        connections--;
      }
      forgetIfUnused();
    }

    private void forgetIfUnused() {
      synchronized (shares) {
        if (connections == 0 && inFlight.get() == 0) {
          shares.remove(key, this);
        }
      }
    }
  }

  /** Peers that are counted. */
  int size() {
    synchronized (shares) {
      return shares.size();
    }
  }
}
