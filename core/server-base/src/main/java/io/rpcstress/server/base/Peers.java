package io.rpcstress.server.base;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * All open connections of a server that leaves their reads and writes to threads or to a library:
 * how many there may be, for how long, and how they end. Thread-safe.
 */
public final class Peers {
  /** How often a drain looks at its connections: so long one that is to end has to be quiet. */
  private static final Duration QUIET = Duration.ofMillis(20);

  /** Late peers are looked for so often within the shorter of the limits. */
  private static final int LOOKS = 20;

  private static final long MIN_LOOK_MILLIS = 10;
  private static final long MAX_LOOK_MILLIS = 500;

  private final TimeLimits limits;
  private final OpenConnections<Peer> open;
  private volatile boolean draining;
  private volatile @Nullable Thread looking;

  /**
   * None yet; {@link #lookForLatePeers} begins to hold them to the limits.
   *
   * @param max how many may be open at a time, 1 or more
   * @param limits kept as exactly as a twentieth of the shorter one, or half a second
   */
  public Peers(int max, TimeLimits limits) {
    this.open = new OpenConnections<>(max);
    this.limits = limits;
  }

  /** Takes a place for a connection, which {@link #leave} gives back; false where none is left. */
  public boolean enter() {
    return !draining && open.enter();
  }

  /** Looks after a connection that has its place. */
  public void watch(Peer peer) {
    open.add(peer);
  }

  /** A connection that had its place is closed. */
  public void leave() {
    open.leave();
  }

  /** A watched connection is closed. Any time but the first changes nothing. */
  public void leave(Peer peer) {
    open.remove(peer);
  }

  /** How many are open. */
  public int size() {
    return open.size();
  }

  /** Whether nobody may enter any more. */
  public boolean isDraining() {
    return draining;
  }

  /**
   * Ends those that keep their server waiting, on a thread of its own, until a drain is over.
   * Called once.
   *
   * @param threadName what the thread is called
   */
  public void lookForLatePeers(String threadName) {
    Thread thread = new Thread(this::look, threadName);
    thread.setDaemon(true);
    looking = thread;
    thread.start();
  }

  private void look() {
    long shorter = Math.min(limits.stalled().toMillis(), limits.idle().toMillis());
    long pause = Math.max(MIN_LOOK_MILLIS, Math.min(shorter / LOOKS, MAX_LOOK_MILLIS));
    try {
      while (true) {
        TimeUnit.MILLISECONDS.sleep(pause);
        long now = System.nanoTime();
        open.forEach(peer -> cutIfLate(peer, now));
      }
    } catch (InterruptedException drained) {
      Thread.currentThread().interrupt();
    }
  }

  private void cutIfLate(Peer peer, long now) {
    if (peer.progress().isLate(now, limits.stalled(), limits.idle())) {
      peer.cut();
    }
  }

  /**
   * A peer's call is over, and its answer taken. Called by the thread that serves it.
   *
   * @return whether it is to be ended now: the server drains, and nothing of the peer is unread.
   *     One that asks without a pause is never quiet
   */
  public boolean answered(Peer peer) {
    peer.progress().end();
    return draining && isAllRead(peer);
  }

  /** From now on nobody enters. */
  public void close() {
    draining = true;
  }

  /**
   * Ends each connection as soon as what has arrived is answered; when the time is over, all.
   *
   * @return whether everything was answered
   */
  public boolean drain(Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    close();
    boolean whole = open.awaitNone(Duration.ZERO);
    while (!whole && System.nanoTime() < end) {
      open.forEach(Peers::endIfQuiet);
      whole = open.awaitNone(QUIET);
    }
    open.forEach(Peer::cut);
    Thread late = looking;
    if (late != null) {
      late.interrupt();
    }
    return whole;
  }

  private static void endIfQuiet(Peer peer) {
    if (peer.progress().isQuiet() && isAllRead(peer)) {
      peer.endInput();
    }
  }

  private static boolean isAllRead(Peer peer) {
    try {
      return peer.unread() == 0;
    } catch (IOException closed) {
      return false; // its server finds that, too
    }
  }
}
