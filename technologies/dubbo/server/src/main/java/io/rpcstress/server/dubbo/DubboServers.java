package io.rpcstress.server.dubbo;

import io.rpcstress.server.base.ServerProgram;
import java.util.List;

/** Host B's program for Dubbo, one of its protocols for each process: its own unless told. */
public final class DubboServers {
  private DubboServers() {}

  /** Runs the server that {@code --technology} names until the process is told to end. */
  public static void main(String[] args) {
    ServerProgram.main("dubbo", List.of(new DubboServer(), new TripleServer()), args);
  }
}
