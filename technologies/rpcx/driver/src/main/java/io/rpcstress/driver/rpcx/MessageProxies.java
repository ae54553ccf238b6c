package io.rpcstress.driver.rpcx;

import io.rpcstress.contract.Message;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXClient;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The bytes of messages, with the name of their encoding. */
final class MessageProxies implements Proxies<Message.Request, byte[]> {

  /** The message service as RPCX publishes it. */
  @RPCXClient(remoteServerName = Message.RPCX_SERVICE, remoteServerDomain = "9001")
  interface Remote {

    @Method(Message.RPCX_METHOD)
    byte[] answer(String encoding, byte[] request);
  }

  /** The same service for callers that do not wait. */
  @RPCXClient(remoteServerName = Message.RPCX_SERVICE, remoteServerDomain = "9001")
  interface Started {

    @Method(Message.RPCX_METHOD)
    CompletableFuture<byte[]> answer(String encoding, byte[] request);
  }

  @Override
  public Function<Message.Request, byte[]> waiting(RPCX rpcx) {
    Remote remote = rpcx.client(Remote.class);
    return request -> remote.answer(request.encoding(), request.encode());
  }

  @Override
  public Function<Message.Request, CompletableFuture<byte[]>> starting(RPCX rpcx) {
    Started remote = rpcx.client(Started.class);
    return request -> remote.answer(request.encoding(), request.encode());
  }
}
