package io.rpcstress.driver.openfeign;

import feign.Client;
import feign.Request;
import feign.Response;
import feign.hc5.ApacheHttp5Client;
import feign.http2client.Http2Client;
import feign.okhttp.OkHttpClient;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.Compression;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.JdkHttp;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URL;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocketFactory;
import okhttp3.ConnectionPool;
import okhttp3.Interceptor;
import okhttp3.Protocol;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP clients that Feign can use, each as its experts would set it up for many short calls to
 * one server: a connection for each thread, no retry, no redirect, and no header that the server
 * does not need; but for the one that the example has. Each sets what ends a {@link CurrentCall},
 * and is closed with its session.
 */
final class HttpClients {

  /** How long an idle connection is kept, by those that ask; longer than a point may take. */
  private static final Duration IDLE = Duration.ofMinutes(15);

  /** An HTTP client as Feign sees it, and what ends its connections and threads. */
  record Opened(Client client, Runnable end) {}

  private HttpClients() {}

  /** Feign's own, which it takes where it is handed none. */
  static Opened urlConnection(DriverOptions options) {
    // Read once a process, at its first use.
    System.setProperty("http.maxConnections", Integer.toString(options.connections().count()));
    // Or it would read what is left of a body later on, and keep the connection.
    System.setProperty("http.KeepAlive.remainingData", "0");
    TlsSide tls = options.tls();
    SSLSocketFactory sockets = tls == null ? null : tls.context().getSocketFactory();
    return new Opened(new UrlConnections(sockets), () -> {});
  }

  /**
   * HttpURLConnection by its deadline. While a body is read no other thread can close it; where it
   * stops, it is waited for by the read time-out, so that such a call may take twice its deadline.
   */
  private static final class UrlConnections extends Client.Default {
    UrlConnections(@Nullable SSLSocketFactory sockets) {
      super(sockets, /* the JDK's verifies the name */ null);
    }

    @Override
    public HttpURLConnection getConnection(URL url) throws IOException {
      HttpURLConnection http = super.getConnection(url);
      CurrentCall.endBy(http::disconnect);
      return http;
    }

    @Override
    public Response execute(Request request, Request.Options options) throws IOException {
      Response head = super.execute(request, options);
      CurrentCall.endBy(null);
      Response.Body body = head.body();
      return body == null
          ? head
          : head.toBuilder().body(CurrentCall.reading(body.asInputStream()), body.length()).build();
    }
  }

  /**
   * Apache HttpClient 5. Its pool is the only one here that bounds the connections: a call waits
   * for one, by its deadline. LAX: threads that lease do not wait for one lock.
   */
  static Opened hc5(DriverOptions options) {
    int connections = options.connections().count();
    PoolingHttpClientConnectionManagerBuilder builder =
        PoolingHttpClientConnectionManagerBuilder.create();
    TlsSide tls = options.tls();
    if (tls != null) {
      builder.setTlsSocketStrategy(new DefaultClientTlsStrategy(tls.context()));
    }
    PoolingHttpClientConnectionManager pool =
        builder
            .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
            .setMaxConnTotal(connections)
            .setMaxConnPerRoute(connections)
            .setDefaultConnectionConfig(
                ConnectionConfig.custom()
                    .setConnectTimeout(options.connectTimeout().toMillis(), TimeUnit.MILLISECONDS)
                    .build())
            .build();
    RequestConfig each =
        RequestConfig.custom()
            .setConnectionRequestTimeout(options.deadline().toMillis(), TimeUnit.MILLISECONDS)
            .setProtocolUpgradeEnabled(false)
            .setExpectContinueEnabled(false)
            .setRedirectsEnabled(false)
            .setAuthenticationEnabled(false)
            .build();
    HttpClientBuilder described = HttpClientBuilder.create();
    if (options.compression() == Compression.NONE) {
      described.disableContentCompression(); // it asks for compressed replies otherwise
    }
    CloseableHttpClient client =
        described
            .setConnectionManager(pool)
            .setDefaultRequestConfig(each)
            .disableAutomaticRetries() // a failure must not become a slow success
            .disableAuthCaching()
            .disableConnectionState()
            .disableCookieManagement()
            .disableDefaultUserAgent()
            .disableRedirectHandling()
            .addExecInterceptorFirst(
                "no-body", // Feign gives a GET an empty one, whose length would be sent
                (request, scope, chain) -> {
                  if (Method.GET.isSame(request.getMethod())) {
                    request.setEntity(null);
                  }
                  return chain.proceed(request, scope);
                })
            .addExecInterceptorBefore(
                ChainElement.MAIN_TRANSPORT.name(), // it has leased a connection
                "deadline",
                (request, scope, chain) -> {
                  CurrentCall.endBy(scope.execRuntime::discardEndpoint);
                  return chain.proceed(request, scope);
                })
            .addRequestInterceptorLast(
                // HTTP/1.1 keeps a connection by default.
                (request, body, context) -> request.removeHeaders(HttpHeaders.CONNECTION))
            .build();
    return new Opened(new ApacheHttp5Client(client), () -> client.close(CloseMode.IMMEDIATE));
  }

