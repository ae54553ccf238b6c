package io.rpcstress.engine.load;

import io.rpcstress.driver.AsyncCaller;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls that one thread keeps open. The thread starts them and takes those that ended, so it
 * alone counts; a reply's time is read where the technology delivers it. Confined to the thread,
 * but for the ends of calls, which come from any.
 */
final class Pipeline<Q, R> {

  private final AsyncCaller<Q, R> caller;
  private final Requests<Q> requests;
  private final NanoClock clock;
  private final Deque<InFlightCall> free;
  private final BlockingQueue<InFlightCall> ended;
  private final int places;

  Pipeline(AsyncCaller<Q, R> caller, Requests<Q> requests, int places, NanoClock clock) {
    this.caller = caller;
    this.requests = requests;
    this.clock = clock;
    this.places = places;
    this.ended = new ArrayBlockingQueue<>(places);
    this.free = new ArrayDeque<>(places);
    for (int i = 0; i < places; i++) {
      free.add(new InFlightCall(requests.next()));
    }
  }

  /** A call's place: used again when it has ended and was taken. */
  final class InFlightCall implements BiConsumer<@Nullable R, @Nullable Throwable> {
    private Q request;
    private long start;
    private long end;
    private @Nullable R reply;
    private @Nullable Throwable failure;

    private InFlightCall(Q request) {
      this.request = request;
    }

    /** Called by the technology, once. */
    @Override
    public void accept(@Nullable R answer, @Nullable Throwable problem) {
      end = clock.nanos();
      reply = answer;
      failure = problem;
      ended.add(this); // no more can end than there are places
    }

    Q request() {
      return request;
    }

    long start() {
      return start;
    }

    long end() {
      return end;
    }

    @Nullable R reply() {
      return reply;
    }

    @Nullable Throwable failure() {
      return failure;
    }
  }

  boolean hasRoom() {
    return !free.isEmpty();
  }

  boolean isEmpty() {
    return free.size() == places;
  }

  /** Starts a call and waits for nothing. There has to be room. */
  void start() {
    InFlightCall place = free.remove();
    place.request = requests.next();
    place.start = clock.nanos();
    // The place is completed whatever happens.
    CompletableFuture<R> unused = caller.start(place.request).whenComplete(place);
  }

  /** Waits for the next call to end. One has to be open. */
  InFlightCall take() throws InterruptedException {
    return ended.take();
  }

  /** Gives the place of a call back that ended and was counted. */
  void giveBack(InFlightCall place) {
    place.reply = null;
    place.failure = null;
    free.add(place);
  }
}
