package io.rpcstress.driver.amqp;

import io.rpcstress.contract.BrokerCredentials;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DriverOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * A session's connections, over which callers are spread in turn. A write that has not come to its
 * end within the deadline, since the broker reads no more, ends with its connection. Thread-safe.
 */
final class AmqpSession {
  private static final long MIN_WATCH_MILLIS = 10;
  private static final long MAX_WATCH_MILLIS = 250;
  private static final int WATCHES_PER_DEADLINE = 4;

  private final List<Link> links = new ArrayList<>();
  private final Map<AmqpCaller<?, ?>, Link> callers = new ConcurrentHashMap<>();
  private final ExecutorService connecting = Executors.newCachedThreadPool(daemon("amqp-connect"));
  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(daemon("amqp-watch"));
  private final DriverOptions options;

  private AmqpSession(DriverOptions options) {
    this.options = options;
  }

  /** Makes all connections. */
  static AmqpSession open(Address broker, DriverOptions options) throws CallException {
    AmqpSession session = new AmqpSession(options);
    Path credentials = BrokerCredentials.fileFor(AmqpSession.class);
    try {
      for (int i = 0; i < options.connections().count(); i++) {
        Link link = new Link(broker, credentials, options, session.connecting);
        session.links.add(link);
        link.open(); // so that a broker that is not there is found here
      }
    } catch (CallException e) {
      session.close();
      throw e;
    }
    Duration deadline = options.deadline();
    long every =
        Math.max(
            MIN_WATCH_MILLIS,
            Math.min(MAX_WATCH_MILLIS, deadline.toMillis() / WATCHES_PER_DEADLINE));
    var unusedWatch =
        session.watch.scheduleWithFixedDelay(
            session::cutStuck, every, every, TimeUnit.MILLISECONDS);
    return session;
  }

  private static ThreadFactory daemon(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /**
   * A thread's caller.
   *
   * @param route where its requests go, and where their replies come from
   * @throws CallException where its channel cannot be made
   */
  <Q, R> AmqpCaller<Q, R> caller(int thread, Route route, MessageFormat<Q, R> format)
      throws CallException {
    Link link = linkOf(thread);
    AmqpCaller<Q, R> caller =
        new AmqpCaller<>(
            () -> link.begin(route, options.deadline()), format, options.deadline(), connecting);
    callers.put(caller.connect(), link);
    return caller;
  }

  /** The connection that a thread shares with others. */
  Link linkOf(int thread) {
    return links.get(thread % links.size());
  }

  private void cutStuck() {
    callers.forEach(
        (caller, link) -> {
          Conversation now = caller.current();
          if (now != null && now.isStuck()) {
            link.cut();
          }
        });
  }

  void close() {
    for (Link each : links) {
      // A broker that reads nothing would not let even the end be written.
      var cut = watch.schedule(each::cut, Link.CLOSE_MILLIS, TimeUnit.MILLISECONDS);
      each.close();
      cut.cancel(false);
    }
    watch.shutdownNow();
    connecting.shutdownNow();
  }
}
