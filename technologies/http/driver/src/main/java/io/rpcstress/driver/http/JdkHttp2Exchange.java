package io.rpcstress.driver.http;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.Deadlines;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The JDK's client on one connection of cleartext HTTP/2, on which many calls may be open at once.
 * A connection begins with HTTP/1.1 and changes with a request that has no body; where it is lost,
 * the next call that is waited for makes one anew. No reply over HTTP/1.1 is taken for one over
 * HTTP/2. Thread-safe.
 */
final class JdkHttp2Exchange extends JdkExchange {

  private volatile boolean connected;

  private JdkHttp2Exchange(HttpClient client, Address server, DriverOptions options) {
    super(client, server, options, /* reuse= */ true);
  }

  /** One that is connected. A client keeps one connection of HTTP/2 for an address. */
  static JdkHttp2Exchange connected(Address server, DriverOptions options) throws CallException {
    JdkHttp2Exchange exchange =
        new JdkHttp2Exchange(client(options, HttpClient.Version.HTTP_2), server, options);
    try {
      exchange.connect();
      return exchange;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CallException(FailureKind.CONNECT, "interrupted while it connected", e);
    }
  }

  /**
   * Changes from HTTP/1.1, with a request that asks nothing of the service. Otherwise the first
   * calls would each come on a connection of their own, and change its protocol.
   */
  private void connect() throws CallException, InterruptedException {
    HttpRequest options =
        HttpRequest.newBuilder(URI.create(server() + Greeting.HTTP_PATH))
            .timeout(deadlines().deadline())
            .method("OPTIONS", BodyPublishers.noBody())
            .build();
    HttpResponse<Void> response = send(options, HttpResponse.BodyHandlers.discarding());
    if (response.version() != HttpClient.Version.HTTP_2) {
      throw new CallException(
          FailureKind.PROTOCOL, "the server at " + options.uri() + " does not change to HTTP/2");
    }
    connected = true;
  }

  @Override
  byte[] post(Resource resource, BodyPublisher body, BodyHandler<byte[]> bodies)
      throws CallException, InterruptedException {
    if (!connected) {
      connect();
    }
    try {
      return super.post(resource, body, bodies);
    } catch (CallException e) {
      forget(e);
      throw e;
    }
  }

  @Override
  byte[] reply(HttpResponse<byte[]> response) throws CallException {
    if (response.version() != HttpClient.Version.HTTP_2) {
      throw new CallException(FailureKind.PROTOCOL, "a reply over HTTP/1.1 instead of HTTP/2");
    }
    return super.reply(response);
  }

  /** After these the connection may be gone. */
  private void forget(CallException e) {
    if (e.kind() == FailureKind.DISCONNECTED
        || e.kind() == FailureKind.CONNECT
        || e.kind() == FailureKind.PROTOCOL) {
      connected = false;
    }
  }

  /** Posts a body and does not wait for that of the reply. */
  private <R> CompletableFuture<R> start(Resource resource, byte[] body, BodyMethod<?, R> method) {
    Deadlines.Watch watch = deadlines().watch();
    CompletableFuture<HttpResponse<byte[]>> sent =
        client().sendAsync(request(resource, BodyPublishers.ofByteArray(body)), bodies(resource));
    watch.endBy(() -> sent.cancel(true)); // which resets the stream
    return sent.handle(
        (response, failure) -> {
          watch.close();
          try {
            if (failure != null) {
              throw failure(failure, watch);
            }
            return method.reader().read(reply(response));
          } catch (CallException e) {
            forget(e);
            throw new CompletionException(e);
          }
        });
  }

  private static CallException failure(Throwable failure, Deadlines.Watch watch) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof IOException e) {
      return Replies.failure(e, watch);
    }
    return watch.isExceeded()
        ? new DeadlineExceededException(watch.deadline())
        : new CallException(FailureKind.INTERNAL, NetworkFailures.describe(cause), cause);
  }

  @Override
  public <Q, R> AsyncCaller<Q, R> caller(BodyMethod<Q, R> method) {
    Resource resource = method.on(server());
    return new AsyncCaller<>() {
      @Override
      public R call(Q request) throws CallException, InterruptedException {
        return method.reader().read(post(resource, method.writer().apply(request)));
      }

      @Override
      public CompletableFuture<R> start(Q request) {
        return JdkHttp2Exchange.this.start(resource, method.writer().apply(request), method);
      }
    };
  }
}
