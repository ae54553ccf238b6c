package io.rpcstress.driver.grpc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.MoreExecutors;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.StreamDigest;
import io.rpcstress.contract.StreamReply;
import io.rpcstress.contract.StreamRequest;
import io.rpcstress.contract.Streams;
import io.rpcstress.contract.stream.proto.StreamMessage;
import io.rpcstress.contract.stream.proto.StreamSum;
import io.rpcstress.contract.stream.proto.StreamsGrpc;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How far ahead of the server a client sends. */
@Timeout(600)
class StreamCallsTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** The windows of HTTP/2 and gRPC's own buffer take some 1,100 of 1 KiB; three times that. */
  private static final int MAX_AHEAD = 3_300;

  /** Sees when the sender stops by itself, and how far ahead of the server it ever is. */
  private static final class Sender implements ClientInterceptor {
    final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicInteger received;
    private int sent;
    volatile int ahead;

    Sender(AtomicInteger received) {
      this.received = received;
    }

    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(
        MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
      return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public boolean isReady() {
          boolean ready = super.isReady();
          if (!ready && sent > 0) {
            stopped.countDown();
          }
          return ready;
        }

        @Override
        public void sendMessage(Q message) {
          ahead = Math.max(ahead, ++sent - received.get());
          super.sendMessage(message);
        }
      };
    }
  }

  /** Reads a client's stream when the test lets it. */
  private static final class Holding extends StreamsGrpc.StreamsImplBase {
    final AtomicInteger received = new AtomicInteger();
    final CountDownLatch started = new CountDownLatch(1);
    private volatile @Nullable ServerCallStreamObserver<?> reading;

    @Override
    public StreamObserver<StreamMessage> fromClient(StreamObserver<StreamSum> reply) {
      StreamDigest digest = new StreamDigest("", Message.Service.NONE);
      ServerCallStreamObserver<StreamSum> out = (ServerCallStreamObserver<StreamSum>) reply;
      out.disableAutoRequest();
      reading = out;
      started.countDown();
      return new Received() {
        @Override
        public void onNext(StreamMessage message) {
          digest.receive(message.getContent().asReadOnlyByteBuffer());
          received.incrementAndGet();
          out.request(1);
        }

        @Override
        public void onCompleted() {
          reply.onNext(
              StreamSum.newBuilder()
                  .setMessages(digest.messages())
                  .setChecksum(digest.checksum())
                  .build());
          reply.onCompleted();
        }
      };
    }

    void read() {
      requireNonNull(reading).request(1);
    }
  }

  private abstract static class Received implements StreamObserver<StreamMessage> {
    @Override
    public void onError(Throwable cancelled) {}
  }

  private final Holding service = new Holding();
  private final Sender sender = new Sender(service.received);

  @SuppressWarnings("NullAway.Init") // set before each test
  private Server server;

  @SuppressWarnings("NullAway.Init")
  private ManagedChannel channel;

  @BeforeEach
  void start() throws Exception {
    server =
        NettyServerBuilder.forAddress(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                InsecureServerCredentials.create())
            .addService(service)
            .directExecutor()
            .build()
            .start();
    channel =
        NettyChannelBuilder.forAddress(
                "127.0.0.1", server.getPort(), InsecureChannelCredentials.create())
            .build();
  }

  @AfterEach
  void stop() {
    channel.shutdownNow();
    server.shutdownNow();
  }

  private StreamCalls calls() {
    return new StreamCalls(
        ClientInterceptors.intercept(channel, sender), LONG, MoreExecutors.directExecutor());
  }

  @Test
  void aServerThatReadsNothingStopsTheSender() throws Exception {
    StreamRequest request = Streams.FROM_CLIENT.request("messages=20000,size=1024");
    CompletableFuture<StreamReply> reply = calls().fromClient().start(request);
    sender.stopped.await();
    service.started.await();
    assertThat(reply).isNotDone();
    service.read();
    assertThat(Streams.FROM_CLIENT.isAnswer(request, reply.join())).isTrue();
    assertThat(sender.ahead).isBetween(1, MAX_AHEAD);
  }
}
