package io.rpcstress.server.rsocket;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.rpcstress.contract.Entry;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.OneWay;
import io.rpcstress.contract.PutFrame;
import io.rpcstress.contract.Store;
import io.rpcstress.contract.StreamDigest;
import io.rpcstress.contract.StreamRequest;
import io.rpcstress.contract.StreamSource;
import io.rpcstress.contract.Streams;
import io.rpcstress.server.base.CallCounter;
import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.exceptions.ApplicationErrorException;
import io.rsocket.util.ByteBufPayload;
import io.rsocket.util.DefaultPayload;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;

/**
 * What the server answers: a payload's data is a name, or a {@link PutFrame}, whose mark no name
 * begins with, or beside the name of an encoding a message; the answer's data is the greeting,
 * {@link PutFrame#KEPT}, or a message. Thread-safe.
 */
final class Operations implements RSocket {

  /** Messages of a client's stream that are requested at most before they have arrived. */
  private static final int REQUESTED = 256;

  private final CallCounter calls;
  private final Message.Service messages;
  private final boolean pooled;
  private final Store store = new Store();

  /** Counts what it answers. Answers may be in buffers of the pool, which RSocket gives back. */
  Operations(CallCounter calls, Message.Service messages, boolean pooled) {
    this.calls = calls;
    this.messages = messages;
    this.pooled = pooled;
  }

  /** Answers a request, which it releases; what is beyond the contract's limits is refused. */
  @Override
  public Mono<Payload> requestResponse(Payload request) {
    try {
      return Mono.just(calls.counted(() -> answered(request)));
    } catch (IllegalArgumentException beyond) {
      return Mono.error(new ApplicationErrorException(String.valueOf(beyond.getMessage())));
    } finally {
      request.release();
    }
  }

  /** Counts a message, which it releases. */
  @Override
  public Mono<Void> fireAndForget(Payload message) {
    calls.received(OneWay.isWhole(message.getData()));
    message.release();
    return Mono.empty();
  }

  /** Sends a stream's messages as they are requested: none is made before. */
  @Override
  public Flux<Payload> requestStream(Payload request) {
    try {
      String encoding = request.hasMetadata() ? request.getMetadataUtf8() : "";
      StreamRequest stream =
          StreamRequest.read(request.sliceData().nioBuffer(), encoding, messages);
      return Flux.<Payload, StreamSource>generate(() -> new StreamSource(stream), this::sendNext)
          .doOnCancel(calls::failed);
    } catch (IllegalArgumentException beyond) {
      calls.failed();
      return Flux.error(new ApplicationErrorException(String.valueOf(beyond.getMessage())));
    } finally {
      request.release();
    }
  }

  private StreamSource sendNext(StreamSource source, SynchronousSink<Payload> out) {
    out.next(payload(source.next()));
    if (!source.hasNext()) {
      calls.served(); // before the client can see the end
      out.complete();
    }
    return source;
  }

  /** A stream from the client, whose first message names the operation. */
  @Override
  public Flux<Payload> requestChannel(Publisher<Payload> sent) {
    return Flux.from(sent)
        .switchOnFirst((first, all) -> answers(first.get(), all))
        .doOnCancel(calls::failed)
        .onErrorMap(
            problem -> {
              calls.failed();
              return new ApplicationErrorException(String.valueOf(problem.getMessage()));
            });
  }

  private Flux<Payload> answers(@Nullable Payload first, Flux<Payload> all) {
    String name = first != null && first.hasMetadata() ? first.getMetadataUtf8() : "";
    int query = name.indexOf('?');
    String operation = query < 0 ? name : name.substring(0, query);
    try {
      StreamDigest digest = new StreamDigest(query < 0 ? "" : name.substring(query + 1), messages);
      if (operation.equals(Streams.FROM_CLIENT.name())) {
        return sum(all, digest).flux();
      }
      if (operation.equals(Streams.CHAT.name())) {
        return all.map(message -> answer(message, digest)).doOnComplete(calls::served);
      }
      throw new IllegalArgumentException("no stream is called so: " + operation);
    } catch (IllegalArgumentException refusal) {
      return all.map(
          message -> {
            message.release();
            throw refusal;
          });
    }
  }

  /** Keeps no message, and requests the next ones as it takes them. */
  private Mono<Payload> sum(Flux<Payload> all, StreamDigest digest) {
    return all.limitRate(REQUESTED)
        .collect(
            () -> digest,
            (sum, message) -> {
              try {
                sum.receive(message.getData());
              } finally {
                message.release();
              }
            })
        .map(
            sum -> {
              calls.served(); // before the client can see the reply
              return payload(sum.encode());
            });
  }

  private Payload answer(Payload message, StreamDigest digest) {
    try {
      return payload(digest.answer(message.getData()));
    } finally {
      message.release();
    }
  }

  private Payload payload(String answer) {
    return pooled ? ByteBufPayload.create(answer) : DefaultPayload.create(answer);
  }

  private Payload payload(byte[] answer) {
    return pooled ? ByteBufPayload.create(answer) : DefaultPayload.create(answer);
  }

  private static byte[] bytes(ByteBuf data) {
    byte[] bytes = new byte[data.readableBytes()];
    data.readBytes(bytes);
    return bytes;
  }

  private Payload answered(Payload request) {
    ByteBuf data = request.sliceData();
    if (request.hasMetadata()) {
      return payload(messages.answer(request.getMetadataUtf8(), bytes(data)));
    }
    if (data.isReadable() && data.getByte(data.readerIndex()) == PutFrame.MARK) {
      Entry entry = PutFrame.read(data.nioBuffer());
      store.put(entry.key(), entry.value());
      return payload(PutFrame.KEPT);
    }
    Greeting.checkBytes(data.readableBytes());
    return payload(Greeting.greet(data.toString(UTF_8)));
  }
}
