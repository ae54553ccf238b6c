package io.rpcstress.contract;

import java.nio.ByteBuffer;

/**
 * What the messages of a stream are, as one of its sides has them: what that side sends, and what
 * it receives. Messages count from 0 to one less than the call has, at most {@link
 * StreamRequest#MAX_MESSAGES}; any number in this range is answered, in any order. Immutable; safe
 * for use by many threads.
 */
public interface StreamContent {

  /** The encoding of a pack's messages; empty where they are filler. */
  String encoding();

  /** The pack that they come out of, as {@link Message#pack} names it; empty for filler. */
  String pack();

  /**
   * The size of a message that is sent, bytes: {@link StreamRequest#MIN_MESSAGE_BYTES} to {@link
   * StreamRequest#MAX_MESSAGE_BYTES} of filler; the mean over the samples of a pack, 0 to {@link
   * PackedStream#MAX_BYTES}.
   */
  int sentBytes();

  /** The same of one that is received. */
  int receivedBytes();

  /** The message with a number, from 0, that is sent, in an array of its own. */
  byte[] sent(int number);

  /** Whether this is the message with a number that is received; its position stays. */
  boolean isReceived(int number, ByteBuffer message);

  /**
   * Checks what a server receives; the message's position stays.
   *
   * @throws IllegalArgumentException if it is not the message with the number, or not within the
   *     contract's limits
   */
  void check(int number, ByteBuffer message);

  /** What a server answers to a message of a chat that it has checked. */
  byte[] answer(int number, ByteBuffer message);
}
