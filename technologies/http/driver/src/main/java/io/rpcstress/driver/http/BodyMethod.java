package io.rpcstress.driver.http;

import io.rpcstress.driver.CallException;
import java.net.URI;

/**
 * One operation as a body that is posted and a body that is answered, whichever client sends it.
 * Stateless and safe for use by many threads.
 *
 * @param <Q> what is asked
 * @param <R> what is answered
 */
interface BodyMethod<Q, R> {

  /** The path of the resource. */
  String path();

  /** The media type of both bodies. */
  String type();

  /** The longest body of a reply, bytes. */
  int maxReplyBytes();

  /** The body of a request. */
  byte[] request(Q asked);

  /**
   * What the body of a reply says.
   *
   * @throws CallException where it says nothing
   */
  R reply(byte[] body) throws CallException;

  /** Its resource on a server, {@code http://host:port}. */
  default Resource on(String server) {
    return new Resource(URI.create(server + path()), type(), maxReplyBytes());
  }
}
