package io.rpcstress.driver.tcp;

import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A shared connection on which each caller writes its own request, a segment a call. The lock
 * covers taking a place and writing, which must not part. The reader takes no lock while all is
 * well: a writer whose socket is full waits for it, holding the lock.
 */
final class Multiplexed extends SharedConnection {

  private final Address address;
  private final DriverOptions options;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile @Nullable Link link;

  Multiplexed(Address address, DriverOptions options) {
    super(options.deadline());
    this.address = address;
    this.options = options;
  }

  @Override
  SharedConnection connect() throws CallException {
    lock.lock();
    try {
      connected();
      return this;
    } finally {
      lock.unlock();
    }
  }

  private Link connected() throws CallException {
    Link open = link;
    if (open == null) {
      open = new Link(new Lines(address, options.connectTimeout()));
      link = open;
      open.reader.start();
    }
    return open;
  }

  @Override
  <Q, R> Reply<R> send(LineFormat<Q, R> format, Q request) {
    Reply<R> reply = new Reply<>(format);
    byte[] bytes = format.request(request);
    lock.lock();
    try {
      Link open = connected();
      open.waiting.add(reply);
      try {
        open.lines.write(bytes);
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

  private void readAll(Link open) {
    try {
      while (true) {
        open.lines.read(open);
      }
    } catch (CallException e) {
      open.lines.close(); // a writer that waits for room holds the lock
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
    for (Reply<?> each; (each = broken.waiting.poll()) != null; ) {
      each.completeExceptionally(why);
    }
  }

  @Override
  void shutDown() {
    Link writing = link;
    if (writing != null) {
      writing.lines.close(); // a writer that waits for room holds the lock
    }
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
  private final class Link implements Line<Reply<?>> {
    final Lines lines;
    final Queue<Reply<?>> waiting = new ConcurrentLinkedQueue<>();
    final Thread reader;

    Link(Lines lines) {
      this.lines = lines;
      this.reader = new Thread(() -> readAll(this), "tcp-reader");
      reader.setDaemon(true);
    }

    /** One that no call waits for ends where it is, and is refused by {@link #read}. */
    @Override
    public int end(byte[] bytes, int from, int searched, int to) {
      Reply<?> oldest = waiting.peek();
      return oldest == null ? to : oldest.end(bytes, from, searched, to);
    }

    @Override
    public Reply<?> read(byte[] bytes, int from, int to) throws CallException {
      Reply<?> oldest = waiting.poll();
      if (oldest == null) {
        throw new CallException(FailureKind.PROTOCOL, "a reply without a request");
      }
      oldest.end(bytes, from, to);
      return oldest;
    }
  }
}
