package io.rpcstress.driver.amqp;

import io.rpcstress.contract.Broker;
import io.rpcstress.contract.BrokerCredentials;
import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.GreetQueue;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.OneWay;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Messages;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import java.util.List;

/** AMQP 0-9-1: a request and its reply as messages, through a broker. */
public final class AmqpDriver implements Driver {
  private static final int TYPE = 19;

  /** The broker's: its server has none of its own. */
  private static final int DEFAULT_PORT = 9019;

  private static final String TUNED = "tuned";
  private static final String DIRECT_REPLY_TO = "direct-reply-to";
  private static final String NO_ACK = "no-ack";

  @Override
  public Technology technology() {
    return new Technology(
            "amqp",
            TYPE,
            DEFAULT_PORT,
            "AMQP 0-9-1 through RabbitMQ, a request and its reply as messages",
            List.of(
                Variant.multiplexed(
                    "example",
                    1,
                    "as in RabbitMQ's tutorial of RPC: a reply queue for each client; the server takes"
                        + " one message at a time and acknowledges it",
                    ServerVariant.EXAMPLE),
                Variant.multiplexed(
                    TUNED,
                    1,
                    "direct reply-to, and several consumers without acknowledgements",
                    ServerVariant.EXAMPLE),
                Variant.multiplexed(
                    DIRECT_REPLY_TO, 1, "only replies without a queue", ServerVariant.EXAMPLE),
                Variant.multiplexed(
                    NO_ACK,
                    1,
                    "only several consumers without acknowledgements",
                    ServerVariant.EXAMPLE)),
            List.of(
                Greeting.OPERATION.name(),
                PlaceOrder.OPERATION.name(),
                Message.OPERATION.name(),
                OneWay.OPERATION.name()))
        .encrypting()
        .carryingUpTo(Broker.MAX_MESSAGE_BYTES);
  }

  @Override
  public boolean startsCalls(DriverOptions options) {
    return true;
  }

  @Override
  public void requireUsable() {
    BrokerCredentials.requireUsableFor(AmqpDriver.class);
  }

  @Override
  public boolean isThroughBroker() {
    return true;
  }

  /** An operation of this technology is a line here. */
  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    String variant = options.variant();
    boolean direct = variant.equals(TUNED) || variant.equals(DIRECT_REPLY_TO);
    boolean unacknowledged = variant.equals(TUNED) || variant.equals(NO_ACK);
    String queue = (unacknowledged ? GreetQueue.UNACKNOWLEDGED : GreetQueue.ACKNOWLEDGED).label();
    AmqpSession session = AmqpSession.open(target.primary(), options);
    Route greet = Route.greet(queue, direct);
    SharedCallers<Order, Confirmation> orders =
        new SharedCallers<>(session, Route.placeOrder(), MessageFormat.placeOrder());
    return new SharedSession(
        new CallerTable()
            .on(Greeting.OPERATION, thread -> session.caller(thread, greet, MessageFormat.greet()))
            .on(PlaceOrder.OPERATION, orders::of)
            .on(
                Message.OPERATION,
                thread -> Messages.reading(session.caller(thread, greet, MessageFormat.message())))
            .on(
                OneWay.OPERATION,
                thread -> session.caller(thread, Route.oneWay(queue), MessageFormat.oneWay())),
        session::close);
  }
}
