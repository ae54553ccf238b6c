package io.rpcstress.server.rsocket;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Put;
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
      put(data);
      return PutFrame.KEPT;
    }
    if (data.readableBytes() > Greeting.MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "a name of " + data.readableBytes() + " bytes: at most " + Greeting.MAX_NAME_BYTES);
    }
    return Greeting.greet(data.toString(UTF_8));
  }

  private void put(ByteBuf data) {
    if (data.readableBytes() < PutFrame.HEADER_BYTES) {
      throw new IllegalArgumentException(
          "an entry of %d bytes: %d or more expected"
              .formatted(data.readableBytes(), PutFrame.HEADER_BYTES));
    }
    data.skipBytes(1);
    int keyBytes = data.readUnsignedShort();
    int valueBytes = data.readInt();
    Put.checkSizes(keyBytes, valueBytes);
    if (data.readableBytes() != keyBytes + valueBytes) {
      throw new IllegalArgumentException(
          "%d bytes of key and value: %d announced"
              .formatted(data.readableBytes(), keyBytes + valueBytes));
    }
    byte[] key = new byte[keyBytes];
    data.readBytes(key);
    byte[] value = new byte[valueBytes];
    data.readBytes(value);
    store.put(key, value);
  }
}
