package io.rpcstress.driver.amqp;

import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.SocketConfigurators;
import io.rpcstress.contract.Broker;
import io.rpcstress.contract.BrokerCredentials;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import io.rpcstress.driver.RenewedConnection;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A connection to the broker that callers share, each with a channel of its own; made anew where it
 * was lost. The client's own recovery is off: it would hide what was lost. Thread-safe.
 */
final class Link {
  /** How long the broker may take to end a connection. */
  static final int CLOSE_MILLIS = 1_000;

  private final ConnectionFactory factory;
  private final Path credentials;
  private final Address broker;
  private final Duration timeout;
  private final Executor releasing;
  private final RenewedConnection<Opened> connection =
      new RenewedConnection<>(within -> connect(), made -> made.connection().isOpen());
  private volatile @Nullable Socket socket;
  private volatile boolean closed;

  /** A connection, and whether the broker reads from it. */
  private record Opened(Connection connection, BrokerBlock block) {}

  /**
   * One that is not connected.
   *
   * @param releasing writes requests that were held while the broker took none
   * @throws CallException of kind {@link FailureKind#CONNECT} where the credentials are not there;
   *     {@link FailureKind#REFUSED} where their file cannot be used
   */
  Link(Address broker, Path credentials, DriverOptions options, Executor releasing)
      throws CallException {
    this.broker = broker;
    this.releasing = releasing;
    this.credentials = credentials;
    this.timeout = options.deadline();
    BrokerCredentials known;
    try {
      known = BrokerCredentials.read(credentials);
    } catch (NoSuchFileException e) { // it comes with the broker
      throw new CallException(FailureKind.CONNECT, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new CallException(FailureKind.REFUSED, String.valueOf(e.getMessage()), e);
    }
    int millis = (int) Math.max(1, Math.min(timeout.toMillis(), Integer.MAX_VALUE));
    factory = new ConnectionFactory();
    factory.setHost(broker.host());
    factory.setPort(broker.port());
    factory.setUsername(known.user());
    factory.setPassword(known.password());
    factory.setAutomaticRecoveryEnabled(false);
    factory.setTopologyRecoveryEnabled(false);
    factory.setConnectionTimeout(millis);
    factory.setHandshakeTimeout(millis);
    factory.setChannelRpcTimeout(millis);
    factory.setMaxInboundMessageBodySize(Broker.CLIENT_LIMIT_BYTES);
    factory.setSocketConfigurator(
        SocketConfigurators.defaultConfigurator().andThen(made -> socket = made));
    TlsSide tls = options.tls();
    if (tls != null) {
      factory.useSslProtocol(tls.context());
      factory.enableHostnameVerification();
    }
  }

  /**
   * Makes the connection where there is none.
   *
   * @throws CallException of kind {@link FailureKind#CONNECT}; or {@link FailureKind#REFUSED} where
   *     the broker does not want this client
   */
  void open() throws CallException {
    var unused = connection.open(timeout);
  }

  /**
   * Begins a conversation on a new channel of the connection, which is made where there is none.
   *
   * @param route where requests go, and where replies come from
   * @throws CallException as {@link #open}, or where the channel ends meanwhile
   */
  Conversation begin(Route route, Duration deadline) throws CallException {
    Opened now = connection.open(timeout);
    Channel channel;
    try {
      channel =
          now.connection()
              .openChannel()
              .orElseThrow(
                  () ->
                      new CallException(
                          FailureKind.REFUSED, "the broker allows no further channel"));
    } catch (IOException | RuntimeException e) {
      throw now.block()
          .explained(
              timeout, new CallException(FailureKind.CONNECT, NetworkFailures.describe(e), e));
    }
    return Conversation.begin(channel, now.block(), route, deadline);
  }

  private Opened connect() throws CallException {
    if (closed) {
      throw new CallException(FailureKind.CONNECT, "the session is closed");
    }
    try {
      Connection made = factory.newConnection("rpc-stress");
      BrokerBlock block = new BrokerBlock(releasing);
      made.addBlockedListener(block); // it blocks only publishers
      made.addShutdownListener(why -> block.handleUnblocked());
      return new Opened(made, block);
    } catch (AuthenticationFailureException e) {
      throw new CallException(
          FailureKind.REFUSED,
          "the broker at %s refuses the credentials of %s".formatted(broker, credentials),
          e);
    } catch (IOException | TimeoutException e) {
      throw new CallException(FailureKind.CONNECT, NetworkFailures.describe(e), e);
    } catch (RuntimeException e) { // the library takes what comes for what it waits for
      cut(); // which it leaves open then
      throw new CallException(
          FailureKind.CONNECT, "what listens at %s is no broker: %s".formatted(broker, e), e);
    }
  }

  /** Cuts the connection at once, without a farewell, and ends what is being written. */
  void cut() {
    Socket now = socket;
    if (now != null) {
      try {
        now.close();
      } catch (IOException gone) {
        // it is what was wanted
      }
    }
  }

  void close() {
    closed = true;
    Opened now = connection.last();
    if (now != null) {
      now.connection().abort(CLOSE_MILLIS);
    }
    cut();
  }
}
