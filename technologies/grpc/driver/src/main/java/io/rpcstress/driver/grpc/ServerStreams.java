package io.rpcstress.driver.grpc;

import io.grpc.Channel;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.rpcstress.contract.StreamReply;
import io.rpcstress.contract.StreamRequest;
import io.rpcstress.contract.StreamTally;
import io.rpcstress.contract.stream.proto.StreamCall;
import io.rpcstress.contract.stream.proto.StreamMessage;
import io.rpcstress.contract.stream.proto.StreamsGrpc;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.Replies;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Streams from the server, by the stub of the library that does not wait. It requests a message
 * when the one before was taken, so that the server never is further ahead than flow control lets
 * it.
 */
final class ServerStreams {
  private ServerStreams() {}

  /**
   * A caller, whose deadline is kept here for all variants alike.
   *
   * @param executor where messages are taken; null: on the channel's own
   */
  static AsyncCaller<StreamRequest, StreamReply> caller(
      Channel channel, Duration deadline, @Nullable Executor executor) {
    StreamsGrpc.StreamsStub plain = StreamsGrpc.newStub(channel);
    StreamsGrpc.StreamsStub stub = executor == null ? plain : plain.withExecutor(executor);
    StatusFailures failures = new StatusFailures(deadline);
    return Replies.caller(
        request -> {
          Reply reply = new Reply(request, failures);
          stub.fromServer(
              StreamCall.newBuilder()
                  .setMessages(request.messages())
                  .setSize(request.size())
                  .build(),
              reply);
          return reply;
        },
        deadline);
  }

  /** The whole of one stream. Ending it otherwise, by its deadline, cancels the stream. */
  private static final class Reply extends CompletableFuture<StreamReply>
      implements ClientResponseObserver<StreamCall, StreamMessage> {
    private final StreamTally tally;
    private final StatusFailures failures;

    Reply(StreamRequest request, StatusFailures failures) {
      this.tally = new StreamTally(request);
      this.failures = failures;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<StreamCall> call) {
      var unused =
          whenComplete(
              (reply, failure) -> {
                if (failure != null) {
                  call.cancel("the client gave up", null);
                }
              });
    }

    @Override
    public void onNext(StreamMessage message) {
      tally.receive(message.getContent().asReadOnlyByteBuffer());
    }

    @Override
    public void onError(Throwable e) {
      completeExceptionally(failures.of(e));
    }

    @Override
    public void onCompleted() {
      complete(tally.reply());
    }
  }
}
