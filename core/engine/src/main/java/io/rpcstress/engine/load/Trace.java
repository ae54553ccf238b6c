package io.rpcstress.engine.load;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** When calls came that an open loop makes again, from its first counted second on. Immutable. */
public final class Trace {
  private final long[] nanos;
  private final byte @Nullable [] parts;

  /** Takes the times over, in ns, which ascend from 0 or more: they may be many megabytes. */
  public Trace(long[] nanos) {
    this(nanos, null);
  }

  private Trace(long[] nanos, byte @Nullable [] parts) {
    this.nanos = nanos;
    this.parts = parts;
  }

  /** The same times, with the part of a mix that each call is; takes the array over. */
  public Trace of(byte[] each) {
    return new Trace(nanos, each);
  }

  public boolean hasParts() {
    return parts != null;
  }

  /** Which part of the mix a call is; only where there are parts. */
  public int part(int call) {
    return Objects.requireNonNull(parts, "parts")[call];
  }

  public int calls() {
    return nanos.length;
  }

  /** How many calls each part of a mix has; only where there are parts. */
  long[] callsOfParts(int count) {
    long[] calls = new long[count];
    for (byte part : Objects.requireNonNull(parts, "parts")) {
      calls[part]++;
    }
    return calls;
  }

  /** When a call is due, counted from the first one in the file, ns. */
  public long nanos(int call) {
    return nanos[call];
  }
}
