package io.rpcstress.server.rsocket;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.rpcstress.contract.Entry;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.PutFrame;
import io.rpcstress.contract.Store;
import io.rpcstress.server.base.CallCounter;
import io.rsocket.Payload;
import io.rsocket.exceptions.ApplicationErrorException;
import io.rsocket.util.ByteBufPayload;
import io.rsocket.util.DefaultPayload;
import reactor.core.publisher.Mono;

/**
 * What the server answers: a payload's data is a name, or a {@link PutFrame}, whose mark no name
 * begins with; the answer's data is the greeting, or {@link PutFrame#KEPT}. Thread-safe.
 */
final class Operations {
  private final CallCounter calls;
  private final boolean pooled;
  private final Store store = new Store();

  /**
   * Counts what it answers.
   *
   * @param pooled whether answers are in buffers of the pool, which RSocket gives back
   */
  Operations(CallCounter calls, boolean pooled) {
    this.calls = calls;
    this.pooled = pooled;
  }

  /** Answers a request, which it releases; what is beyond the contract's limits is refused. */
  Mono<Payload> answer(Payload request) {
    try {
      String answer = answered(request.sliceData());
      calls.served();
      return Mono.just(pooled ? ByteBufPayload.create(answer) : DefaultPayload.create(answer));
    } catch (IllegalArgumentException beyond) {
      calls.failed();
      return Mono.error(new ApplicationErrorException(String.valueOf(beyond.getMessage())));
    } finally {
      request.release();
    }
  }

  private String answered(ByteBuf data) {
    if (data.isReadable() && data.getByte(data.readerIndex()) == PutFrame.MARK) {
      Entry entry = PutFrame.read(data.nioBuffer());
      store.put(entry.key(), entry.value());
      return PutFrame.KEPT;
    }
    Greeting.checkBytes(data.readableBytes());
    return Greeting.greet(data.toString(UTF_8));
  }
}
