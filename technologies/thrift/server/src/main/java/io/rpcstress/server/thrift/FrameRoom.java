package io.rpcstress.server.thrift;

import io.rpcstress.contract.thrift.ThriftBounds;
import io.rpcstress.server.base.HeldBytes;

/**
 * What large calls in frames may make the server hold, of all connections together: frames that
 * have not arrived whole, those that are answered, and replies that are not taken. Thread-safe.
 */
final class FrameRoom {
  /** Of the heap, each of the three: while a list is answered, it is there several times. */
  private static final int HEAP_SHARE = 16;

  private final HeldBytes frames;
  private final HeldBytes replies;

  /** What the frames take, also those of connections that were cut and do not know it yet. */
  private final Room room;

  /** All of it, in a heap of so many bytes. */
  FrameRoom(long heap) {
    long each = Math.max(2L * ThriftBounds.MAX_MESSAGE_BYTES, heap / HEAP_SHARE);
    this.frames = new HeldBytes(each, each);
    this.replies = new HeldBytes(each);
    this.room = new Room(2 * each);
  }

  /** Frames that are announced, until they are answered. */
  HeldBytes frames() {
    return frames;
  }

  /** Replies until they are taken. */
  HeldBytes replies() {
    return replies;
  }

  /** Takes memory for a frame; false where there is none before others let go of theirs. */
  boolean take(int bytes) {
    return room.take(bytes);
  }

  /** The frame is no longer there. */
  void giveBack(int bytes) {
    room.giveBack(bytes);
  }
}
