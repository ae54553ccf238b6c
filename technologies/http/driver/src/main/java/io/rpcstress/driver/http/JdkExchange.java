package io.rpcstress.driver.http;

import io.rpcstress.contract.http.BoundedBody;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Deadlines;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.JdkHttp;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's java.net.http client. It opens as many connections as there are calls at a time, and
 * has no way to bound them; it repeats no POST. Thread-safe.
 */
class JdkExchange implements Exchange {
  private final HttpClient client;
  private final String server;
  private final @Nullable String host;
  private final Deadlines deadlines;
  private final boolean reuse;

  JdkExchange(HttpClient client, Address server, DriverOptions options, boolean reuse) {
    this.client = client;
    this.server = (options.tls() == null ? "http://" : "https://") + server;
    // HTTP/2 has it in the request's address, and a server may refuse two that differ.
    boolean isNamed = server.isNamed() && client.version() == HttpClient.Version.HTTP_1_1;
    this.host = isNamed ? server.authority() : null;
    this.deadlines = new Deadlines(options.deadline());
    this.reuse = reuse;
  }

  /**
   * One over HTTP/1.1, without the default offer to upgrade, with one call a connection or more.
   */
  static JdkExchange http1(Address server, DriverOptions options, boolean reuse) {
    return new JdkExchange(client(options, HttpClient.Version.HTTP_1_1), server, options, reuse);
  }

  static HttpClient client(DriverOptions options, HttpClient.Version version) {
    return JdkHttp.client(version, options).build();
  }

  HttpClient client() {
    return client;
  }

  @Override
  public String server() {
    return server;
  }

  Deadlines deadlines() {
    return deadlines;
  }

  HttpRequest request(Resource resource, BodyPublisher body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(resource.address())
            .timeout(deadlines.deadline())
            .header("Content-Type", resource.type())
            .POST(body);
    if (host != null) {
      request.header("Host", host);
    }
    return (reuse ? request : request.header("Connection", "close")).build();
  }

  byte[] reply(HttpResponse<byte[]> response) throws CallException {
    Replies.checkStatus(response.statusCode(), response.body());
    return response.body();
  }

  /** A body is read where its length is announced and bounded; no other one is waited for. */
  static BodyHandler<byte[]> bodies(Resource resource) {
    return BoundedBody.ofAtMost(resource.maxReplyBytes());
  }

  /** Sends a request and waits for its reply until the deadline. */
  <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> bodies)
      throws CallException, InterruptedException {
    return deadlines.send(client, request, bodies, Replies::failure);
  }

  byte[] post(Resource resource, BodyPublisher body, BodyHandler<byte[]> bodies)
      throws CallException, InterruptedException {
    return reply(send(request(resource, body), bodies));
  }

  @Override
  public final byte[] post(Resource resource, byte[] body)
      throws CallException, InterruptedException {
    return post(resource, BodyPublishers.ofByteArray(body), bodies(resource));
  }

  @Override
  public final byte[] postParts(Resource resource, Iterable<byte[]> parts)
      throws CallException, InterruptedException {
    return post(resource, BodyPublishers.ofByteArrays(parts), bodies(resource));
  }

  @Override
  public final void postForParts(Resource resource, byte[] body, Parts reply)
      throws CallException, InterruptedException {
    byte[] unused =
        post(
            resource,
            BodyPublishers.ofByteArray(body),
            head ->
                Replies.isAnswer(head.statusCode())
                    ? new PassedOn(reply)
                    : bodies(resource).apply(head));
  }

  /** A body of which nothing is left. The client calls it by one thread at a time. */
  private static final class PassedOn extends CompletableFuture<byte[]>
      implements BodySubscriber<byte[]> {
    private static final byte[] NOTHING = {};

    private final Parts parts;
    private Flow.@Nullable Subscription body;

    PassedOn(Parts parts) {
      this.parts = parts;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
      return this;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      body = subscription;
      subscription.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
      Flow.Subscription reading = Objects.requireNonNull(body);
      try {
        for (ByteBuffer each : buffers) {
          parts.take(each);
        }
        reading.request(1);
      } catch (IOException | RuntimeException e) {
        reading.cancel();
        completeExceptionally(e);
      }
    }

    @Override
    public void onError(Throwable failure) {
      completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
      complete(NOTHING);
    }
  }
}
