package io.rpcstress.driver.socket;

import io.rpcstress.contract.socket.Answer;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.socket.SocketDriver.Setup;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A thread's calls on a connection of its own, one after the other. The connection is made anew
 * where it broke. Used by one thread at a time.
 */
final class OneAtATime<Q, R> implements Caller<Q, R> {

  private final MessageFormat<Q, R> format;
  private final Setup setup;
  private final Address server;
  private final DriverOptions options;
  private @Nullable Link link;
  private long lastId;

  private OneAtATime(
      MessageFormat<Q, R> format, Setup setup, Address server, DriverOptions options) {
    this.format = format;
    this.setup = setup;
    this.server = server;
    this.options = options;
  }

  static <Q, R> OneAtATime<Q, R> connected(
      MessageFormat<Q, R> format, Setup setup, Address server, DriverOptions options)
      throws CallException {
    OneAtATime<Q, R> caller = new OneAtATime<>(format, setup, server, options);
    caller.link = new Link(setup, server, options.connectTimeout());
    return caller;
  }

  @Override
  public R call(Q request) throws CallException {
    Duration deadline = options.deadline();
    long until = System.nanoTime() + deadline.toNanos();
    Link open = link;
    if (open == null) {
      open = new Link(setup, server, options.deadline());
      link = open;
    }
    Answer answer;
    try {
      long id = ++lastId;
      open.write(format.call(id, request));
      answer = open.read(until, deadline);
      if (answer.id() != id) {
        throw new CallException(
            FailureKind.PROTOCOL, "call " + id + " was answered as call " + answer.id());
      }
    } catch (CallException e) {
      close(); // a late answer must not answer the next call
      throw e;
    }
    return format.read(answer);
  }

  @Override
  public void close() {
    Link open = link;
    if (open != null) {
      link = null;
      open.close();
    }
  }
}
