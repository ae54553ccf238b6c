package io.rpcstress.driver.rsocket;

import io.rpcstress.contract.Operation;
import io.rpcstress.contract.StreamReply;
import io.rpcstress.contract.StreamRequest;
import io.rpcstress.contract.StreamSource;
import io.rpcstress.contract.StreamTally;
import io.rpcstress.contract.Streams;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.Replies;
import io.rsocket.Payload;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/** Calls that are streams, of which neither side sends a message that the other did not request. */
final class StreamCalls {

  /** Messages that are requested at most before they have arrived. */
  private static final int REQUESTED = 256;

  private StreamCalls() {}

  static AsyncCaller<StreamRequest, StreamReply> fromServer(Link link) {
    return Replies.caller(
        request -> {
          String encoding = request.encoding().isEmpty() ? null : request.encoding();
          return link.call(
              rsocket -> rsocket.requestStream(link.payload(request.encode(), encoding)),
              new Messages(request, () -> {}));
        },
        link.deadline());
  }

  /** The first message names the operation, since RSocket's channels have no names. */
  static AsyncCaller<StreamRequest, StreamReply> fromClient(Link link) {
    return Replies.caller(
        request -> {
          Flux<Payload> messages =
              Flux.generate(
                  () -> new StreamSource(request),
                  (source, out) -> {
                    out.next(next(link, source, Streams.FROM_CLIENT));
                    if (!source.hasNext()) {
                      out.complete();
                    }
                    return source;
                  });
          return link.call(
              rsocket -> rsocket.requestChannel(messages),
              new Reply<StreamReply>(
                  reply -> {
                    ByteBuffer sum = reply.getData();
                    return request.reply(sum.getInt(), sum.getInt());
                  }));
        },
        link.deadline());
  }

  /** What is sent waits for the server's requests: no more messages than the window has. */
  static AsyncCaller<StreamRequest, StreamReply> chat(Link link) {
    return Replies.caller(
        request -> {
          StreamSource source = new StreamSource(request);
          Sinks.Many<Payload> messages = Sinks.many().unicast().onBackpressureBuffer();
          send(link, source, messages); // before the first answer
          return link.call(
              rsocket -> rsocket.requestChannel(messages.asFlux()),
              new Messages(
                  request,
                  () -> {
                    source.answered();
                    send(link, source, messages);
                  }));
        },
        link.deadline());
  }

  private static void send(Link link, StreamSource source, Sinks.Many<Payload> messages) {
    while (source.isOpen()) {
      messages.emitNext(next(link, source, Streams.CHAT), Sinks.EmitFailureHandler.FAIL_FAST);
      if (!source.hasNext()) {
        messages.emitComplete(Sinks.EmitFailureHandler.FAIL_FAST);
      }
    }
  }

  private static Payload next(Link link, StreamSource source, Operation<?, ?> operation) {
    String name = source.isFirst() ? Streams.address(operation.name(), source.encoding()) : null;
    return link.payload(source.next(), name);
  }

  /** The whole of a stream from the server. Ending it by its deadline cancels the stream. */
  private static final class Messages extends CompletableFuture<StreamReply>
      implements CoreSubscriber<Payload> {
    private final StreamTally tally;
    private final Runnable received;
    private @Nullable Subscription messages;
    private int taken;

    /** One that is to come, with what is called behind each message. */
    Messages(StreamRequest request, Runnable received) {
      this.tally = new StreamTally(request);
      this.received = received;
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
      received.run();
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
