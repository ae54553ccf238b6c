package io.rpcstress.driver.amqp;

import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Replies;
import java.util.HashMap;
import java.util.Map;

/**
 * The callers of an operation whose replies come to everybody: one for each connection, which its
 * threads share, since each further one would be sent all the others' replies. Thread-safe.
 */
final class SharedCallers<Q, R> {

  private final AmqpSession session;
  private final Route route;
  private final MessageFormat<Q, R> format;
  private final Map<Link, AmqpCaller<Q, R>> made = new HashMap<>();

  SharedCallers(AmqpSession session, Route route, MessageFormat<Q, R> format) {
    this.session = session;
    this.route = route;
    this.format = format;
  }

  /** A thread's caller. */
  synchronized AsyncCaller<Q, R> of(int thread) throws CallException {
    Link link = session.linkOf(thread);
    AmqpCaller<Q, R> known = made.get(link);
    if (known == null) {
      known = session.caller(thread, route, format);
      made.put(link, known);
    }
    return Replies.shared(known);
  }
}
