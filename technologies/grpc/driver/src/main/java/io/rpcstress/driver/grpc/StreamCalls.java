package io.rpcstress.driver.grpc;

import io.grpc.Channel;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.rpcstress.contract.StreamReply;
import io.rpcstress.contract.StreamRequest;
import io.rpcstress.contract.StreamTally;
import io.rpcstress.contract.grpc.StreamSending;
import io.rpcstress.contract.stream.proto.StreamCall;
import io.rpcstress.contract.stream.proto.StreamMessage;
import io.rpcstress.contract.stream.proto.StreamSum;
import io.rpcstress.contract.stream.proto.StreamsGrpc;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Replies;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls that are streams, by the stub of the library that does not wait. gRPC requests a message
 * when the one before was taken, so that the server never is further ahead than flow control lets
 * it. The deadline is kept here for all variants alike. Thread-safe.
 */
final class StreamCalls {
  private final StreamsGrpc.StreamsStub stub;
  private final Duration deadline;
  private final StatusFailures failures;

  /** Calls on a channel; messages are taken on the executor, or on the channel's own. */
  StreamCalls(Channel channel, Duration deadline, @Nullable Executor executor) {
    StreamsGrpc.StreamsStub plain = StreamsGrpc.newStub(channel);
    this.stub = executor == null ? plain : plain.withExecutor(executor);
    this.deadline = deadline;
    this.failures = new StatusFailures(deadline);
  }

  AsyncCaller<StreamRequest, StreamReply> fromServer() {
    return Replies.caller(
        request -> {
          StreamTally tally = new StreamTally(request);
          Reply<StreamCall, StreamMessage> reply =
              new Reply<>(call -> {}, message -> receive(message, tally), tally::reply);
          stub.fromServer(
              StreamCall.newBuilder()
                  .setMessages(request.messages())
                  .setSize(request.size())
                  .setEncoding(request.encoding())
                  .build(),
              reply);
          return reply;
        },
        deadline);
  }

  AsyncCaller<StreamRequest, StreamReply> fromClient() {
    return Replies.caller(
        request -> {
          AtomicReference<@Nullable StreamReply> sum = new AtomicReference<>();
          Reply<StreamMessage, StreamSum> reply =
              new Reply<>(
                  new StreamSending(request, () -> {})::to,
                  message -> sum.set(request.reply(message.getMessages(), message.getChecksum())),
                  sum::get);
          var unused = stub.fromClient(reply);
          return reply;
        },
        deadline);
  }

  AsyncCaller<StreamRequest, StreamReply> chat() {
    return Replies.caller(
        request -> {
          StreamTally tally = new StreamTally(request);
          StreamSending sending = new StreamSending(request, () -> {});
          Reply<StreamMessage, StreamMessage> reply =
              new Reply<>(
                  sending::to,
                  answer -> {
                    receive(answer, tally);
                    sending.answered();
                  },
                  tally::reply);
          var unused = stub.chat(reply);
          return reply;
        },
        deadline);
  }

  private static void receive(StreamMessage message, StreamTally tally) {
    tally.receive(message.getContent().asReadOnlyByteBuffer());
  }

  /** The reply to one call. Ending it otherwise, by its deadline, cancels the call. */
  private final class Reply<M, A> extends CompletableFuture<StreamReply>
      implements ClientResponseObserver<M, A> {
    private final Consumer<ClientCallStreamObserver<M>> sending;
    private final Consumer<A> received;
    private final Supplier<@Nullable StreamReply> whole;

    /**
     * One that is to come.
     *
     * @param sending what is sent, before the call starts
     * @param whole the reply once the server has ended the call; null where one is missing
     */
    Reply(
        Consumer<ClientCallStreamObserver<M>> sending,
        Consumer<A> received,
        Supplier<@Nullable StreamReply> whole) {
      this.sending = sending;
      this.received = received;
      this.whole = whole;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<M> call) {
      var unused =
          whenComplete(
              (reply, failure) -> {
                if (failure != null) {
                  call.cancel("the client gave up", null);
                }
              });
      sending.accept(call);
    }

    @Override
    public void onNext(A message) {
      received.accept(message);
    }

    @Override
    public void onError(Throwable e) {
      completeExceptionally(failures.of(e));
    }

    @Override
    public void onCompleted() {
      StreamReply reply = whole.get();
      if (reply == null) {
        completeExceptionally(new CallException(FailureKind.PROTOCOL, "there is no reply"));
      } else {
        complete(reply);
      }
    }
  }
}
