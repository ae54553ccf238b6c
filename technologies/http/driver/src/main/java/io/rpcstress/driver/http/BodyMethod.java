package io.rpcstress.driver.http;

import io.rpcstress.driver.CallException;
import io.rpcstress.driver.http.Exchange.Resource;
import java.net.URI;
import java.util.function.Function;

/**
 * One operation as a body that is posted and a body that is answered, whichever client sends it.
 * Stateless and safe for use by many threads.
 *
 * @param type the media type of both bodies
 * @param maxReplyBytes the longest body of a reply that is read
 */
record BodyMethod<Q, R>(
    String path, String type, int maxReplyBytes, Function<Q, byte[]> writer, Reader<R> reader) {
  interface Reader<R> {
    /** What it contains. */
    R read(byte[] body) throws CallException;
  }

  /** Its resource on a server, {@code http://host:port}. */
  Resource on(String server) {
    return new Resource(URI.create(server + path), type, maxReplyBytes);
  }
}
