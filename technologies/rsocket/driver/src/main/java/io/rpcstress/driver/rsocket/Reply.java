package io.rpcstress.driver.rsocket;

import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import io.rsocket.Payload;
import io.rsocket.RSocketErrorException;
import io.rsocket.exceptions.ConnectionCloseException;
import io.rsocket.exceptions.ConnectionErrorException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/**
 * The reply to one call. Ending it otherwise, by its deadline, cancels the request: the server is
 * notified, and RSocket drops what still comes.
 */
final class Reply<R> extends CompletableFuture<R> implements CoreSubscriber<Payload> {
  private final Function<Payload, R> format;

  /** One that was not requested yet; its payload is released behind the reader. */
  Reply(Function<Payload, R> format) {
    this.format = format;
  }

  @Override
  public void onSubscribe(Subscription request) {
    cancelIfItFails(this, request);
    request.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(Payload payload) {
    try {
      complete(format.apply(payload));
    } catch (RuntimeException none) {
      completeExceptionally(new CallException(FailureKind.PROTOCOL, none.toString(), none));
    } finally {
      payload.release();
    }
  }

  @Override
  public void onError(Throwable e) {
    completeExceptionally(failure(e));
  }

  /** Behind {@link #onNext} it changes nothing. */
  @Override
  public void onComplete() {
    completeExceptionally(new CallException(FailureKind.PROTOCOL, "the answer has no payload"));
  }

  /** Cancels a request whose reply is ended by something else, such as its deadline. */
  static void cancelIfItFails(CompletableFuture<?> reply, Subscription request) {
    var unused =
        reply.whenComplete(
            (whole, failure) -> {
              if (failure != null) {
                request.cancel();
              }
            });
  }

  static CallException failure(Throwable e) {
    FailureKind kind = FailureKind.INTERNAL;
    if (e instanceof IOException
        || e instanceof ConnectionErrorException
        || e instanceof ConnectionCloseException) {
      kind = FailureKind.DISCONNECTED;
    } else if (e instanceof RSocketErrorException) {
      kind = FailureKind.REFUSED;
    }
    return new CallException(kind, NetworkFailures.describe(e), e);
  }
}
