package io.rpcstress.driver.http;

import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import java.net.URI;

/** An HTTP client that posts bodies to one server, of whichever operation. Thread-safe. */
interface Exchange {

  /** The address of a resource. */
  URI address(String path);

  /**
   * Posts a body of JSON and waits for that of the reply.
   *
   * @throws CallException where there is none, or its status says that the call was refused
   * @throws InterruptedException where the thread was interrupted
   */
  byte[] post(URI address, byte[] body) throws CallException, InterruptedException;

  /** A caller of one operation. */
  default <Q, R> Caller<Q, R> caller(JsonMethod<Q, R, ?> method) {
    URI address = address(method.path());
    return request -> method.reply(post(address, method.request(request)));
  }
}
