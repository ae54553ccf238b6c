package io.rpcstress.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.server.base.Tool;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The jar, called by Python's gRPC. */
class GrpcServerJarIT {

  @ParameterizedTest
  @CsvSource({"grpc, unary", "grpc-stream, stream"})
  void pythonsGrpcIsAnswered(String technology, String how) {
    try (ServerProcess server = ServerProcess.ready(technology)) {
      String address = "127.0.0.1:" + server.port();
      assertThat(Tool.python("grpc", "src/test/python/call.py", how, address)).hasSize(4);
    }
  }
}
