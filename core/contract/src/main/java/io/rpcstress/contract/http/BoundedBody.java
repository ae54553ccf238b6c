package io.rpcstress.contract.http;

import java.io.IOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Bodies of replies that are read only where their length is announced and not too long. */
public final class BoundedBody {

  private BoundedBody() {}

  /** A body that is longer than any right one, or whose length is not announced. */
  public static final class TooLongException extends IOException {
    private static final long serialVersionUID = 1;

    public TooLongException(int maxBytes) {
      super("a reply of more than " + maxBytes + " bytes, or of unknown size");
    }
  }

  /**
   * Reads a body whose length is announced and allowed. Any other one is left where it is, which
   * ends its connection, and fails the exchange with a {@link TooLongException}.
   */
  public static BodyHandler<byte[]> ofAtMost(int maxBytes) {
    return head -> {
      long length = head.headers().firstValueAsLong("content-length").orElse(Long.MAX_VALUE);
      return length <= maxBytes ? BodySubscribers.ofByteArray() : new Unread(maxBytes);
    };
  }

  /**
   * Reads a body whether or not its length is announced, of a server that is none of this
   * project's. One that is too long fails the exchange with a {@link TooLongException}.
   */
  public static BodyHandler<byte[]> upTo(int maxBytes) {
    return head -> new Counted(maxBytes);
  }

  private static final class Counted implements BodySubscriber<byte[]> {
    private final BodySubscriber<byte[]> whole = BodySubscribers.ofByteArray();
    private final int maxBytes;
    private long bytes;
    private Flow.@Nullable Subscription subscription;

    Counted(int maxBytes) {
      this.maxBytes = maxBytes;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
      return whole.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription made) {
      subscription = made;
      whole.onSubscribe(made);
    }

    @Override
    public void onNext(List<ByteBuffer> item) {
      for (ByteBuffer each : item) {
        bytes += each.remaining();
      }
      if (bytes <= maxBytes) {
        whole.onNext(item);
      } else if (subscription != null) {
        subscription.cancel();
        whole.onError(new TooLongException(maxBytes));
      }
    }

    @Override
    public void onError(Throwable failure) {
      whole.onError(failure);
    }

    @Override
    public void onComplete() {
      whole.onComplete();
    }
  }

  private record Unread(int maxBytes) implements BodySubscriber<byte[]> {
    @Override
    public CompletionStage<byte[]> getBody() {
      return CompletableFuture.failedStage(new TooLongException(maxBytes));
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.cancel();
    }

    @Override
    public void onNext(List<ByteBuffer> item) {}

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}
  }
}
