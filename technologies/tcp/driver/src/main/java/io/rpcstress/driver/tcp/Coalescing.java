package io.rpcstress.driver.tcp;

import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A shared connection whose one thread writes for all callers: requests that were made while it was
 * at work leave together, in one segment where they fit one. Nothing waits for company: without a
 * queue a request leaves at once. What event loops do, and so the floor of those that do it.
 */
final class Coalescing extends SharedConnection {

  private final Address address;
  private final DriverOptions options;
  private final ReentrantLock connecting = new ReentrantLock();
  private volatile @Nullable CoalescingLink link;

  Coalescing(Address address, DriverOptions options) {
    super(options.deadline());
    this.address = address;
    this.options = options;
  }

  @Override
  SharedConnection connect() throws CallException {
    var unused = connected();
    return this;
  }

  private CoalescingLink connected() throws CallException {
    CoalescingLink open = link;
    if (open != null && !open.ended()) {
      return open;
    }
    connecting.lock();
    try {
      open = link;
      if (open == null || open.ended()) {
        open =
            CoalescingLink.connect(
                address.host(), address.port(), options.connectTimeout(), options.deadline());
        link = open;
      }
      return open;
    } finally {
      connecting.unlock();
    }
  }

  @Override
  <Q, R> Reply<R> send(LineFormat<Q, R> format, Q request) {
    Reply<R> reply = new Reply<>(format);
    try {
      connected().send(format.request(request), reply);
    } catch (CallException e) {
      reply.completeExceptionally(e);
    }
    return reply;
  }

  @Override
  void shutDown() {
    CoalescingLink open = link;
    if (open != null) {
      open.end(new CallException(FailureKind.DISCONNECTED, "closed"));
    }
  }
}
