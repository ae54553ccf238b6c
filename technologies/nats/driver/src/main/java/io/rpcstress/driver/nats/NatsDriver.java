package io.rpcstress.driver.nats;

import io.rpcstress.contract.Broker;
import io.rpcstress.contract.BrokerCredentials;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.Connections;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Messages;
import io.rpcstress.driver.Replies;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import java.time.Duration;
import java.util.List;

/** NATS: a request and its reply as messages, through a NATS server. */
public final class NatsDriver implements Driver {

  @Override
  public Technology technology() {
    return new Technology(
            "nats",
            23,
            9023, // the broker's: its server has none of its own
            "NATS, a request and its reply as messages through nats-server",
            List.of(
                Variant.multiplexed(
                    "example",
                    1,
                    "as in its documents: one connection that all threads share",
                    ServerVariant.EXAMPLE)),
            List.of(Greeting.OPERATION.name(), Message.OPERATION.name()))
        .carryingUpTo(Broker.MAX_MESSAGE_BYTES);
  }

  @Override
  public boolean startsCalls(DriverOptions options) {
    return true;
  }

  @Override
  public void requireUsable() {
    BrokerCredentials.requireUsableFor(NatsDriver.class);
  }

  @Override
  public boolean isThroughBroker() {
    return true;
  }

  @Override
  public String broker() {
    return Broker.NATS;
  }

  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    Duration deadline = options.deadline();
    Connections<Link> links =
        Connections.open(
            options.connections().count(),
            () -> Link.connected(target.primary(), options),
            Link::close);
    return new SharedSession(
        new CallerTable()
            .on(Greeting.OPERATION, thread -> Replies.caller(links.of(thread)::greet, deadline))
            .on(
                Message.OPERATION,
                thread -> Messages.reading(Replies.caller(links.of(thread)::message, deadline))),
        links::close);
  }
}
