package io.rpcstress.rpcx.wire;

/**
 * How the ids of one connection's calls stand in requests and replies: whole, or (wire 1.1) as
 * offsets from a base that the client drew and said in HELLO. An offset and the whole id mean the
 * same call, and whoever writes takes the shorter one. Immutable and thread-safe.
 */
public final class CallIds {
  /** Ids are written whole: wire 1.0. */
  public static final CallIds WHOLE = new CallIds(0);

  /** The largest offset that is shorter than the whole id, key and number together. */
  private static final long MAX_OFFSET = (1L << 49) - 1;

  private final long base;

  private CallIds(long base) {
    this.base = base;
  }

  /**
   * Ids that may be written as offsets.
   *
   * @param base what both sides know; 0 if they agreed on none
   * @return how ids are written
   */
  public static CallIds from(long base) {
    return base == 0 ? WHOLE : new CallIds(base);
  }

  /** Whether both sides have agreed on a base, which is wire 1.1. */
  public boolean agreed() {
    return base != 0;
  }

  /**
   * The id that a message names.
   *
   * @param id its whole id, or 0
   * @param offset its offset, which counts if it is not 0
   * @return the id
   * @throws MalformedFrameException if there is an offset and no base was agreed on
   */
  public long of(long id, long offset) {
    if (offset == 0) {
      return id;
    }
    if (base == 0) {
      throw new MalformedFrameException("an id_offset, which HELLO did not agree on");
    }
    return base + offset;
  }

  /**
   * The offset that stands for an id.
   *
   * @param id the id
   * @return its offset, at least 1; 0 if the id is to be written whole
   */
  public long offset(long id) {
    long offset = id - base;
    return base != 0 && offset > 0 && offset <= MAX_OFFSET ? offset : 0;
  }

  /**
   * The length of the field that names a call.
   *
   * @param id the call's
   * @return key and number, in bytes; 0 for an id of 0 that is written whole, which is absent
   */
  public int size(long id) {
    long offset = offset(id);
    if (offset != 0) {
      return 1 + Varints.size(offset);
    }
    return id == 0 ? 0 : Fields.ID_BYTES;
  }

  /**
   * Writes the field that names a call.
   *
   * @param target where to
   * @param at the key's index
   * @param id the call's
   * @return the index after the last byte
   */
  public int write(byte[] target, int at, long id) {
    long offset = offset(id);
    if (offset != 0) {
      target[at] = Fields.OFFSET_KEY;
      return Varints.write(target, at + 1, offset);
    }
    return id == 0 ? at : Fields.writeId(target, at, id);
  }

  /**
   * Reads the field that names a call.
   *
   * @param bytes the array
   * @param from the key's index; {@link PlainMessages#idEnd} has said that the field is there
   * @return the id
   * @throws MalformedFrameException if it is an offset and no base was agreed on
   */
  public long read(byte[] bytes, int from) {
    return bytes[from] == Fields.ID_KEY
        ? Varints.readFixed64(bytes, from + 1)
        : of(0, Varints.read(bytes, from + 1));
  }
}
