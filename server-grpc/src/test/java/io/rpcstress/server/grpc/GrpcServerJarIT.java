package io.rpcstress.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.rpcstress.contract.greet.proto.GreetRequest;
import io.rpcstress.contract.greet.proto.GreeterGrpc;
import io.rpcstress.contract.put.proto.PutRequest;
import io.rpcstress.contract.put.proto.StoreGrpc;
import io.rpcstress.server.base.ServerJarContract;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.usage.ServerUsage;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The jar as every server's jar is held to, and gRPC's own limits. */
class GrpcServerJarIT extends ServerJarContract {
  GrpcServerJarIT() {
    super("grpc", 9002, 9102);
  }

  @Override
  protected Greeter connect(InetSocketAddress server) {
    return new StubClient(server);
  }

  @Test
  void pythonsGrpcIsAnswered() throws Exception {
    assertThat(PythonClient.call("unary", shared().address())).hasSize(4);
  }

  @Test
  void whatIsBeyondTheLimitsIsAnsweredWithAStatusAndCounted() {
    ServerProcess server = shared();
    ServerUsage before = server.usage();
    try (StubClient client = new StubClient(server.address())) {
      assertThatThrownBy(() -> client.greet("x".repeat(4097)))
          .isInstanceOf(StatusRuntimeException.class)
          .hasMessageContaining("INVALID_ARGUMENT")
          .hasMessageContaining("4096");
      assertThatThrownBy(() -> client.put(new byte[1025], new byte[1]))
          .hasMessageContaining("INVALID_ARGUMENT")
          .hasMessageContaining("1025");
      assertThatThrownBy(() -> client.put(new byte[1], new byte[16_385]))
          .hasMessageContaining("INVALID_ARGUMENT")
          .hasMessageContaining("16385");
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
      assertThat(client.put(new byte[1024], new byte[16_384])).isTrue();
      assertThat(server.usage().callsFailed() - before.callsFailed()).isEqualTo(3);
      assertThat(server.usage().callsServed() - before.callsServed()).isEqualTo(2);
    }
  }

  @Test
  void aConnectionBeyondTheLimitIsRefusedAndTheOthersKeepWorking() {
    try (ServerProcess server = ServerProcess.ready("grpc", "--max-connections", "1");
        StubClient first = new StubClient(server.address());
        StubClient second = new StubClient(server.address())) {
      assertThat(first.greet("Ada")).isEqualTo("hello, Ada");
      assertThatThrownBy(() -> second.greet("Bob")).isInstanceOf(StatusRuntimeException.class);
      assertThat(first.greet("Ada")).isEqualTo("hello, Ada");
      assertThat(server.usage().openConnections()).isEqualTo(1);
    }
  }

  /** A channel and its blocking stub. */
  private static final class StubClient implements Greeter {
    private final ManagedChannel channel;
    private final GreeterGrpc.GreeterBlockingStub stub;

    StubClient(InetSocketAddress server) {
      channel = NettyChannelBuilder.forAddress(server).usePlaintext().build();
      stub = GreeterGrpc.newBlockingStub(channel);
    }

    @Override
    public String greet(String name) {
      return stub.withDeadlineAfter(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
          .greet(GreetRequest.newBuilder().setName(name).build())
          .getMessage();
    }

    boolean put(byte[] key, byte[] value) {
      return StoreGrpc.newBlockingStub(channel)
          .withDeadlineAfter(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
          .put(
              PutRequest.newBuilder()
                  .setKey(ByteString.copyFrom(key))
                  .setValue(ByteString.copyFrom(value))
                  .build())
          .getSuccess();
    }

    @Override
    public void close() {
      channel.shutdownNow();
    }
  }
}
