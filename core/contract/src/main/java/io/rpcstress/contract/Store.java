package io.rpcstress.contract;

import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What the put operation does, on every server alike: keeps values under keys, in memory. A peer
 * chooses how many keys there are, so the memory is bounded: beyond {@value #MAX_BYTES} bytes the
 * oldest keys are forgotten, and puts go on unhindered. Thread-safe; a put of a key that is there,
 * with a value as long as its last, contends for that key alone.
 */
public final class Store {

  /** Kept at most, bytes: keys, values, and {@link #ENTRY_BYTES} for each pair of them. */
  public static final int MAX_BYTES = 16 * 1024 * 1024;

  /** About what the objects around a key and its value take, bytes. */
  static final int ENTRY_BYTES = 128;

  private final Map<Key, byte[]> values = new ConcurrentHashMap<>();

  /** The keys in {@link #values}, once each, in the order in which they came. */
  private final Queue<Key> arrived = new ConcurrentLinkedQueue<>();

  private final AtomicLong bytes = new AtomicLong();

  /** Keeps a value under a key, instead of the last one. Takes both arrays over. */
  public boolean put(byte[] key, byte[] value) {
    Put.checkSizes(key.length, value.length);
    Key known = new Key(key);
    byte[] before = values.put(known, value);
    if (before == null) {
      arrived.add(known);
      grow(size(known, value));
    } else if (before.length != value.length) {
      grow((long) value.length - before.length);
    }
    return true;
  }

  private void grow(long added) {
    long now = bytes.addAndGet(added);
    while (now > MAX_BYTES) {
      Key first = arrived.poll();
      if (first == null) { // another thread forgets them already
        return;
      }
      byte[] gone = values.remove(first);
      now = gone == null ? bytes.get() : bytes.addAndGet(-size(first, gone));
    }
  }

  private static long size(Key key, byte[] value) {
    return (long) ENTRY_BYTES + key.bytes.length + value.length;
  }

  /** The value under a key, itself; null where there is none, or it was forgotten. */
  byte @Nullable [] get(byte[] key) {
    return values.get(new Key(key));
  }

  int keys() {
    return values.size();
  }

  /** What is kept, bytes, counted as for {@link #MAX_BYTES}. */
  long bytes() {
    return bytes.get();
  }

  /** Its bytes, by what they are. */
  private static final class Key {
    private final byte[] bytes;
    private final int hash;

    Key(byte[] bytes) {
      this.bytes = bytes;
      this.hash = Arrays.hashCode(bytes);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }
}
