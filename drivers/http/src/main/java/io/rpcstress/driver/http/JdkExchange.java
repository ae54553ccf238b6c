package io.rpcstress.driver.http;

import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DriverOptions;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * The JDK's java.net.http client. It opens as many connections as there are calls at a time, and
 * has no way to bound them; it repeats no POST. Thread-safe.
 */
class JdkExchange implements Exchange {
  /** How long an idle connection is kept; longer than a point may take. */
  private static final Duration IDLE = Duration.ofMinutes(15);

  /** A body is read where its length is said and bounded; no other one is waited for. */
  static BodyHandler<byte[]> bodies(Resource resource) {
    int max = resource.maxReplyBytes();
    return head -> {
      long length = head.headers().firstValueAsLong("content-length").orElse(Long.MAX_VALUE);
      return length <= max ? BodySubscribers.ofByteArray() : new Unread(max);
    };
  }

  /** Leaves a body where it is, which ends its connection. */
  private record Unread(int maxBytes) implements HttpResponse.BodySubscriber<byte[]> {
    @Override
    public CompletionStage<byte[]> getBody() {
      return CompletableFuture.failedStage(new Replies.UnboundedException(maxBytes));
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.cancel();
    }

    @Override
    public void onNext(List<ByteBuffer> item) {}

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}
  }

  private final HttpClient client;
  private final String server;
  private final Duration deadline;
  private final boolean reuse;

  JdkExchange(HttpClient client, Address server, DriverOptions options, boolean reuse) {
    this.client = client;
    this.server = "http://" + server;
    this.deadline = options.deadline();
    this.reuse = reuse;
  }

  /**
   * One over HTTP/1.1, without the offer to upgrade that the client makes unless it is told not to.
   *
   * @param reuse whether a connection carries more than one call
   */
  static JdkExchange http1(Address server, DriverOptions options, boolean reuse) {
    return new JdkExchange(client(options, HttpClient.Version.HTTP_1_1), server, options, reuse);
  }

  /** A client as it comes, but for what would be a retry, a redirect or a proxy. */
  static HttpClient client(DriverOptions options, HttpClient.Version version) {
    // Read once a process, at its first use.
    System.setProperty("jdk.httpclient.redirects.retrylimit", "1");
    System.setProperty("jdk.httpclient.disableRetryConnect", "true");
    System.setProperty("jdk.httpclient.keepalive.timeout", Long.toString(IDLE.toSeconds()));
    System.setProperty("jdk.httpclient.allowRestrictedHeaders", "connection");
    return HttpClient.newBuilder()
        .version(version)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(options.connectTimeout())
        .proxy(HttpClient.Builder.NO_PROXY)
        .build();
  }

  HttpClient client() {
    return client;
  }

  @Override
  public String server() {
    return server;
  }

  Duration deadline() {
    return deadline;
  }

  HttpRequest request(Resource resource, byte[] body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(resource.address())
            .timeout(deadline)
            .header("Content-Type", resource.type())
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    return (reuse ? request : request.header("Connection", "close")).build();
  }

  byte[] reply(HttpResponse<byte[]> response) throws CallException {
    Replies.checkStatus(response.statusCode());
    return response.body();
  }

  @Override
  public byte[] post(Resource resource, byte[] body) throws CallException, InterruptedException {
    HttpResponse<byte[]> response;
    try {
      response = client.send(request(resource, body), bodies(resource));
    } catch (IOException e) {
      throw Replies.failure(e, deadline);
    }
    return reply(response);
  }
}
