package io.rpcstress.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.greet.proto.GreetAnswer;
import io.rpcstress.contract.greet.proto.GreetCall;
import io.rpcstress.contract.greet.proto.GreeterStreamGrpc;
import io.rpcstress.server.base.ServerJarContract;
import io.rpcstress.server.base.ServerProcess;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @Test
  void aPeerThatTakesNoAnswersIsNoLongerReadAndHoldsUpNobody() throws Exception {
    ServerProcess server = shared();
    long before = server.usage().callsServed();
    byte[] call = GreetCall.newBuilder().setId(1).setName("x".repeat(4000)).build().toByteArray();
    try (StreamClient good = new StreamClient(server.address());
        RawPeer deaf = new RawPeer(server.address())) {
      Awaitility.await()
          .atMost(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
          .until(() -> deaf.call.isReady());
      // Sends as long as the server takes it: what it then holds is in nobody's hand but gRPC's.
      int sent = 0;
      long quietSince = System.nanoTime();
      while (sent < 50_000 && System.nanoTime() - quietSince < TimeUnit.MILLISECONDS.toNanos(300)) {
        if (deaf.call.isReady()) {
          deaf.call.sendMessage(call);
          sent++;
          quietSince = System.nanoTime();
        } else {
          assertThat(good.greet("Ada")).isEqualTo("hello, Ada");
        }
      }
      assertThat(sent).as("calls of 4 kB that the server took").isLessThan(50_000);
      long good1 = good.asked;
      assertThat(server.usage().callsServed() - before - good1).isLessThan(2_000);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 5 * 1024 * 1024})
  void whatIsNoCallEndsItsStreamAndNoOther(int bytes) throws Exception {
    byte[] noise = new byte[bytes];
    java.util.Arrays.fill(noise, (byte) 0xff);
    try (StreamClient good = new StreamClient(shared().address());
        RawPeer bad = new RawPeer(shared().address())) {
      bad.call.request(1);
      bad.call.sendMessage(noise);
      assertThat(bad.ended.get(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS).isOk()).isFalse();
      assertThat(good.greet("Ada")).isEqualTo("hello, Ada");
    }
  }

  @Test
  void aPeerThatOpensStreamsAndSaysNothingHoldsUpNobody() throws Exception {
    try (StreamClient good = new StreamClient(shared().address());
        RawPeer silent = new RawPeer(shared().address())) {
      for (int i = 0; i < 1_000; i++) {
        silent.open();
      }
      assertThat(good.greet("Ada")).isEqualTo("hello, Ada");
    }
  }

  /** A stream on a channel of its own, one call at a time. */
  private static final class StreamClient implements Greeter, StreamObserver<GreetAnswer> {
    private final ManagedChannel channel;
    private final StreamObserver<GreetCall> out;
    private final BlockingQueue<GreetAnswer> answers = new LinkedBlockingQueue<>();
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private long asked;

    StreamClient(InetSocketAddress server) {
      channel = NettyChannelBuilder.forAddress(server).usePlaintext().build();
      out = GreeterStreamGrpc.newStub(channel).calls(this);
    }

    GreetAnswer ask(String name) throws IOException, InterruptedException {
      out.onNext(GreetCall.newBuilder().setId(++asked).setName(name).build());
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
      assertThat(answer.getId()).isEqualTo(asked);
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

  /** A stream whose messages are any bytes; it takes no answer unless told. */
  private static final class RawPeer extends ClientCall.Listener<byte[]> implements AutoCloseable {
    private static final MethodDescriptor.Marshaller<byte[]> BYTES =
        new MethodDescriptor.Marshaller<>() {
          @Override
          public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
          }

          @Override
          public byte[] parse(InputStream stream) {
            try {
              return stream.readAllBytes();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };

    private final ManagedChannel channel;
    private final ClientCall<byte[], byte[]> call;
    private final CompletableFuture<Status> ended = new CompletableFuture<>();

    RawPeer(InetSocketAddress server) {
      channel = NettyChannelBuilder.forAddress(server).usePlaintext().build();
      call = open();
    }

    ClientCall<byte[], byte[]> open() {
      ClientCall<byte[], byte[]> opened =
          channel.newCall(
              MethodDescriptor.<byte[], byte[]>newBuilder()
                  .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
                  .setFullMethodName(GreeterStreamGrpc.getCallsMethod().getFullMethodName())
                  .setRequestMarshaller(BYTES)
                  .setResponseMarshaller(BYTES)
                  .build(),
              CallOptions.DEFAULT);
      opened.start(this, new Metadata());
      return opened;
    }

    @Override
    public void onClose(Status status, @Nullable Metadata trailers) {
      ended.complete(status);
    }

    @Override
    public void close() {
      channel.shutdownNow();
    }
  }
}
