package io.rpcstress.contract;

/**
 * A key and the value to be kept under it. Its arrays are never changed, so they are not copied: a
 * call costs nothing here.
 */
public final class Entry {
  private final byte[] key;
  private final byte[] value;

  public Entry(byte[] key, byte[] value) {
    this.key = key;
    this.value = value;
  }

  /** The key itself, not a copy. */
  public byte[] key() {
    return key;
  }

  /** The value itself, not a copy. */
  public byte[] value() {
    return value;
  }

  /** The sizes alone: contents would fill the line. */
  @Override
  public String toString() {
    return "a key of %d and a value of %d bytes".formatted(key.length, value.length);
  }
}
