package io.rpcstress.server.amqp;

import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import io.rpcstress.contract.Broker;
import io.rpcstress.contract.BrokerCredentials;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The roles' connection to the broker, made anew where it was lost. The client's own recovery is
 * off: it would go on with queues whose callers are gone. Thread-safe.
 */
final class Subscription {

  private static final int CONNECT_MILLIS = 5_000;
  private static final long RETRY_MILLIS = 200;

  private final InetSocketAddress broker;
  private final Path credentials;
  private final List<Role> roles;
  private volatile boolean stopping;
  private volatile @Nullable Connection connection;
  private volatile List<Consumers> consumers = List.of();

  /** One that is not connected. */
  Subscription(InetSocketAddress broker, Path credentials, List<Role> roles) {
    this.broker = broker;
    this.credentials = credentials;
    this.roles = List.copyOf(roles);
  }

  /**
   * Connects and consumes; waits for a broker that is not there yet.
   *
   * @param atMost how long to wait
   * @param said is told once that it waits
   * @throws IOException where there is none after all, it refuses the credentials, or their file is
   *     none, saying so
   */
  void begin(Duration atMost, Runnable said) throws IOException, InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    boolean told = false;
    while (true) {
      try {
        connect();
        return;
      } catch (RefusedException e) {
        throw e;
      } catch (IOException notYet) {
        if (System.nanoTime() - end >= 0) {
          throw new IOException(
              "no broker at %s:%d (%s): start it there, or say --broker"
                  .formatted(
                      broker.getAddress().getHostAddress(), broker.getPort(), notYet.getMessage()),
              notYet);
        }
        if (!told) {
          said.run();
          told = true;
        }
      }
      Thread.sleep(RETRY_MILLIS);
    }
  }

  /** The broker is there and does not want this server, or it never will with such a file. */
  private static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    RefusedException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  private void connect() throws IOException {
    BrokerCredentials known;
    try {
      known = BrokerCredentials.read(credentials);
    } catch (NoSuchFileException notYet) {
      throw notYet; // the broker makes it
    } catch (IOException unusable) {
      throw new RefusedException(String.valueOf(unusable.getMessage()), unusable);
    }
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(broker.getAddress().getHostAddress());
    factory.setPort(broker.getPort());
    factory.setUsername(known.user());
    factory.setPassword(known.password());
    factory.setAutomaticRecoveryEnabled(false);
    factory.setConnectionTimeout(CONNECT_MILLIS);
    factory.setHandshakeTimeout(CONNECT_MILLIS);
    factory.setMaxInboundMessageBodySize(Broker.CLIENT_LIMIT_BYTES);
    Connection made;
    try {
      made = factory.newConnection("server-amqp");
    } catch (AuthenticationFailureException e) {
      throw new RefusedException(
          "the broker at %s:%d refuses the credentials of %s"
              .formatted(broker.getAddress().getHostAddress(), broker.getPort(), credentials),
          e);
    } catch (TimeoutException e) {
      throw new IOException("it did not answer in time", e);
    }
    try {
      List<Consumers> begun = new ArrayList<>();
      for (Role each : roles) {
        begun.add(each.consume(made));
      }
      consumers = List.copyOf(begun);
      connection = made;
      made.addShutdownListener(this::lost);
    } catch (IOException | RuntimeException e) {
      made.abort(CONNECT_MILLIS);
      throw e instanceof IOException io ? io : new IOException(e.getMessage(), e);
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

  /** Whether it is connected now. */
  boolean isConnected() {
    return connection != null;
  }

  /**
   * Answers what was delivered, and ends the connection.
   *
   * @return whether all of it was answered in time
   */
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
