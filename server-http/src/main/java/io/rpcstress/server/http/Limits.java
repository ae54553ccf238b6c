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
 * @param waitingBytes bytes of all bodies together that are announced and did not come at once,
 *     until they are answered
 * @param streams calls that may be open at once on one HTTP/2 connection
 */
record Limits(int head, Duration body, Duration idle, long waitingBytes, int streams) {
  /**
   * Those of a measurement. Head and idle are Jetty's own defaults. The streams are more than the
   * threads of any point, or the JDK's client would open further connections; what they can hold
   * together is bounded by {@code waitingBytes}.
   */
  static final Limits DEFAULTS =
      new Limits(8 * 1024, Duration.ofSeconds(10), Duration.ofSeconds(30), 16 << 20, 1024);
}
