package io.rpcstress.driver.socket;

import io.rpcstress.contract.socket.Answer;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Replies;
import io.rpcstress.driver.socket.SocketDriver.Setup;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A connection that many calls share, a write a call, matched by id; an answer whose call gave up
 * is dropped. The lock covers taking an id and writing. The thread that reads takes no lock while
 * all is well: a writer whose socket is full waits for it, holding the lock. Thread-safe.
 */
final class Pipeline {

  private final Setup setup;
  private final Address server;
  private final DriverOptions options;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile @Nullable Open open;
  private long lastId;

  Pipeline(Setup setup, Address server, DriverOptions options) {
    this.setup = setup;
    this.server = server;
    this.options = options;
  }

  <Q, R> AsyncCaller<Q, R> caller(MessageFormat<Q, R> format) {
    return Replies.caller(request -> send(format, request), options.deadline());
  }

  Pipeline connect() throws CallException {
    lock.lock();
    try {
      connected();
      return this;
    } finally {
      lock.unlock();
    }
  }

  private Open connected() throws CallException {
    Open now = open;
    if (now == null) {
      now = new Open(new Link(setup, server, options.connectTimeout()));
      open = now;
      now.reader.start();
    }
    return now;
  }

  /** Sends a call; a caller may end it before its reply does. */
  private <Q, R> CompletableFuture<R> send(MessageFormat<Q, R> format, Q request) {
    Pending<R> pending = new Pending<>(format);
    if (!locked(pending)) {
      return pending;
    }
    try {
      Open now = connected();
      long id = ++lastId;
      now.pending.put(id, pending);
      // An abandoned call is forgotten, so that a server that answers nothing fills no memory.
      var unused = pending.whenComplete((reply, failure) -> now.pending.remove(id));
      try {
        now.link.write(format.call(id, request));
      } catch (CallException e) {
        fail(now, e);
      }
    } catch (CallException e) {
      pending.completeExceptionally(e);
    } finally {
      lock.unlock();
    }
    return pending;
  }

  /** Takes the lock within the deadline; else the call has ended by it. */
  private boolean locked(Pending<?> pending) {
    try {
      if (lock.tryLock(options.deadline().toNanos(), TimeUnit.NANOSECONDS)) {
        return true;
      }
      pending.completeExceptionally(new DeadlineExceededException(options.deadline()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the wait for the reply sees it
      pending.completeExceptionally(new CallException(FailureKind.INTERNAL, "interrupted", e));
    }
    return false;
  }

  private void readAll(Open from) {
    try {
      while (true) {
        Answer answer = from.link.read();
        Pending<?> pending = from.pending.remove(answer.id());
        if (pending != null) {
          pending.end(answer);
        }
      }
    } catch (CallException e) {
      from.link.close(); // a writer that waits for room holds the lock
      lock.lock();
      try {
        fail(from, e);
      } finally {
        lock.unlock();
      }
    }
  }

  /** Ends a connection and every call on it. Under the lock. */
  private void fail(Open broken, CallException why) {
    if (open == broken) {
      open = null;
    }
    broken.link.close();
    broken.pending.values().forEach(each -> each.completeExceptionally(why));
  }

  void shutDown() {
    Open writing = open;
    if (writing != null) {
      writing.link.close(); // a writer that waits for room holds the lock
    }
    lock.lock();
    try {
      Open now = open;
      if (now != null) {
        fail(now, new CallException(FailureKind.DISCONNECTED, "closed"));
      }
    } finally {
      lock.unlock();
    }
  }

  /** A connection, the calls open on it by id, and the thread that reads. */
  private final class Open {
    private final Link link;
    private final Map<Long, Pending<?>> pending = new ConcurrentHashMap<>();
    private final Thread reader;

    Open(Link link) {
      this.link = link;
      this.reader = new Thread(() -> readAll(this), "socket-reader");
      reader.setDaemon(true);
    }
  }

  private static final class Pending<R> extends CompletableFuture<R> {
    private final MessageFormat<?, R> format;

    Pending(MessageFormat<?, R> format) {
      this.format = format;
    }

    void end(Answer answer) {
      try {
        complete(format.read(answer));
      } catch (CallException e) {
        completeExceptionally(e);
      }
    }
  }
}
