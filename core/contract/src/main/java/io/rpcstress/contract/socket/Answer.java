package io.rpcstress.contract.socket;

/**
 * What a server answers, whatever the language. Immutable.
 *
 * @param id the call's
 * @param kind which of the following holds
 * @param text the greeting, or why the call is refused; else empty
 * @param kept whether the value is kept; else false
 */
public record Answer(long id, Kind kind, String text, boolean kept) {

  /** What an answer contains. */
  public enum Kind {
    GREETING,
    /** Whether a value is kept. */
    KEPT,
    /** Why there is no other answer; the connection goes on. */
    REFUSED
  }

  public static Answer greeting(long id, String message) {
    return new Answer(id, Kind.GREETING, message, false);
  }

  public static Answer kept(long id, boolean success) {
    return new Answer(id, Kind.KEPT, "", success);
  }

  public static Answer refused(long id, String reason) {
    return new Answer(id, Kind.REFUSED, reason, false);
  }
}
