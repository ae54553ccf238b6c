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
import io.rpcstress.contract.stream.proto.StreamCall;
import io.rpcstress.contract.stream.proto.StreamMessage;
import io.rpcstress.contract.stream.proto.StreamSum;
import io.rpcstress.contract.stream.proto.StreamsGrpc;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
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

  /** Reads a client's stream, and answers a chat, when a test lets it. */
  private static final class Holding extends StreamsGrpc.StreamsImplBase {
    final AtomicInteger received = new AtomicInteger();
    final CountDownLatch started = new CountDownLatch(1);
    private final ConcurrentLinkedQueue<StreamMessage> held = new ConcurrentLinkedQueue<>();
    private volatile boolean holding = true;
    private volatile @Nullable ServerCallStreamObserver<?> reading;
    private volatile @Nullable StreamObserver<StreamMessage> answers;

    /** Shows that what was sent before on the connection has arrived. */
    @Override
    public void fromServer(StreamCall call, StreamObserver<StreamMessage> out) {
      out.onNext(StreamMessage.getDefaultInstance());
      out.onCompleted();
    }

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

    @Override
    public StreamObserver<StreamMessage> chat(StreamObserver<StreamMessage> out) {
      answers = out;
      return new Received() {
        @Override
        public void onNext(StreamMessage message) {
          held.add(message);
          received.incrementAndGet();
          if (!holding) {
            answer(Integer.MAX_VALUE);
          }
        }

        @Override
        public void onCompleted() {
          out.onCompleted();
        }
      };
    }

    void holdNoMore() {
      holding = false;
      answer(Integer.MAX_VALUE);
    }

    synchronized void answer(int messages) {
      StreamMessage next;
      for (int i = 0; i < messages && (next = held.poll()) != null; i++) {
        requireNonNull(answers).onNext(next);
      }
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

  @Test
  void aChatWaitsForAnswersWhereItsWindowIsFull() {
    StreamRequest request = Streams.CHAT.request("messages=1000,window=7");
    CompletableFuture<StreamReply> reply = calls().chat().start(request);
    awaitReceived(7);
    service.answer(2);
    awaitReceived(9);
    service.holdNoMore();
    assertThat(Streams.CHAT.isAnswer(request, reply.join())).isTrue();
  }

  private void awaitReceived(int messages) {
    Awaitility.await().atMost(LONG).until(() -> service.received.get() >= messages);
    assertThat(
            StreamsGrpc.newBlockingStub(channel).fromServer(StreamCall.getDefaultInstance()).next())
        .isNotNull();
    assertThat(service.received).hasValue(messages);
  }
}
