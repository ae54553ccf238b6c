package io.rpcstress.driver.amqp;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.ShutdownSignalException;
import io.rpcstress.contract.GreetQueue;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A channel with its replies: requests take one route, and each reply is matched with its request
 * by the correlation id. A reply of a call that has ended, or of another's, is dropped. It ends
 * with its channel, and so does every call on it. Thread-safe: one request is written at a time, as
 * a channel needs it.
 */
final class Conversation {

  private final Channel channel;
  private final BrokerBlock block;
  private final Route route;
  private final String idPrefix;
  private final @Nullable String replyTo;
  private final Duration deadline;
  private final ConcurrentMap<String, CompletableFuture<byte[]>> open = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();
  private final ReentrantLock writing = new ReentrantLock();
  private volatile @Nullable ShutdownSignalException ended;

  /** When a write began, as {@link System#nanoTime} returns it; 0 while there is none. */
  private volatile long writingSince;

  private Conversation(
      Channel channel,
      BrokerBlock block,
      Route route,
      @Nullable String replyTo,
      Duration deadline) {
    this.channel = channel;
    this.block = block;
    this.route = route;
    this.idPrefix = route.idPrefix().get();
    this.replyTo = replyTo;
    this.deadline = deadline;
  }

  /**
   * Begins one on a new channel.
   *
   * @param block of the channel's connection
   * @param route where requests go, and where replies come from
   * @throws CallException where the channel ends meanwhile
   */
  static Conversation begin(Channel channel, BrokerBlock block, Route route, Duration deadline)
      throws CallException {
    try {
      Route.ReplyQueue queue = route.replies();
      String replies = queue == null ? null : queue.on(channel);
      Conversation made =
          new Conversation(channel, block, route, route.hasReplyTo() ? replies : null, deadline);
      channel.addReturnListener(
          returned ->
              made.fail(
                  returned.getProperties().getCorrelationId(),
                  new CallException(
                      FailureKind.CONNECT,
                      "no server consumes from the broker's " + route.destination())));
      if (replies != null) {
        channel.basicConsume(
            replies,
            true,
            (tag, reply) -> made.take(reply),
            tag -> made.close()); // the broker took the reply queue away
      }
      channel.addShutdownListener(made::end);
      return made;
    } catch (IOException | RuntimeException e) {
      close(channel);
      throw block.explained(
          deadline, new CallException(FailureKind.CONNECT, NetworkFailures.describe(e), e));
    }
  }

  boolean isOpen() {
    return ended == null;
  }

  /** A call that had its time, with the broker's reason where it takes no messages. */
  CallException explained(DeadlineExceededException late) {
    return block.explained(deadline, late);
  }

  /**
   * Publishes a request, or holds it for as long as the broker takes none. What has no reply ends
   * when it is written: the broker confirms no message by default.
   *
   * @param contentType what the body is; null where that needs no word
   * @param reply ends with the reply's body, or a {@link CallException}; who ends it otherwise
   *     drops the reply
   */
  void ask(byte[] body, @Nullable String contentType, CompletableFuture<byte[]> reply) {
    if (reply.isDone() || block.holds(reply, () -> ask(body, contentType, reply))) {
      return;
    }
    boolean oneWay = route.replies() == null;
    String id = oneWay ? null : idPrefix + ids.incrementAndGet();
    if (id != null) {
      open.put(id, reply);
      var unused = reply.whenComplete((answer, failure) -> open.remove(id));
    }
    AMQP.BasicProperties properties =
        new AMQP.BasicProperties.Builder()
            .correlationId(id)
            .replyTo(replyTo)
            .contentType(contentType)
            .build();
    long began = System.nanoTime();
    writing.lock();
    try {
      if (reply.isDone()) {
        return; // its deadline came while others were written
      }
      writingSince = began == 0 ? 1 : began;
      channel.basicPublish(route.exchange(), route.key(), !oneWay, properties, body);
    } catch (IOException | ShutdownSignalException e) {
      reply.completeExceptionally(
          System.nanoTime() - began >= deadline.toNanos()
              ? new DeadlineExceededException(deadline)
              : failure(e));
    } finally {
      writingSince = 0;
      writing.unlock();
    }
    ShutdownSignalException now = ended;
    if (now != null) {
      reply.completeExceptionally(failure(now));
    } else if (oneWay) {
      reply.complete(body);
    }
  }

  /** Whether a write has not come to its end within a call's deadline. */
  boolean isStuck() {
    long since = writingSince;
    return since != 0 && System.nanoTime() - since >= deadline.toNanos();
  }

  private void take(Delivery reply) {
    CompletableFuture<byte[]> pending = pending(reply.getProperties().getCorrelationId());
    if (pending == null) {
      return; // its call has ended
    }
    if (GreetQueue.REFUSED.equals(reply.getProperties().getType())) {
      pending.completeExceptionally(
          new CallException(
              FailureKind.REFUSED, new String(reply.getBody(), StandardCharsets.UTF_8)));
    } else {
      pending.complete(reply.getBody());
    }
  }

  private @Nullable CompletableFuture<byte[]> pending(@Nullable String id) {
    return id == null ? null : open.get(id);
  }

  private void fail(@Nullable String id, CallException why) {
    CompletableFuture<byte[]> pending = pending(id);
    if (pending != null) {
      pending.completeExceptionally(why);
    }
  }

  private void end(ShutdownSignalException why) {
    ended = why;
    open.values().forEach(each -> each.completeExceptionally(failure(why)));
  }

  /** The broker closes a channel for what it refuses; the connection ends where it is lost. */
  private static CallException failure(Exception e) {
    boolean refused =
        e instanceof ShutdownSignalException signal
            && !signal.isHardError()
            && !signal.isInitiatedByApplication();
    return new CallException(
        refused ? FailureKind.REFUSED : FailureKind.DISCONNECTED, NetworkFailures.describe(e), e);
  }

  void close() {
    close(channel);
  }

  private static void close(Channel channel) {
    try {
      channel.abort();
    } catch (IOException gone) {
      // it is closed all the same
    }
  }
}
