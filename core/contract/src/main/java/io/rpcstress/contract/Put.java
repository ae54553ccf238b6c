package io.rpcstress.contract;

import java.util.Arrays;

/**
 * The put operation: a value is kept under a key, and the server confirms it. Both are bytes,
 * {@code 'a'} repeated, as in Apache Geode's evaluation of RPC frameworks, whose sizes are the
 * defaults.
 */
public final class Put {

  /** The longest key, bytes. Every server refuses longer ones. */
  public static final int MAX_KEY_BYTES = 1024;

  /** The longest value, bytes. Every server refuses longer ones. */
  public static final int MAX_VALUE_BYTES = 16 * 1024;

  public static final Operation<Entry, Boolean> OPERATION = new Putting();

  /** RPCX: the published name of the service, as little telling as {@link Greeting}'s. */
  public static final String RPCX_SERVICE = "s2";

  public static final String RPCX_METHOD = "m1";

  public static final String HTTP_PATH = "/put";

  private static final String KEY = "key";
  private static final String VALUE = "value";
  private static final int DEFAULT_KEY_BYTES = 64;
  private static final int DEFAULT_VALUE_BYTES = 512;
  private static final byte FILLING = 'a';

  private Put() {}

  /** What every server checks before it keeps anything. */
  public static void checkSizes(int keyBytes, int valueBytes) {
    if (keyBytes < 1 || keyBytes > MAX_KEY_BYTES) {
      throw new IllegalArgumentException(
          "a key of " + keyBytes + " bytes: 1 to " + MAX_KEY_BYTES + " expected");
    }
    if (valueBytes < 0 || valueBytes > MAX_VALUE_BYTES) {
      throw new IllegalArgumentException(
          "a value of " + valueBytes + " bytes: at most " + MAX_VALUE_BYTES);
    }
  }

  private static final class Putting extends NamedOperation<Entry, Boolean> {
    Putting() {
      super(
          "put",
          "a key and a value, answered by whether the value is kept",
          new PayloadDimension(KEY, "bytes", 1, MAX_KEY_BYTES, DEFAULT_KEY_BYTES),
          new PayloadDimension(VALUE, "bytes", 0, MAX_VALUE_BYTES, DEFAULT_VALUE_BYTES));
    }

    @Override
    public Entry request(Payload payload) {
      return new Entry(filled(payload.get(KEY)), filled(payload.get(VALUE)));
    }

    private static byte[] filled(int bytes) {
      byte[] filled = new byte[bytes];
      Arrays.fill(filled, FILLING);
      return filled;
    }

    @Override
    public Payload payload(Entry request) {
      return Payload.defaultOf(this)
          .with(KEY, request.key().length)
          .with(VALUE, request.value().length);
    }

    @Override
    public long bytes(Entry request) {
      return (long) request.key().length + request.value().length;
    }

    @Override
    public Boolean answer(Entry request) {
      return true;
    }

    @Override
    public boolean isAnswer(Entry request, Boolean reply) {
      return reply;
    }

    @Override
    public String describeWrong(Entry request, Boolean reply) {
      return request + " was not kept";
    }

    @Override
    public Boolean falsified(Boolean right) {
      return !right;
    }
  }
}
