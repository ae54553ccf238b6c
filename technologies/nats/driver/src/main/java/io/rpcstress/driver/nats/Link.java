package io.rpcstress.driver.nats;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.Connection.Status;
import io.nats.client.ErrorListener;
import io.nats.client.JetStreamStatusException;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.rpcstress.contract.BrokerCredentials;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Message;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import io.rpcstress.driver.RenewedConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A connection to the broker that callers share, made anew by the next call where it was lost. The
 * library's own reconnecting is off: it would leave every open call to its deadline, and send later
 * what was requested meanwhile. Thread-safe.
 */
final class Link {
  private final Address broker;
  private final Duration deadline;
  private final RenewedConnection<Connection> connection =
      new RenewedConnection<>(this::connect, made -> made.getStatus() == Status.CONNECTED);

  private Link(Address broker, Duration deadline) {
    this.broker = broker;
    this.deadline = deadline;
  }

  /** One that was connected before there is a call, which would limit its time. */
  static Link connected(Address broker, DriverOptions options) throws CallException {
    Link link = new Link(broker, options.deadline());
    var unused = link.connection.open(options.connectTimeout());
    return link;
  }

  private Connection connect(Duration timeout) throws CallException, InterruptedException {
    // Where a login is refused, the library waits until its time is over.
    boolean isShort = timeout.compareTo(Options.DEFAULT_CONNECTION_TIMEOUT) < 0;
    try {
      BrokerCredentials known = BrokerCredentials.read(BrokerCredentials.fileFor(Link.class));
      return Nats.connect(
          new Options.Builder()
              .server("nats://" + new Address(broker.host(), broker.port()).authority())
              .userInfo(known.user(), known.password())
              .connectionTimeout(isShort ? timeout : Options.DEFAULT_CONNECTION_TIMEOUT)
              .noReconnect()
              .reconnectBufferSize(0)
              .maxMessagesInOutgoingQueue(0) // any number: else starting a call might wait
              .reportNoResponders()
              .useTimeoutException()
              .errorListener(new ErrorListener() {}) // its own prints each
              .build());
    } catch (AuthenticationException e) {
      throw new CallException(
          FailureKind.REFUSED, "the broker at %s refuses the credentials".formatted(broker), e);
    } catch (IOException e) { // also that there are no credentials, which come with the broker
      throw new CallException(FailureKind.CONNECT, String.valueOf(e.getMessage()), e);
    }
  }

  CompletableFuture<String> greet(String name) {
    return request(
        Greeting.OPERATION.name(), name.getBytes(UTF_8), body -> new String(body, UTF_8));
  }

  /** Its subject ends with its encoding. */
  CompletableFuture<byte[]> message(Message.Request message) {
    String subject = Message.OPERATION.name() + "." + message.encoding();
    return request(subject, message.encode(), body -> body);
  }

  private <R> CompletableFuture<R> request(
      String subject, byte[] body, Function<byte[], R> answer) {
    try {
      return connection
          .open(deadline)
          .requestWithTimeout(subject, body, deadline)
          .handle(
              (reply, problem) -> {
                if (reply == null) {
                  throw new CompletionException(failure(problem));
                }
                if (reply.hasHeaders()) { // which a refusal alone has
                  throw new CompletionException(
                      new CallException(FailureKind.REFUSED, new String(reply.getData(), UTF_8)));
                }
                return answer.apply(reply.getData());
              });
    } catch (CallException e) {
      return CompletableFuture.failedFuture(e);
    } catch (IllegalArgumentException | IllegalStateException e) {
      // The request is too long, or the connection was lost meanwhile.
      boolean isLost = e instanceof IllegalStateException;
      FailureKind kind = isLost ? FailureKind.DISCONNECTED : FailureKind.REFUSED;
      return CompletableFuture.failedFuture(
          new CallException(kind, NetworkFailures.describe(e), e));
    }
  }

  private CallException failure(@Nullable Throwable problem) {
    if (problem instanceof TimeoutException) {
      return new DeadlineExceededException(deadline);
    }
    return problem instanceof JetStreamStatusException
        ? new CallException(FailureKind.CONNECT, "no server answers at the broker", problem)
        : new CallException(FailureKind.DISCONNECTED, "the connection is lost", problem);
  }

  void close() {
    Connection now = connection.last();
    try {
      if (now != null) {
        now.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
