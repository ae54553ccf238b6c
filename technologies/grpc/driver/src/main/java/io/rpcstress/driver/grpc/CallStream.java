package io.rpcstress.driver.grpc;

import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One open stream and the calls on it, matched by id. gRPC's observers are not thread-safe: one
 * thread at a time writes for all, and only while the stream is ready, so that what waits is here
 * and not in gRPC's buffers. Thread-safe, but for what gRPC alone calls.
 */
final class CallStream<Q, R, M, A> implements ClientResponseObserver<M, A> {

  /** A call's reply that is to come. Ending it takes the call back: what comes is dropped. */
  private final class Pending extends CompletableFuture<R> {
    private final long id;

    private Pending(long id) {
      this.id = id;
    }

    @Override
    public boolean cancel(boolean interrupts) {
      boolean cancelled = super.cancel(interrupts);
      forget();
      return cancelled;
    }

    @Override
    public boolean completeExceptionally(Throwable problem) {
      boolean ended = super.completeExceptionally(problem);
      forget();
      return ended;
    }

    private void forget() {
      if (open.remove(id, this)) {
        write(); // drops it, if the stream has not even taken it
      }
    }
  }

  private record Unsent<M>(M message, CompletableFuture<?> reply) {}

  private final StreamMethod<Q, R, M, A> method;
  private final StatusFailures failures;
  private final AtomicLong lastId = new AtomicLong();
  private final Map<Long, Pending> open = new ConcurrentHashMap<>();
  private final Queue<Unsent<M>> unsent = new ConcurrentLinkedQueue<>();

  /** How often writing was requested since the queue was last found empty, or the stream full. */
  private final AtomicInteger requested = new AtomicInteger();

  private final AtomicReference<@Nullable CallException> ended = new AtomicReference<>();

  /** Set by gRPC before the stream is opened. */
  private volatile @Nullable ClientCallStreamObserver<M> requests;

  CallStream(StreamMethod<Q, R, M, A> method, StatusFailures failures) {
    this.method = method;
    this.failures = failures;
  }

  /** Whether it carries no call any more. */
  boolean ended() {
    return ended.get() != null;
  }

  /** Sends a request as soon as the stream takes it. The reply ends as the call does. */
  CompletableFuture<R> send(Q request) {
    Pending reply = new Pending(lastId.incrementAndGet());
    open.put(reply.id, reply);
    unsent.add(new Unsent<>(method.message().of(reply.id, request), reply));
    CallException why = ended.get();
    if (why != null) { // end() may have looked for open calls for the last time
      end(why);
    }
    write();
    return reply;
  }

  void close() {
    end(new CallException(FailureKind.DISCONNECTED, "closed"));
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<M> observer) {
    requests = observer;
    observer.setOnReadyHandler(this::write);
  }

  private void write() {
    ClientCallStreamObserver<M> stream = requests;
    if (stream == null || requested.getAndIncrement() > 0) {
      return; // who is writing looks once more
    }
    int seen = 1;
    do {
      try {
        writeWhatIsTaken(stream);
      } catch (RuntimeException e) { // as the stream was ended at the same time
        end(new CallException(FailureKind.DISCONNECTED, String.valueOf(e.getMessage()), e));
      }
      seen = requested.addAndGet(-seen);
    } while (seen > 0);
  }

  private void writeWhatIsTaken(ClientCallStreamObserver<M> stream) {
    for (Unsent<M> next; (next = unsent.peek()) != null; ) {
      boolean wanted = !next.reply.isDone();
      if (wanted && !stream.isReady()) {
        return; // until gRPC reports that it is
      }
      unsent.remove();
      if (wanted) {
        stream.onNext(next.message);
      }
    }
  }

  @Override
  public void onNext(A answer) {
    long id = method.id().applyAsLong(answer);
    Pending reply = open.remove(id);
    if (reply == null) {
      if (id < 1 || id > lastId.get()) {
        end(new CallException(FailureKind.PROTOCOL, "a reply without a request"));
      }
      return; // to a call that gave up
    }
    try {
      reply.complete(method.reply().in(answer));
    } catch (CallException e) {
      reply.completeExceptionally(e);
    }
  }

  @Override
  public void onError(Throwable e) {
    end(failures.of(e));
  }

  @Override
  public void onCompleted() {
    end(new CallException(FailureKind.DISCONNECTED, "the server ended the stream"));
  }

  /** The first reason counts. */
  private void end(CallException why) {
    ClientCallStreamObserver<M> stream = requests;
    if (ended.compareAndSet(null, why) && stream != null) {
      stream.cancel("the client ended the stream", null);
    }
    CallException first = ended.get();
    for (Pending each : open.values()) {
      each.completeExceptionally(first == null ? why : first);
    }
    open.clear();
    unsent.clear();
  }
}
