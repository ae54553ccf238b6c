package io.rpcstress.rpcx.spring;

import io.rpcstress.rpcx.RPCX;

/** Learns of every client that the application makes. */
@FunctionalInterface
interface RpcxClientListener {
  /**
   * A client was made; called once for each, before its first call.
   *
   * @param service the only service that it calls, or {@link RpcxClients#OTHERS}
   * @param rpcx the client
   */
  void made(String service, RPCX rpcx);
}
