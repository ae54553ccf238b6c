package io.rpcstress.rpcx.wire;

/** Protobuf's whole numbers of variable length, straight into arrays. Thread-safe. */
public final class Varints {
  private static final int BITS = 7;
  private static final int MORE = 0x80;
  private static final int MASK = 0x7F;

  private Varints() {}

  /**
   * How long a number is on the wire.
   *
   * @param value any number; negative ones count as unsigned
   * @return 1 to 10 bytes
   */
  public static int size(long value) {
    return (Long.SIZE - Long.numberOfLeadingZeros(value | 1) + BITS - 1) / BITS;
  }

  /**
   * Writes a number.
   *
   * @param target where to
   * @param at the first byte's index
   * @param value any number; negative ones count as unsigned
   * @return the index after the last byte
   */
  public static int write(byte[] target, int at, long value) {
    int next = at;
    long rest = value;
    while ((rest & ~MASK) != 0) {
      target[next++] = (byte) (rest | MORE);
      rest >>>= BITS;
    }
    target[next++] = (byte) rest;
    return next;
  }

  /**
   * Reads a number.
   *
   * @param bytes where from
   * @param at the first byte's index; the number is whole
   * @return the number; of one beyond 64 bits, the lower ones
   */
  public static long read(byte[] bytes, int at) {
    long value = 0;
    int next = at;
    int shift = 0;
    while (bytes[next] < 0) {
      value |= (long) (bytes[next++] & MASK) << shift;
      shift += BITS;
    }
    return value | (long) bytes[next] << shift;
  }

  /**
   * Reads the length that a frame begins with.
   *
   * @param bytes the array
   * @param at the index of the first of its four bytes, the highest one
   * @return the length; negative if it is too large for an int
   */
  public static int readLength(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) << 24
        | (bytes[at + 1] & 0xFF) << 16
        | (bytes[at + 2] & 0xFF) << 8
        | (bytes[at + 3] & 0xFF);
  }
}
