package io.rpcstress.server.grpc;

import io.rpcstress.server.base.ServerProgram;
import java.util.List;

/** Host B's program for gRPC, one of its technologies for each process: unary unless told. */
public final class GrpcServers {
  private GrpcServers() {}

  /** Runs the server that {@code --technology} names until the process is told to end. */
  public static void main(String[] args) {
    ServerProgram.main("grpc", List.of(GrpcServer.unary(), GrpcServer.streams()), args);
  }
}
