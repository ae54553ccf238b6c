package io.rpcstress.server.http;

import java.time.Duration;

/**
 * What a peer may cost this server, beside the size of a body, which its {@link Format} says. Half
 * a request, or a reply that nobody reads, ends its connection or its HTTP/2 stream.
 *
 * @param head bytes of a request line with its headers
 * @param body how long a body may take to arrive when its head has
 * @param idle how long the head of the next request may take to arrive, whole, and how long nothing
 *     may be read of a reply
 * @param waitingBytes bytes of all bodies together that are large or did not come at once, and as
 *     many again of large replies, until they are taken: beyond, whoever has been slow for longest
 *     is ended
 * @param keptBytes bytes of all such bodies together that are there and are being answered; one
 *     always may
 * @param streams calls that may be open at once on one HTTP/2 connection
 */
record Limits(
    int head, Duration body, Duration idle, long waitingBytes, long keptBytes, int streams) {
  /**
   * Those of a measurement. Head and idle are Jetty's own defaults. The streams are more than the
   * threads of any point, or the JDK's client would open further connections; what they can hold
   * together is bounded by {@code waitingBytes}.
   */
  static final Limits DEFAULTS = ofHeap(Runtime.getRuntime().maxMemory());

  private static final long MIB = 1024 * 1024;

  /** Of the heap, what bodies that are waited for may take, and replies again. */
  private static final int WAITING_SHARE = 10;

  /** Of the heap, the bodies that are answered: whatever is made of them is several times that. */
  private static final int KEPT_SHARE = 32;

  /** The longest body has to fit. */
  private static final long MIN_WAITING_BYTES = 11 * MIB / 2;

  private static final long MAX_BYTES = 16 * MIB;

  /** Those of a measurement in a heap of so many bytes. */
  static Limits ofHeap(long heap) {
    return new Limits(
        8 * 1024,
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        Math.max(MIN_WAITING_BYTES, Math.min(heap / WAITING_SHARE, MAX_BYTES)),
        Math.min(heap / KEPT_SHARE, MAX_BYTES),
        1024);
  }
}
