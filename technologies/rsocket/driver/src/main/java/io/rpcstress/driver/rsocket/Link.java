package io.rpcstress.driver.rsocket;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import io.rpcstress.driver.RenewedConnection;
import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.core.RSocketConnector;
import io.rsocket.frame.decoder.PayloadDecoder;
import io.rsocket.transport.ClientTransport;
import io.rsocket.util.ByteBufPayload;
import io.rsocket.util.DefaultPayload;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * A connection that its callers share, made anew by the next call where it was lost. What is not
 * set is as RSocket has it: a sign of life each 20 s, given up after 90 s without one of the
 * server's; no lease. Thread-safe.
 */
final class Link {
  private final ClientTransport transport;
  private final RSocketConnector connector;
  private final boolean zeroCopy;
  private final DriverOptions options;
  private final RenewedConnection<RSocket> connection =
      new RenewedConnection<>(this::connect, made -> !made.isDisposed());

  private Link(ClientTransport transport, boolean zeroCopy, DriverOptions options) {
    this.transport = transport;
    this.zeroCopy = zeroCopy;
    this.options = options;
    this.connector =
        RSocketConnector.create()
            .maxInboundPayloadSize(transport.maxFrameLength())
            .payloadDecoder(zeroCopy ? PayloadDecoder.ZERO_COPY : PayloadDecoder.DEFAULT);
  }

  /** One that was connected before there is a call, which would limit its time. */
  static Link connected(ClientTransport transport, boolean zeroCopy, DriverOptions options)
      throws CallException {
    Link link = new Link(transport, zeroCopy, options);
    var unused = link.connection.open(options.connectTimeout());
    return link;
  }

  Duration deadline() {
    return options.deadline();
  }

  /**
   * A payload as this connection sends it, which releases it.
   *
   * @param metadata of ASCII; null for none
   */
  Payload payload(byte[] data, @Nullable String metadata) {
    if (metadata == null) {
      return zeroCopy ? ByteBufPayload.create(data) : DefaultPayload.create(data);
    }
    byte[] beside = metadata.getBytes(US_ASCII);
    return zeroCopy ? ByteBufPayload.create(data, beside) : DefaultPayload.create(data, beside);
  }

  /** The connection, made where there is none, within a call's time. */
  RSocket open() throws CallException {
    return connection.open(options.deadline());
  }

  /** Makes a call on the connection; where there is none, the reply fails. */
  <R, F extends CompletableFuture<R> & Subscriber<Payload>> CompletableFuture<R> call(
      Function<RSocket, Publisher<Payload>> call, F reply) {
    try {
      call.apply(open()).subscribe(reply);
    } catch (CallException e) {
      reply.completeExceptionally(e);
    }
    return reply;
  }

  private RSocket connect(Duration timeout) throws CallException, InterruptedException {
    CompletableFuture<RSocket> connecting = connector.connect(transport).toFuture();
    try {
      return connecting.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw new CallException(FailureKind.CONNECT, NetworkFailures.describe(e), e);
    } catch (TimeoutException e) {
      connecting.cancel(true);
      throw new CallException(FailureKind.CONNECT, "no connection within " + timeout, e);
    }
  }

  void close() {
    RSocket now = connection.last();
    if (now != null) {
      now.dispose();
    }
  }
}
