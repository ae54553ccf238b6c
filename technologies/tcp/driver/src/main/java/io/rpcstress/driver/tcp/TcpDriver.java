package io.rpcstress.driver.tcp;

import io.rpcstress.contract.Carriage;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.Put;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.ConnectionPolicy.Kind;
import io.rpcstress.driver.Connections;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Messages;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.OwnPolicy;
import io.rpcstress.driver.Technology.Variant;
import java.util.ArrayList;
import java.util.List;

/** Operations framed as barely as can be, on plain sockets. */
public final class TcpDriver implements Driver {

  static final String COALESCING = "coalescing";

  /** Connections of the greet-rate experiment's publication. */
  private static final int PUBLISHED_POOL = 15;

  @Override
  public Technology technology() {
    OwnPolicy perThread = OwnPolicy.of(ConnectionPolicy.perThread());
    List<Kind> kinds = List.of(Kind.PER_THREAD, Kind.POOL, Kind.MULTIPLEXED);
    return new Technology(
            "tcp",
            4,
            9004,
            "newline-framed text on plain sockets: the floor",
            List.of(
                new Variant("example", "blocking sockets, one for each thread", perThread, kinds),
                new Variant(
                    "tuned", "the same: it is the floor, not a contender", perThread, kinds),
                new Variant(
                    "multiplexed",
                    "one connection that all threads share, a segment a call",
                    OwnPolicy.of(ConnectionPolicy.multiplexed(1)),
                    kinds),
                new Variant(
                    "pool15",
                    "blocking sockets, a pool of 15 for all threads: as RPC Olympics had it",
                    OwnPolicy.of(ConnectionPolicy.pool(PUBLISHED_POOL)),
                    kinds),
                new Variant(
                    COALESCING,
                    "the same, and calls made at once share a segment: the floor for multiplexing",
                    OwnPolicy.of(ConnectionPolicy.multiplexed(1)),
                    List.of(Kind.MULTIPLEXED))),
            List.of(Greeting.OPERATION.name(), Put.OPERATION.name(), Message.OPERATION.name()))
        .carriedAs(Carriage.TCP);
  }

  @Override
  public boolean startsCalls(DriverOptions options) {
    return options.connections().kind() == Kind.MULTIPLEXED;
  }

  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    Address server = target.primary();
    return switch (options.connections().kind()) {
      case PER_THREAD -> session(thread -> connected(server, options), () -> {});
      case POOL -> {
        List<OneAtATime> all = new ArrayList<>();
        all.add(connected(server, options)); // the others connect when they are first borrowed
        while (all.size() < options.connections().count()) {
          all.add(new OneAtATime(server, options));
        }
        Pool pool = new Pool(all, options.deadline());
        yield session(thread -> pool, () -> all.forEach(OneAtATime::close));
      }
      case MULTIPLEXED -> {
        Connections<SharedConnection> all =
            Connections.open(
                options.connections().count(),
                () ->
                    options.variant().equals(COALESCING)
                        ? new Coalescing(server, options).connect()
                        : new Multiplexed(server, options).connect(),
                SharedConnection::shutDown);
        yield session(all::of, all::close);
      }
    };
  }

  private static OneAtATime connected(Address server, DriverOptions options) throws CallException {
    OneAtATime connection = new OneAtATime(server, options);
    var unused = connection.connect();
    return connection;
  }

  /** What carries a thread's calls. */
  private interface ExchangeOf {
    Exchange thread(int thread) throws CallException;
  }

  /** An operation of this technology is a line here: only the one that is called is loaded. */
  private static Session session(ExchangeOf exchanges, Runnable end) {
    return new SharedSession(
        new CallerTable()
            .on(Greeting.OPERATION, thread -> exchanges.thread(thread).caller(new GreetLines()))
            .on(Put.OPERATION, thread -> exchanges.thread(thread).caller(new PutFrames()))
            .on(
                Message.OPERATION,
                thread -> Messages.reading(exchanges.thread(thread).caller(new MessageFrames()))),
        end);
  }
}
