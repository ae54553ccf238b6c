package io.rpcstress.analysis.model;

import io.rpcstress.measure.Point;

/**
 * One technology in one variant: a bar colour, a table column.
 *
 * @param type the technology's number: 1 rpcx, 2 grpc, 3 openfeign as in the paper, then as listed
 * @param technology name as the harness lists it
 * @param variant {@link Point#EXAMPLE} or another
 */
public record Series(int type, String technology, String variant) implements Comparable<Series> {

  /** The technology that the paper proposes, and that the others are compared with. */
  public static final String RPCX = "rpcx";

  /** The technology below which no service can be: lines over a bare socket. */
  public static final String TCP = "tcp";

  /** Of a technology that has no row, only failures, and is not in the paper: sorted last. */
  public static final int UNKNOWN_TYPE = Integer.MAX_VALUE;

  /** What is written beside a number: {@code grpc}, or {@code grpc@tuned} off the example. */
  public String label() {
    return variant.equals(Point.EXAMPLE) ? technology : technology + "@" + variant;
  }

  /** Whether a point belongs to it. */
  public boolean holds(Point point) {
    return point.technology().equals(technology) && point.variant().equals(variant);
  }

  @Override
  public int compareTo(Series other) {
    int byType = Integer.compare(type, other.type);
    if (byType != 0) {
      return byType;
    }
    int byName = technology.compareTo(other.technology);
    if (byName != 0) {
      return byName;
    }
    // The example goes first, whatever the others are called.
    int byExample =
        Boolean.compare(!variant.equals(Point.EXAMPLE), !other.variant.equals(Point.EXAMPLE));
    return byExample != 0 ? byExample : variant.compareTo(other.variant);
  }
}
