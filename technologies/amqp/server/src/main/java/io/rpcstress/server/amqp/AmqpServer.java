package io.rpcstress.server.amqp;

import io.rpcstress.contract.ServiceRole;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.ConsumerOptions;
import io.rpcstress.server.base.Offer;
import io.rpcstress.server.base.Offer.Part;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.ServerProgram;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Host B's AMQP server: the process that consumes requests. Its readiness line shows where the
 * broker is called, since that is where clients connect; its own port only shows where its usage
 * counters are, and so does that of a peer: services know each other's exchanges alone. A lost
 * broker is connected to again, for as long as it takes.
 */
public final class AmqpServer implements Server {
  private static final String TECHNOLOGY = "amqp";
  private static final int DEFAULT_PORT = 9019;

  private final ConsumerOptions options = new ConsumerOptions(DEFAULT_PORT);
  private @Nullable Subscription subscription;

  public static void main(String[] args) {
    ServerProgram.main(new AmqpServer(), args);
  }

  @Override
  public Offer offer() {
    return new Offer(TECHNOLOGY, DEFAULT_PORT, Part.ROLES, Part.MESSAGES, Part.TLS);
  }

  @Override
  public boolean listens() {
    return false;
  }

  @Override
  public Object ownOptions() {
    return options;
  }

  @Override
  public void checkSettings() {
    options.check();
  }

  @Override
  public InetSocketAddress start(ServerOptions given, CallCounter calls) throws Exception {
    TlsSide tls = given.tls();
    if (tls != null) {
      tls.requireForClients(); // as which it consumes from the broker
    }
    InetSocketAddress broker = options.broker();
    List<Role> roles = new ArrayList<>(List.of(new Orders(given.services(), calls)));
    if (given.services().roles().contains(ServiceRole.ORDER)) {
      roles.add(
          new Greet(calls, given.messages())); // where clients call: others only do their steps
    }
    Subscription made =
        new Subscription(
            broker,
            options.credentials(),
            tls,
            roles,
            line -> System.err.println("server-" + TECHNOLOGY + ": " + line));
    calls.connectionsFrom(() -> made.isConnected() ? 1 : 0);
    made.begin(options.brokerWait());
    subscription = made;
    return broker;
  }

  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    Subscription now = subscription;
    return now == null || now.drain(atMost);
  }
}
