package io.rpcstress.server.grpc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.StreamRequest;
import io.rpcstress.contract.StreamTally;
import io.rpcstress.contract.Streams;
import io.rpcstress.contract.stream.proto.StreamCall;
import io.rpcstress.contract.stream.proto.StreamMessage;
import io.rpcstress.contract.stream.proto.StreamsGrpc;
import io.rpcstress.server.base.CallCounter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class StreamsServiceTest {
  private static final int MESSAGES = 20_000;
  private static final int SIZE = 1024;

  /** The windows of HTTP/2 and gRPC's own buffer take some 1,100; three times that. */
  private static final int MAX_AHEAD = 3_300;

  /** Sees when the sender stops by itself, and how far ahead of the reader it ever is. */
  private static final class Sender implements ServerInterceptor {
    final CountDownLatch stopped = new CountDownLatch(1);
    final AtomicInteger read = new AtomicInteger();
    private int sent;
    volatile int ahead;

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
      return next.startCall(
          new SimpleForwardingServerCall<>(call) {
            @Override
            public boolean isReady() {
              boolean ready = super.isReady();
              if (!ready && sent > 0) {
                stopped.countDown();
              }
              return ready;
            }

            @Override
            public void sendMessage(R message) {
              ahead = Math.max(ahead, ++sent - read.get());
              super.sendMessage(message);
            }
          },
          headers);
    }
  }

  /** Takes nothing until it is let, then message by message. */
  private static final class Reader extends CompletableFuture<Void>
      implements ClientResponseObserver<StreamCall, StreamMessage> {
    final StreamTally tally = new StreamTally(new StreamRequest(MESSAGES, SIZE));
    private final AtomicInteger read;
    private @Nullable ClientCallStreamObserver<StreamCall> call;

    Reader(AtomicInteger read) {
      this.read = read;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<StreamCall> observer) {
      call = observer;
      observer.disableAutoRequestWithInitial(0);
    }

    void takeNext() {
      requireNonNull(call).request(1);
    }

    @Override
    public void onNext(StreamMessage message) {
      tally.receive(message.getContent().asReadOnlyByteBuffer());
      read.incrementAndGet();
      takeNext();
    }

    @Override
    public void onError(Throwable e) {
      completeExceptionally(e);
    }

    @Override
    public void onCompleted() {
      complete(null);
    }
  }

  @Test
  void aReaderThatTakesNothingStopsTheSender() throws Exception {
    Sender sender = new Sender();
    Server server =
        NettyServerBuilder.forAddress(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                InsecureServerCredentials.create())
            .addService(new StreamsService(Message.Service.NONE, new CallCounter()))
            .intercept(sender)
            .build()
            .start();
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(
                "127.0.0.1", server.getPort(), InsecureChannelCredentials.create())
            .build();
    try {
      Reader reader = new Reader(sender.read);
      StreamsGrpc.newStub(channel)
          .fromServer(StreamCall.newBuilder().setMessages(MESSAGES).setSize(SIZE).build(), reader);
      sender.stopped.await();
      assertThat(reader).isNotDone();
      reader.takeNext();
      reader.join();
      assertThat(
              Streams.FROM_SERVER.isAnswer(new StreamRequest(MESSAGES, SIZE), reader.tally.reply()))
          .isTrue();
      assertThat(sender.ahead).isBetween(1, MAX_AHEAD);
    } finally {
      channel.shutdownNow();
      server.shutdownNow();
    }
  }
}
