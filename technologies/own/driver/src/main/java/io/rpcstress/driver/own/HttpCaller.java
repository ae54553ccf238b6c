package io.rpcstress.driver.own;

import io.rpcstress.contract.OwnCall;
import io.rpcstress.contract.PrintableText;
import io.rpcstress.contract.http.BoundedBody;
import io.rpcstress.contract.http.HttpRefusal;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.Deadlines;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.JdkHttp;
import io.rpcstress.driver.NetworkFailures;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's client. It opens as many connections as there are calls at a time, keeps them, repeats
 * no call and follows no redirect. Thread-safe.
 */
final class HttpCaller implements Caller<OwnCall.Request, byte[]> {
  private static final int MAX_LOCATION_CHARS = 120;
  private static final int REDIRECTS = 3;
  private static final int HUNDRED = 100;
  private static final int HTTP_PORT = 80;

  private static final BodyHandler<byte[]> BODIES = BoundedBody.upTo(OwnCall.MAX_BYTES);

  private final DriverOptions options;
  private final Address server;
  private final Deadlines deadlines;

  // Not synchronized: a caller may be a virtual thread.
  private final ReentrantLock opening = new ReentrantLock();

  /** Made by the first call, which says whom it trusts. */
  private volatile @Nullable HttpClient client;

  /** Each sample's is made by the first call that sends it. */
  private final Map<OwnCall.Request, HttpRequest> requests = new ConcurrentHashMap<>();

  HttpCaller(Address server, DriverOptions options) {
    this.server = server;
    this.options = options;
    deadlines = new Deadlines(options.deadline());
  }

  private HttpClient client(OwnCall.Service service) throws CallException {
    HttpClient known = client;
    if (known != null) {
      return known;
    }
    opening.lock();
    try {
      known = client;
      if (known == null) {
        known = made(service);
        client = known;
      }
      return known;
    } finally {
      opening.unlock();
    }
  }

  private HttpClient made(OwnCall.Service service) throws CallException {
    String authority = service.authority();
    HttpClient.Builder client = JdkHttp.client(HttpClient.Version.HTTP_1_1, options);
    if (authority != null) {
      client.sslContext(Authority.context(authority));
    }
    return client
        // Of other threads, one may write a request before its reader is in place, and the client
        // drops the reply (JDK-8357639).
        .executor(Runnable::run)
        .build();
  }

  private String origin() {
    boolean encrypts = options.variant().equals(OwnHttpDriver.TLS);
    return encrypts ? "https://" + server.authority() : "http://" + server;
  }

  private HttpRequest request(OwnCall.Request call) {
    OwnCall.Service service = call.service();
    byte[] body = call.body();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(origin() + service.path()))
            .timeout(deadlines.deadline())
            .method(
                service.method(),
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    service.headers().forEach(each -> request.header(each.name(), each.value()));
    boolean isPlain = !options.variant().equals(OwnHttpDriver.TLS);
    if (isPlain && server.isNamed() && !hasHost(service)) {
      request.header("Host", server.port() == HTTP_PORT ? server.name() : server.authority());
    }
    return request.build();
  }

  private static boolean hasHost(OwnCall.Service service) {
    return service.headers().stream().anyMatch(each -> each.name().equalsIgnoreCase("Host"));
  }

  @Override
  public byte[] call(OwnCall.Request call) throws CallException, InterruptedException {
    HttpClient by = client(call.service());
    HttpRequest request = requests.computeIfAbsent(call, this::request);
    HttpResponse<byte[]> response = deadlines.send(by, request, BODIES, HttpCaller::failure);
    return reply(call.service(), response);
  }

  private static byte[] reply(OwnCall.Service service, HttpResponse<byte[]> response)
      throws CallException {
    int status = response.statusCode();
    if (service.statuses().contains(status)) {
      return response.body();
    }
    if (status / HUNDRED == REDIRECTS) {
      String location = response.headers().firstValue("Location").orElse("nowhere");
      throw new CallException(
          FailureKind.REFUSED,
          "HTTP status %d to %s, which is not followed"
              .formatted(status, PrintableText.of(location, MAX_LOCATION_CHARS)));
    }
    throw new CallException(FailureKind.REFUSED, HttpRefusal.described(status, response.body()));
  }

  private static CallException failure(IOException e, Deadlines.Watch watch) {
    String message = NetworkFailures.describe(e);
    if (NetworkFailures.cause(e, BoundedBody.TooLongException.class) != null) {
      return new CallException(FailureKind.PROTOCOL, message, e);
    }
    if (NetworkFailures.neverConnected(e) || e instanceof SSLHandshakeException) {
      return new CallException(FailureKind.CONNECT, message, e);
    }
    return watch.isExceeded() || NetworkFailures.timedOut(e)
        ? new DeadlineExceededException(watch.deadline())
        : new CallException(FailureKind.DISCONNECTED, message, e);
  }
}