  /**
   * OkHttp. Its pool bounds the idle connections only: a call that finds none opens one. The two
   * timeouts and the redirects are those that Feign asks for, or it would make a client a call.
   */
  static Opened okhttp(DriverOptions options) {
    ConnectionPool pool =
        new ConnectionPool(options.connections().count(), IDLE.toMillis(), TimeUnit.MILLISECONDS);
    okhttp3.OkHttpClient client =
        new okhttp3.OkHttpClient.Builder()
            .connectionPool(pool)
            .connectTimeout(options.connectTimeout())
            .readTimeout(options.deadline())
            .writeTimeout(Duration.ZERO) // as the others: the reply's time-out bounds the call
            .followRedirects(false)
            .followSslRedirects(false)
            .retryOnConnectionFailure(false)
            .protocols(List.of(Protocol.HTTP_1_1))
            .proxy(Proxy.NO_PROXY)
            .addNetworkInterceptor(
                chain -> {
                  CurrentCall.endBy(chain.call()::cancel);
                  return withoutDefaultHeaders(chain);
                })
            .build();
    return new Opened(
        new OkHttpClient(client),
        () -> {
          pool.evictAll();
          client.dispatcher().executorService().shutdown();
        });
  }

  private static okhttp3.Response withoutDefaultHeaders(Interceptor.Chain chain)
      throws IOException {
    return chain.proceed(
        chain
            .request()
            .newBuilder()
            .removeHeader(HttpHeaders.CONNECTION)
            .removeHeader(HttpHeaders.ACCEPT_ENCODING)
            .removeHeader(HttpHeaders.USER_AGENT)
            .build());
  }

  /**
   * The JDK's java.net.http client. HTTP/1.1 from the start: with its default, HTTP/2, every
   * request would carry an offer to upgrade. It repeats a GET on a connection that was closed, up
   * to a number of attempts that only a system property sets; so is the number of connections kept.
   */
  static Opened jdk(Address server, DriverOptions options) {
    // Read once, at its first use in this process.
    System.setProperty(
        "jdk.httpclient.connectionPoolSize", Integer.toString(options.connections().count()));
    HttpClient client = JdkHttp.client(HttpClient.Version.HTTP_1_1, options).build();
    Client below =
        new Http2Client(server.isNamed() ? new NamedHost(client, server.authority()) : client);
    return new Opened(
        (request, each) -> {
          Response head = below.execute(request, each); // within its own time-out
          InputStream body = head.body().asInputStream();
          CurrentCall.endBy(() -> close(body));
          return head;
        },
        () -> {}); // its threads end with it, unreferenced
  }

  /** Ends an exchange of the JDK's client, and the wait for more of the body. */
  private static void close(InputStream body) {
    try {
      body.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
