package io.rpcstress.driver.http;

import io.rpcstress.contract.Message;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.Messages;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** An HTTP client that posts bodies to one server, of whichever operation. Thread-safe. */
interface Exchange {

  /** The server, {@code http://host:port}. */
  String server();

  /**
   * Posts a body and waits for that of the reply.
   *
   * @throws CallException where there is none, or its status says that the call was refused
   * @throws InterruptedException where the thread was interrupted
   */
  byte[] post(Resource resource, byte[] body) throws CallException, InterruptedException;

  /** A caller of one operation. */
  default <Q, R> Caller<Q, R> caller(BodyMethod<Q, R> method) {
    Resource resource = method.on(server());
    return request -> method.reply(post(resource, method.request(request)));
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
