package io.rpcstress.rpcx.spring.bad;

import io.rpcstress.rpcx.RPCXClient;

/** Names a service, but no method. */
@RPCXClient(remoteServerName = "clock")
public interface Nameless {
  /** Names nothing. */
  String now();
}
