package io.rpcstress.server.nats;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.Connection.Status;
import io.nats.client.ErrorListener;
import io.nats.client.MessageHandler;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.impl.Headers;
import io.nats.service.ServiceMessage;
import io.rpcstress.contract.BrokerCredentials;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Message;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.ConsumerOptions;
import io.rpcstress.server.base.ConsumerOptions.RefusedException;
import io.rpcstress.server.base.Offer;
import io.rpcstress.server.base.Offer.Part;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.ServerProgram;
import io.rpcstress.server.base.address.GivenAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Host B's NATS server, the process that answers requests, as NATS' documents show it: one
 * connection, and one thread for what the broker passes to the queue group. The library connects
 * again to a broker that was lost, for as long as it takes. The readiness line shows where the
 * broker is called; the server's own port only shows where its usage counters are.
 *
 * <p>A name's subject is {@code greet}; that of a message ends with its encoding. A refusal has the
 * header that NATS' services have for it, and its reason as the body.
 */
public final class NatsServer implements Server {
  private static final String TECHNOLOGY = "nats";
  private static final int DEFAULT_PORT = 9023;
  private static final String QUEUE_GROUP = "rpc-stress";
  private static final String MESSAGES = Message.OPERATION.name() + ".";

  private final ConsumerOptions options = new ConsumerOptions(DEFAULT_PORT);
  private volatile @Nullable Connection connection;

  public static void main(String[] args) {
    ServerProgram.main(new NatsServer(), args);
  }

  @Override
  public Offer offer() {
    return new Offer(TECHNOLOGY, DEFAULT_PORT, Part.MESSAGES);
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
    InetSocketAddress broker = options.broker();
    calls.connectionsFrom(() -> isConnected() ? 1 : 0);
    ConsumerOptions.connect(
        broker,
        options.brokerWait(),
        line -> System.err.println("server-" + TECHNOLOGY + ": " + line),
        () -> connection = connect(broker));
    Connection made = Objects.requireNonNull(connection);
    made.createDispatcher(answering(made, calls, given.messages()))
        .subscribe(Greeting.OPERATION.name(), QUEUE_GROUP)
        .subscribe(MESSAGES + "*", QUEUE_GROUP);
    made.flush(options.brokerWait()); // so that the broker has both when this is ready
    return broker;
  }

  private Connection connect(InetSocketAddress broker) throws IOException, InterruptedException {
    BrokerCredentials known = ConsumerOptions.credentials(options.credentials());
    String address = "nats://" + GivenAddress.text(broker);
    try {
      return Nats.connect(
          new Options.Builder()
              .server(address)
              .userInfo(known.user(), known.password())
              .maxReconnects(-1)
              .errorListener(new ErrorListener() {}) // its own prints each
              .build());
    } catch (AuthenticationException e) {
      throw new RefusedException(
          "%s refuses the credentials of %s".formatted(address, options.credentials()), e);
    }
  }

  private boolean isConnected() {
    Connection now = connection;
    return now != null && now.getStatus() == Status.CONNECTED;
  }

  private static MessageHandler answering(
      Connection connection, CallCounter calls, Message.Service messages) {
    return request -> {
      String replyTo = request.getReplyTo();
      if (replyTo == null) {
        return; // no client waits
      }
      try {
        byte[] answer =
            calls.counted(() -> answer(request.getSubject(), request.getData(), messages));
        connection.publish(replyTo, answer);
      } catch (IllegalArgumentException beyond) {
        connection.publish(
            replyTo,
            new Headers().put(ServiceMessage.NATS_SERVICE_ERROR_CODE, "400"),
            String.valueOf(beyond.getMessage()).getBytes(UTF_8));
      }
    };
  }

  private static byte[] answer(String subject, byte[] body, Message.Service messages) {
    if (subject.startsWith(MESSAGES)) {
      return messages.answer(subject.substring(MESSAGES.length()), body);
    }
    Greeting.checkBytes(body.length);
    return Greeting.greet(new String(body, UTF_8)).getBytes(UTF_8);
  }

  /** Has the broker pass nothing more on, and answers what it has. */
  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    Connection now = connection;
    if (now == null || !isConnected()) {
      return true; // nothing can be answered any more
    }
    try {
      return now.drain(atMost).get(atMost.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException lost) {
      return false;
    }
  }
}
