package io.rpcstress.driver;

import io.rpcstress.contract.Message;
import io.rpcstress.contract.PrintableText;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Makes callers of messages of what carries their bytes. A technology sends what {@link
 * Message.Request#encode} writes, and returns the bytes that are answered.
 */
public final class Messages {
  private static final int MAX_SHOWN_CHARS = 200;

  private Messages() {}

  /**
   * A caller that reads what another one is answered, on the thread that it comes by.
   *
   * @param bytes carries requests; closed with this
   * @return an {@link AsyncCaller} where the other is one
   */
  public static Caller<Message.Request, Object> reading(Caller<Message.Request, byte[]> bytes) {
    return bytes instanceof AsyncCaller<Message.Request, byte[]> starting
        ? new Starting(starting)
        : new Waiting(bytes);
  }

  private static Object read(Message.Request request, byte[] reply) throws CallException {
    try {
      return request.decode(reply);
    } catch (IOException | RuntimeException e) {
      throw new CallException(
          FailureKind.PROTOCOL,
          "the reply is no message in %s: %s"
              .formatted(request.encoding(), PrintableText.of(e.toString(), MAX_SHOWN_CHARS)),
          e);
    }
  }

  private static class Waiting implements Caller<Message.Request, Object> {
    private final Caller<Message.Request, byte[]> bytes;

    Waiting(Caller<Message.Request, byte[]> bytes) {
      this.bytes = bytes;
    }

    @Override
    public Object call(Message.Request request) throws CallException, InterruptedException {
      return read(request, bytes.call(request));
    }

    @Override
    public void close() {
      bytes.close();
    }
  }

  private static final class Starting extends Waiting
      implements AsyncCaller<Message.Request, Object> {
    private final AsyncCaller<Message.Request, byte[]> bytes;

    Starting(AsyncCaller<Message.Request, byte[]> bytes) {
      super(bytes);
      this.bytes = bytes;
    }

    @Override
    public CompletableFuture<Object> start(Message.Request request) {
      return bytes
          .start(request)
          .thenApply(
              reply -> {
                try {
                  return read(request, reply);
                } catch (CallException e) {
                  throw new CompletionException(e);
                }
              });
    }
  }
}
