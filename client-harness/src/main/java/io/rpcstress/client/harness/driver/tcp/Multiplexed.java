package io.rpcstress.client.harness.driver.tcp;

import io.rpcstress.client.harness.driver.Address;
import io.rpcstress.client.harness.driver.AsyncCaller;
import io.rpcstress.client.harness.driver.CallException;
import io.rpcstress.client.harness.driver.DeadlineExceededException;
import io.rpcstress.client.harness.driver.DriverOptions;
import io.rpcstress.client.harness.driver.FailureKind;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One connection that many calls share. The server answers in the order it was asked, so the oldest
 * open call is the one a line answers; a call that gave up keeps its place until its line has come.
 * Thread-safe; the lock covers taking a place and writing, which must not part. The reader takes no
 * lock while all is well: a writer whose socket is full waits for it, holding the lock.
 */
final class Multiplexed implements AsyncCaller<String, String>, AutoCloseable {

  private final Address address;
  private final DriverOptions options;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Link link;

  Multiplexed(Address address, DriverOptions options) {
    this.address = address;
    this.options = options;
  }

  /** Connects unless it is connected. */
  void connect() throws CallException {
    lock.lock();
    try {
      connected();
    } finally {
      lock.unlock();
    }
  }

  private Link connected() throws CallException {
    Link open = link;
    if (open == null) {
      open = new Link(Lines.connect(address.host(), address.port(), options.connectTimeout()));
      link = open;
      open.reader.start();
    }
    return open;
  }

  @Override
  public String call(String request) throws CallException, InterruptedException {
    CompletableFuture<String> reply = send(request);
    try {
      return reply.get(options.deadline().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new DeadlineExceededException(options.deadline());
    } catch (ExecutionException e) {
      throw asCallException(e.getCause());
    }
  }

  @Override
  public CompletableFuture<String> start(String request) {
    return send(request)
        .orTimeout(options.deadline().toNanos(), TimeUnit.NANOSECONDS)
        .exceptionally(
            e -> {
              Throwable cause = e instanceof CompletionException ? e.getCause() : e;
              throw new CompletionException(
                  cause instanceof TimeoutException
                      ? new DeadlineExceededException(options.deadline())
                      : cause);
            });
  }

  private CompletableFuture<String> send(String request) {
    CompletableFuture<String> reply = new CompletableFuture<>();
    lock.lock();
    try {
      Link open = connected();
      open.waiting.add(reply);
      try {
        open.lines.write(request);
      } catch (CallException e) {
        fail(open, e);
      }
    } catch (CallException e) {
      reply.completeExceptionally(e);
    } finally {
      lock.unlock();
    }
    return reply;
  }

  private static CallException asCallException(@Nullable Throwable cause) {
    return cause instanceof CallException known
        ? known
        : new CallException(FailureKind.INTERNAL, String.valueOf(cause), cause);
  }

  private void readAll(Link open) {
    try {
      while (true) {
        String line = open.lines.read();
        CompletableFuture<String> oldest = open.waiting.poll();
        if (oldest == null) {
          throw new CallException(FailureKind.PROTOCOL, "a reply that nobody asked for");
        }
        oldest.complete(line);
      }
    } catch (CallException e) {
      lock.lock();
      try {
        fail(open, e);
      } finally {
        lock.unlock();
      }
    }
  }

  /** Ends a connection and every call on it. Under the lock. */
  private void fail(Link broken, CallException why) {
    if (link == broken) {
      link = null;
    }
    broken.lines.close();
    for (CompletableFuture<String> each; (each = broken.waiting.poll()) != null; ) {
      each.completeExceptionally(why);
    }
  }

  /** Threads share it: the session ends it, in {@link #shutDown}. */
  @Override
  public void close() {}

  /** Ends the connection. */
  void shutDown() {
    lock.lock();
    try {
      Link open = link;
      if (open != null) {
        fail(open, new CallException(FailureKind.DISCONNECTED, "closed"));
      }
    } finally {
      lock.unlock();
    }
  }

  /** A connection, the calls open on it in the order they were sent, and the thread that reads. */
  private final class Link {
    final Lines lines;
    final Queue<CompletableFuture<String>> waiting = new ConcurrentLinkedQueue<>();
    final Thread reader;

    Link(Lines lines) {
      this.lines = lines;
      this.reader = new Thread(() -> readAll(this), "tcp-reader");
      reader.setDaemon(true);
    }
  }
}
