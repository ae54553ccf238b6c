package io.rpcstress.driver.rsocket;

import io.rpcstress.contract.StreamReply;
import io.rpcstress.contract.StreamRequest;
import io.rpcstress.contract.StreamTally;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Replies;
import io.rsocket.Payload;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/** Streams from the server, which sends no message that was not requested. */
final class ServerStreams {

  /** Messages that are requested at most before they have arrived. */
  private static final int REQUESTED = 256;

  private ServerStreams() {}

  static AsyncCaller<StreamRequest, StreamReply> caller(Link link) {
    return Replies.caller(request -> send(link, request), link.deadline());
  }

  private static CompletableFuture<StreamReply> send(Link link, StreamRequest request) {
    WholeStream reply = new WholeStream(request);
    try {
      link.open().requestStream(link.payload(request.encode(), null)).subscribe(reply);
    } catch (CallException e) {
      reply.completeExceptionally(e);
    }
    return reply;
  }

  /** The whole of one stream. Ending it otherwise, by its deadline, cancels the stream. */
  private static final class WholeStream extends CompletableFuture<StreamReply>
      implements CoreSubscriber<Payload> {
    private final StreamTally tally;
    private @Nullable Subscription messages;
    private int taken;

    WholeStream(StreamRequest request) {
      this.tally = new StreamTally(request);
    }

    @Override
    public void onSubscribe(Subscription stream) {
      Reply.cancelIfItFails(this, stream);
      messages = stream;
      stream.request(REQUESTED);
    }

    @Override
    public void onNext(Payload message) {
      try {
        tally.receive(message.getData());
      } finally {
        message.release();
      }
      if (++taken == REQUESTED / 2 && messages != null) {
        taken = 0;
        messages.request(REQUESTED / 2);
      }
    }

    @Override
    public void onError(Throwable e) {
      completeExceptionally(Reply.failure(e));
    }

    @Override
    public void onComplete() {
      complete(tally.reply());
    }
  }
}
