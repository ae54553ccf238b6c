package io.rpcstress.driver.tcp;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Operation;
import io.rpcstress.contract.Put;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import java.util.ArrayList;
import java.util.List;

/** The connections of one process, shared as the policy says. */
final class TcpSession implements Session {

  private final CallerTable callers = new CallerTable();
  private final List<Runnable> endings = new ArrayList<>();

  private TcpSession() {}

  static TcpSession open(Address address, DriverOptions options) throws CallException {
    TcpSession session = new TcpSession();
    switch (options.connections().kind()) {
      case PER_THREAD -> session.perThread(address, options);
      case POOL -> session.pool(address, options);
      case MULTIPLEXED -> session.multiplexed(address, options);
    }
    return session;
  }

  private void perThread(Address address, DriverOptions options) {
    offer(
        thread -> {
          OneAtATime own = new OneAtATime(address, options);
          own.connect();
          return own;
        });
  }

  private void pool(Address address, DriverOptions options) throws CallException {
    List<OneAtATime> connections = new ArrayList<>();
    for (int i = 0; i < options.connections().count(); i++) {
      OneAtATime connection = new OneAtATime(address, options);
      connections.add(connection);
      endings.add(connection::close);
    }
    connections.get(0).connect(); // the others connect when they are first borrowed
    Pool pool = new Pool(connections, options.deadline());
    offer(thread -> pool);
  }

  private void multiplexed(Address address, DriverOptions options) throws CallException {
    boolean coalescing = options.variant().equals(TcpDriver.COALESCING);
    List<SharedConnection> connections = new ArrayList<>();
    for (int i = 0; i < options.connections().count(); i++) {
      SharedConnection connection =
          coalescing ? new Coalescing(address, options) : new Multiplexed(address, options);
      connections.add(connection);
      endings.add(connection::shutDown);
      connection.connect();
    }
    offer(thread -> connections.get(thread % connections.size()));
  }

  /** What carries a thread's calls. */
  private interface ExchangeOf {
    Exchange thread(int thread) throws CallException;
  }

  /** An operation of this technology is a line here: only the one that is called is loaded. */
  private void offer(ExchangeOf exchanges) {
    callers.on(Greeting.OPERATION, thread -> exchanges.thread(thread).caller(new GreetLines()));
    callers.on(Put.OPERATION, thread -> exchanges.thread(thread).caller(new PutFrames()));
  }

  @Override
  public <Q, R> Caller<Q, R> caller(Operation<Q, R> operation, int thread) throws CallException {
    return callers.caller(operation, thread);
  }

  @Override
  public void close() {
    endings.forEach(Runnable::run);
  }
}
