package io.rpcstress.driver.http;

import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;

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
}
