package io.rpcstress.driver.rsocket;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Replies;
import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.util.ByteBufPayload;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A caller's messages without a reply. A call ends when RSocket has taken its message. RSocket
 * takes any number, and keeps what the connection has not: so that this has a limit, a message
 * waits here while too many of its caller are kept. Thread-safe.
 */
final class OneWaySends {

  /** Messages that RSocket keeps at most. */
  private static final int MAX_KEPT = 256;

  private final Link link;
  private final Queue<Send> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger kept = new AtomicInteger();

  /** How often starting was requested since the queue was last looked at. */
  private final AtomicInteger requested = new AtomicInteger();

  private record Send(RSocket on, Payload message, CompletableFuture<Boolean> sent) {
    void start() {
      var unused =
          on.fireAndForget(message)
              .subscribe(
                  nothing -> {},
                  problem -> sent.completeExceptionally(Reply.failure(problem)),
                  () -> sent.complete(true));
    }
  }

  private OneWaySends(Link link) {
    this.link = link;
  }

  static AsyncCaller<byte[], Boolean> caller(Link link) {
    return Replies.caller(new OneWaySends(link)::send, link.deadline());
  }

  private CompletableFuture<Boolean> send(byte[] message) {
    CompletableFuture<Boolean> sent = new CompletableFuture<>();
    try {
      waiting.add(new Send(link.open(), ByteBufPayload.create(new Kept(message)), sent));
      start();
    } catch (CallException e) {
      sent.completeExceptionally(e);
    }
    return sent;
  }

  /** One thread at a time starts what may be started: what it starts may end before it returns. */
  private void start() {
    if (requested.getAndIncrement() > 0) {
      return; // that thread looks once more
    }
    int seen = 1;
    do {
      for (Send next; kept.get() < MAX_KEPT && (next = waiting.poll()) != null; ) {
        if (!next.sent.isDone()) { // else its caller gave up
          kept.incrementAndGet();
          next.start();
        }
      }
      seen = requested.addAndGet(-seen);
    } while (seen > 0);
  }

  /** A message that is released when it is written, or dropped with its connection. */
  private final class Kept extends UnpooledHeapByteBuf {
    Kept(byte[] message) {
      super(UnpooledByteBufAllocator.DEFAULT, message, message.length);
    }

    @Override
    protected void deallocate() {
      super.deallocate();
      kept.decrementAndGet();
      start();
    }
  }
}
