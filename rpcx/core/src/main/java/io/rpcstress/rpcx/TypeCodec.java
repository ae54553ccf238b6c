package io.rpcstress.rpcx;

/**
 * Carries a class of the application that RPCX does not carry itself. Both sides register one for
 * the class with {@link RPCX.Builder#codec} and {@link ServiceCentre.Builder#codec}; from then on
 * the class can be a parameter, a result, and a part of records, lists, maps and so on. The wire
 * names an alias alone, which is compared with the one of the declared type: it never chooses a
 * class or a codec.
 *
 * <pre>{@code
 * final class MoneyCodec implements TypeCodec<Money> {
 *   public Class<Money> type() { return Money.class; }
 *   public String alias() { return "acme.money"; }
 *   public int maxBytes() { return 32; }
 *   public byte[] encode(Money value) { return value.toString().getBytes(US_ASCII); }
 *   public Money decode(byte[] content) { return Money.parse(new String(content, US_ASCII)); }
 * }
 * }</pre>
 *
 * <p>Must be thread-safe, and must not wait: it runs on event loops, too. What it answers to {@link
 * #type}, {@link #alias} and {@link #maxBytes} never changes.
 *
 * @param <T> the class that it carries
 */
public interface TypeCodec<T> {
  /**
   * The class as methods and records declare it: no generic class, and none that RPCX carries
   * itself (docs/wire.md, "Values").
   */
  Class<T> type();

  /**
   * The name of the type on the wire, which never changes: 3 to 64 ASCII letters, digits, {@code _}
   * and {@code -} in two or more parts with dots between them, such as {@code acme.money}. Names
   * without a dot are RPCX's own.
   */
  String alias();

  /** Longest content, in bytes, 1 or more. Longer content of a peer is refused unread. */
  int maxBytes();

  /**
   * Writes a value's content.
   *
   * @param value never null: that is carried without this
   * @return 0 to {@link #maxBytes} bytes, which are not changed afterwards; Protobuf wire bytes are
   *     what other languages read most easily
   * @throws IllegalArgumentException if the value cannot travel; the call then ends with {@link
   *     StatusCode#INVALID_ARGUMENT} and is not sent
   */
  byte[] encode(T value);

  /**
   * Reads a value's content, which comes from a peer that may be hostile: what it becomes must stay
   * in proportion to its length.
   *
   * @param content 0 to {@link #maxBytes} bytes
   * @return the value, never null
   * @throws IllegalArgumentException (or any other RuntimeException) if this is no such value; the
   *     call then ends with {@link StatusCode#INVALID_ARGUMENT}
   */
  T decode(byte[] content);
}
