package io.rpcstress.server.amqp;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import com.rabbitmq.client.SocketConfigurators;
import io.rpcstress.contract.Broker;
import io.rpcstress.contract.BrokerCredentials;
import io.rpcstress.contract.PrintableText;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.server.base.ConsumerOptions;
import io.rpcstress.server.base.ConsumerOptions.RefusedException;
import io.rpcstress.server.base.address.GivenAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The roles' connection to the broker, made anew where it was lost. The client's own recovery is
 * off: it would go on with queues whose callers are gone. Thread-safe.
 */
final class Subscription {

  private static final int CONNECT_MILLIS = 5_000;
  private static final long RETRY_MILLIS = 200;

  /** So many causes of an exception are looked at. */
  private static final int DEEPEST = 8;

  private final InetSocketAddress broker;
  private final Path credentials;
  private final @Nullable TlsSide tls;
  private final List<Role> roles;
  private final Consumer<String> report;
  private volatile boolean stopping;
  private volatile @Nullable Connection connection;
  private volatile List<Consumers> consumers = List.of();

  /** Not connected yet; its connection will be plain where there are no keys. */
  Subscription(
      InetSocketAddress broker,
      Path credentials,
      @Nullable TlsSide tls,
      List<Role> roles,
      Consumer<String> report) {
    this.broker = broker;
    this.report = report;
    this.credentials = credentials;
    this.tls = tls;
    this.roles = List.copyOf(roles);
  }

  /** Connects and consumes; waits for a broker that is not there yet. */
  void begin(Duration atMost) throws IOException, InterruptedException {
    ConsumerOptions.connect(broker, atMost, report, this::connect);
  }

  private void connect() throws IOException {
    BrokerCredentials known = ConsumerOptions.credentials(credentials);
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(broker.getAddress().getHostAddress());
    factory.setPort(broker.getPort());
    factory.setUsername(known.user());
    factory.setPassword(known.password());
    factory.setAutomaticRecoveryEnabled(false);
    factory.setConnectionTimeout(CONNECT_MILLIS);
    factory.setHandshakeTimeout(CONNECT_MILLIS);
    factory.setMaxInboundMessageBodySize(Broker.CLIENT_LIMIT_BYTES);
    AtomicReference<@Nullable Socket> socket = new AtomicReference<>();
    factory.setSocketConfigurator(SocketConfigurators.defaultConfigurator().andThen(socket::set));
    if (tls != null) {
      factory.useSslProtocol(tls.context());
      factory.enableHostnameVerification();
    }
    Connection made;
    try {
      made = factory.newConnection("server-amqp");
    } catch (AuthenticationFailureException e) {
      throw new RefusedException(
          "the broker at %s refuses the credentials of %s"
              .formatted(GivenAddress.text(broker), credentials),
          e);
    } catch (TimeoutException e) {
      throw new IOException("it did not answer in time", e);
    } catch (RuntimeException e) { // the library takes what comes for what it waits for
      close(socket.get()); // which it leaves open then
      throw new IOException("it does not speak as a broker does: " + e, e);
    }
    made.addBlockedListener(new Blocked(GivenAddress.text(broker), report));
    try {
      List<Consumers> started = new ArrayList<>();
      for (Role each : roles) {
        started.add(each.consume(made));
      }
      consumers = List.copyOf(started);
      connection = made;
      made.addShutdownListener(this::lost);
    } catch (IOException | RuntimeException e) {
      made.abort(CONNECT_MILLIS);
      AMQP.Channel.Close why = refusal(e);
      if (why != null) {
        throw new RefusedException(
            "the broker at %s refuses what this server needs there: %s"
                .formatted(GivenAddress.text(broker), PrintableText.of(why.getReplyText())),
            e);
      }
      throw e instanceof IOException io ? io : new IOException(e.getMessage(), e);
    }
  }

  private static void close(@Nullable Socket socket) {
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException gone) {
      // it is closed all the same
    }
  }

  /**
   * What the broker reports where it would refuse the same again: a queue or an exchange that
   * another client has declared in another way, or that this user may not have; null where it
   * reports no such thing.
   */
  private static AMQP.Channel.@Nullable Close refusal(Exception problem) {
    Throwable each = problem;
    for (int i = 0; i < DEEPEST && each != null; i++) {
      if (each instanceof ShutdownSignalException signal
          && signal.getReason() instanceof AMQP.Channel.Close close
          && (close.getReplyCode() == AMQP.PRECONDITION_FAILED
              || close.getReplyCode() == AMQP.ACCESS_REFUSED)) {
        return close;
      }
      each = each.getCause();
    }
    return null;
  }

  /** Reports when the broker takes no answers, and when it does again; until then they wait. */
  static final class Blocked implements BlockedListener {
    private final String where;
    private final Consumer<String> report;
    private long since;

    /** Of the broker there; one for each connection, whose thread alone calls it. */
    Blocked(String where, Consumer<String> report) {
      this.where = where;
      this.report = report;
    }

    @Override
    public void handleBlocked(String reason) {
      since = System.nanoTime();
      report.accept(
          "the broker at %s takes no messages (%s): answers wait"
              .formatted(where, PrintableText.of(reason)));
    }

    @Override
    public void handleUnblocked() {
      report.accept(
          "the broker at %s takes messages again, after %d ms"
              .formatted(where, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since)));
    }
  }

  private void lost(ShutdownSignalException why) {
    connection = null;
    if (!stopping) {
      Thread thread = new Thread(this::reconnect, "broker-reconnect");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void reconnect() {
    while (!stopping) {
      try {
        connect();
        return;
      } catch (IOException stillAway) {
        // it is tried again
      }
      try {
        Thread.sleep(RETRY_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  boolean isConnected() {
    return connection != null;
  }

  /** Answers what was delivered, and ends the connection. */
  boolean drain(Duration atMost) throws InterruptedException {
    stopping = true;
    long end = System.nanoTime() + atMost.toNanos();
    Connection now = connection;
    boolean whole = true;
    if (now != null) {
      for (Consumers each : consumers) {
        whole &= each.drain(left(end));
      }
      for (Role each : roles) {
        whole &= each.finish(left(end));
      }
      now.abort(CONNECT_MILLIS);
    }
    roles.forEach(Role::close);
    return whole;
  }

  private static Duration left(long end) {
    return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
  }
}
