package io.rpcstress.contract;

import java.nio.ByteBuffer;

/**
 * The one-way operation: a message that no reply follows. It begins with its length in four bytes,
 * the highest first, so that a server sees whether it has arrived whole.
 */
public final class OneWay {

  /** The longest message, bytes. Every server refuses longer ones. */
  public static final int MAX_BYTES = 16 * 1024;

  public static final Operation<byte[], Boolean> OPERATION = new Sending();

  /** RPCX: the published name of the service, as little telling as {@link Greeting}'s. */
  public static final String RPCX_SERVICE = "s6";

  public static final String RPCX_METHOD = "m1";

  private static final String SIZE = "size";
  private static final int DEFAULT_BYTES = 64;

  private OneWay() {}

  /** Whether a message has arrived whole, and is no longer than the contract allows. */
  public static boolean isWhole(ByteBuffer message) {
    int bytes = message.remaining();
    return bytes >= Integer.BYTES
        && bytes <= MAX_BYTES
        && message.getInt(message.position()) == bytes;
  }

  /** The reply is whether the message was sent: that of the technology's client. */
  private static final class Sending extends NamedOperation<byte[], Boolean> {
    Sending() {
      super(
          "one-way",
          "a message without a reply; a call ends when it was sent",
          new PayloadDimension(SIZE, "bytes", Integer.BYTES, MAX_BYTES, DEFAULT_BYTES));
    }

    @Override
    public byte[] request(Payload payload) {
      int size = payload.get(SIZE);
      return new Filler(size).sent(size);
    }

    @Override
    public Payload payload(byte[] message) {
      return Payload.defaultOf(this).with(SIZE, message.length);
    }

    @Override
    public long bytes(byte[] message) {
      return message.length;
    }

    @Override
    public Boolean answer(byte[] message) {
      return true;
    }

    @Override
    public boolean isAnswer(byte[] message, Boolean sent) {
      return sent;
    }

    @Override
    public String describeWrong(byte[] message, Boolean sent) {
      return "a message of " + message.length + " bytes was not sent";
    }

    @Override
    public Boolean falsified(Boolean sent) {
      return !sent;
    }

    @Override
    public boolean isOneWay() {
      return true;
    }
  }
}
