package io.rpcstress.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.greet.proto.GreetAnswer;
import io.rpcstress.contract.greet.proto.GreetCall;
import io.rpcstress.contract.greet.proto.GreeterStreamGrpc;
import io.rpcstress.server.base.ServerJarContract;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The jar's streams as every server is held to, and what a peer can do to them. */
class GrpcStreamServerJarIT extends ServerJarContract {
  GrpcStreamServerJarIT() {
    super("grpc-stream", 9008, 9108);
  }

  @Override
  protected Greeter connect(InetSocketAddress server) {
    return new StreamClient(server);
  }

  @Test
  void pythonsGrpcIsAnswered() throws Exception {
    assertThat(PythonClient.call("stream", shared().address())).hasSize(4);
  }

  @Test
  void aCallThatIsNotAllowedIsRefusedByItsIdAndTheStreamGoesOn() throws Exception {
    ServerProcess server = shared();
    long failed = server.usage().callsFailed();
    try (StreamClient client = new StreamClient(server.address())) {
      GreetAnswer refused = client.ask("x".repeat(4097));
      assertThat(refused.getId()).isEqualTo(1);
      assertThat(refused.getRefused()).contains("4097", "4096");
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
      assertThat(server.usage().callsFailed() - failed).isEqualTo(1);
    }
  }

  /** A stream on a channel of its own, one call at a time. */
  private static final class StreamClient implements Greeter, StreamObserver<GreetAnswer> {
    private final ManagedChannel channel;
    private final StreamObserver<GreetCall> out;
    private final BlockingQueue<GreetAnswer> answers = new LinkedBlockingQueue<>();
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private long lastId;

    StreamClient(InetSocketAddress server) {
      channel = NettyChannelBuilder.forAddress(server).usePlaintext().build();
      out = GreeterStreamGrpc.newStub(channel).calls(this);
    }

    GreetAnswer ask(String name) throws IOException, InterruptedException {
      out.onNext(GreetCall.newBuilder().setId(++lastId).setName(name).build());
      while (true) {
        GreetAnswer answer = answers.poll(10, TimeUnit.MILLISECONDS);
        if (answer != null) {
          return answer;
        }
        if (end.isDone() && answers.isEmpty()) {
          throw new IOException("the stream ended");
        }
      }
    }

    @Override
    public String greet(String name) throws IOException, InterruptedException {
      GreetAnswer answer = ask(name);
      assertThat(answer.getId()).isEqualTo(lastId);
      return answer.getMessage();
    }

    @Override
    public void onNext(GreetAnswer answer) {
      answers.add(answer);
    }

    @Override
    public void onError(Throwable problem) {
      end.complete(null);
    }

    @Override
    public void onCompleted() {
      end.complete(null);
    }

    @Override
    public void close() {
      channel.shutdownNow();
    }
  }
}
