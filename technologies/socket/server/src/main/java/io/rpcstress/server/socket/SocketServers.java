package io.rpcstress.server.socket;

import io.rpcstress.contract.socket.Idl;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerProgram;
import java.util.Arrays;
import java.util.List;

/** Host B's program for messages on sockets, one language for each process. */
public final class SocketServers {
  private SocketServers() {}

  /** Runs the server that {@code --technology} names until the process is told to end. */
  public static void main(String[] args) {
    List<Server> servers = Arrays.stream(Idl.values()).<Server>map(SocketServer::new).toList();
    ServerProgram.main("socket", servers, args);
  }
}
