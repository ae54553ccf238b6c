package io.rpcstress.driver.http;

import io.rpcstress.contract.Message;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.Messages;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** An HTTP client that posts bodies to one server, of whichever operation. Thread-safe. */
interface Exchange {

  /** The server, {@code http://host:port}. */
  String server();

  /** Posts a body and waits for that of the reply. */
  byte[] post(Resource resource, byte[] body) throws CallException, InterruptedException;

  /** The same of a body in parts, the next of which is made when the client can send it. */
  byte[] postParts(Resource resource, Iterable<byte[]> parts)
      throws CallException, InterruptedException;

  /**
   * Posts a body, and passes on that of the reply as it comes: more is read when that was taken.
   */
  void postForParts(Resource resource, byte[] body, Parts reply)
      throws CallException, InterruptedException;

  /**
   * Where the bodies of an operation are posted, and what is known of them before.
   *
   * @param type the media type of a request's body
   * @param maxReplyBytes the longest body of a reply that is read whole
   */
  record Resource(URI address, String type, int maxReplyBytes) {}

  /** Takes a body that comes in parts, one after the other. */
  interface Parts {
    /** Takes the next part, or throws: no further one is read. */
    void take(ByteBuffer part) throws IOException;
  }

  default <Q, R> Caller<Q, R> caller(BodyMethod<Q, R> method) {
    Resource resource = method.on(server());
    return request -> method.reader().read(post(resource, method.writer().apply(request)));
  }

  /** A caller of messages, each as its pack writes it. */
  default Caller<Message.Request, Object> messages() {
    Map<String, Resource> resources =
        Message.encodings().stream()
            .collect(
                Collectors.toMap(
                    encoding -> encoding,
                    encoding ->
                        new Resource(
                            URI.create(server() + Message.httpPath(encoding)),
                            Message.mediaType(encoding),
                            Message.MAX_BYTES)));
    return Messages.reading(
        request ->
            post(Objects.requireNonNull(resources.get(request.encoding())), request.encode()));
  }
}
