package io.rpcstress.server.base;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a server keeps for peers that are slow, of all connections together: requests that have not
 * arrived whole, or replies that were not taken. Where all would be more than a limit, whoever has
 * been slow for longest is ended, so that those who keep up have room whatever others do. What is
 * there whole, and is worked on, has a limit of its own. Thread-safe.
 */
public final class HeldBytes {
  private final long max;
  private final long maxKept;

  /** Guarded by itself, as the numbers are; in the order in which they began. */
  private final Set<Holding> holdings = new LinkedHashSet<>();

  private long total;
  private long allKept;

  /**
   * Nothing is held yet.
   *
   * @param max what all may hold together, bytes, 1 or more
   */
  public HeldBytes(long max) {
    this(max, max);
  }

  /**
   * Nothing is held yet.
   *
   * @param max what all may hold together that are slow, bytes, 1 or more
   * @param maxKept what may be kept together, bytes, 1 or more; one always may
   */
  public HeldBytes(long max, long maxKept) {
    this.max = max;
    this.maxKept = maxKept;
  }

  /** What one peer makes the server hold. Thread-safe. */
  public final class Holding {
    private final Runnable drop;
    private final Runnable end;
    private long bytes;
    private boolean kept;

    private Holding(Runnable drop, Runnable end) {
      this.drop = drop;
      this.end = end;
    }

    /**
     * It is so much now, or about to be. Those that have held for longest are ended, where all are
     * too much; this one, where it is the longest.
     */
    public void set(long now) {
      List<Holding> ended = new ArrayList<>();
      synchronized (holdings) {
        if (!holdings.contains(this)) {
          return; // it was ended, is kept, or is released
        }
        total += now - bytes;
        bytes = now;
        Iterator<Holding> oldest = holdings.iterator();
        while (total > max && oldest.hasNext()) {
          Holding first = oldest.next();
          oldest.remove();
          total -= first.bytes;
          first.drop.run();
          ended.add(first);
        }
      }
      ended.forEach(each -> each.end.run());
    }

    /**
     * The peer has done its part: what is held is kept until it is released, and the peer is not
     * ended for it.
     *
     * @return whether it is kept; not where it was ended or released before, or where all that is
     *     kept would be too much: then nothing is held any more
     */
    public boolean keep() {
      synchronized (holdings) {
        if (kept || !holdings.remove(this)) {
          return kept;
        }
        total -= bytes;
        kept = allKept == 0 || allKept + bytes <= maxKept;
        allKept += kept ? bytes : 0;
        return kept;
      }
    }

    /** Nothing is held any more. Any time but the first does nothing. */
    public void release() {
      synchronized (holdings) {
        if (kept) {
          kept = false;
          allKept -= bytes;
        } else if (holdings.remove(this)) {
          total -= bytes;
        }
      }
    }
  }

  /**
   * Begins to hold something for a peer; nothing yet.
   *
   * @param end ends the peer, whose bytes go with it; called by any thread, once at most, and not
   *     where it was released before
   */
  public Holding hold(Runnable end) {
    return hold(() -> {}, end);
  }

  /**
   * Begins to hold something for a peer; nothing yet.
   *
   * @param drop lets go of what is held, before anybody else is told that there is room for it;
   *     takes no lock under which this object is called, and waits for nothing else; called before
   *     {@code end}
   * @param end ends the peer, as with {@link #hold(Runnable)}
   */
  public Holding hold(Runnable drop, Runnable end) {
    Holding holding = new Holding(drop, end);
    synchronized (holdings) {
      holdings.add(holding);
    }
    return holding;
  }

  /** What is held, and what is kept, bytes. */
  public long total() {
    synchronized (holdings) {
      return total + allKept;
    }
  }
}
