package io.rpcstress.driver.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.contract.http.BoundedBody;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.Deadlines;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.Proxy;
import java.net.URI;
import java.net.URL;
import java.net.URLEncoder;
import java.time.Duration;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's HttpURLConnection, sending forms. It keeps as many idle connections as the policy says,
 * for the whole process, and opens what it needs beyond them. Thread-safe.
 */
final class UrlConnectionGreeter implements Caller<String, String> {
  private final URL address;
  private final @Nullable String host;
  private final Deadlines deadlines;
  private final Duration connectTimeout;

  /** One for all connections, which are kept for the one that they were made with. */
  private final @Nullable SSLSocketFactory sockets;

  UrlConnectionGreeter(Address server, DriverOptions options) throws CallException {
    // Read once a process, at its first use.
    System.setProperty("http.maxConnections", Integer.toString(options.connections().count()));
    System.setProperty("sun.net.http.retryPost", "false"); // it would repeat a POST otherwise
    System.setProperty("http.KeepAlive.remainingData", "0"); // nor wait for what is left of a body
    System.setProperty("sun.net.http.allowRestrictedHeaders", "true"); // for Host
    host = server.isNamed() ? server.authority() : null;
    deadlines = new Deadlines(options.deadline());
    connectTimeout = options.connectTimeout();
    TlsSide tls = options.tls();
    sockets = tls == null ? null : tls.context().getSocketFactory();
    try {
      address =
          URI.create((tls == null ? "http://" : "https://") + server + Greeting.HTTP_PATH).toURL();
    } catch (MalformedURLException e) {
      throw new CallException(FailureKind.INTERNAL, server + " makes no URL", e);
    }
  }

  @Override
  public String call(String name) throws CallException {
    byte[] form = (Greeting.HTTP_PARAMETER + "=" + URLEncoder.encode(name, UTF_8)).getBytes(UTF_8);
    Deadlines.Watch watch = deadlines.watch();
    try (watch) {
      return reply(form, watch);
    } catch (IOException e) {
      throw Replies.failure(e, watch);
    } catch (RuntimeException e) { // where it is ended between two steps
      throw Replies.failure(e, watch);
    }
  }

  private String reply(byte[] form, Deadlines.Watch watch) throws IOException, CallException {
    HttpURLConnection http = connection();
    watch.endBy(http::disconnect);
    try {
      try (OutputStream out = http.getOutputStream()) {
        out.write(form);
      }
      int status = http.getResponseCode();
      watch.endBy(null); // a thread that reads a body keeps others from closing it
      byte[] body =
          read(
              status < HttpURLConnection.HTTP_BAD_REQUEST
                  ? http.getInputStream()
                  : http.getErrorStream(),
              watch);
      if (body.length > Replies.MAX_GREETING_BYTES) {
        throw new BoundedBody.TooLongException(Replies.MAX_GREETING_BYTES);
      }
      Replies.checkStatus(status, body);
      return new String(body, UTF_8);
    } catch (IOException e) {
      http.disconnect(); // a late reply must not answer the next call
      throw e;
    }
  }

  private HttpURLConnection connection() throws IOException {
    HttpURLConnection http = (HttpURLConnection) address.openConnection(Proxy.NO_PROXY);
    if (http instanceof HttpsURLConnection encrypted) {
      encrypted.setSSLSocketFactory(sockets);
    }
    http.setConnectTimeout(DriverOptions.millis(connectTimeout));
    http.setReadTimeout(DriverOptions.millis(deadlines.deadline()));
    http.setInstanceFollowRedirects(false);
    if (host != null) {
      http.setRequestProperty("Host", host);
    }
    http.setDoOutput(true); // which makes it a POST of a form
    return http;
  }

  /**
   * Whole, or one byte more than allowed; read to its end, its connection is kept. A body that
   * stops is waited for by the read time-out, so that such a call may take twice its deadline.
   */
  private static byte[] read(@Nullable InputStream in, Deadlines.Watch watch) throws IOException {
    if (in == null) {
      return new byte[0];
    }
    try (InputStream body = watch.reading(in)) {
      return body.readNBytes(Replies.MAX_GREETING_BYTES + 1);
    }
  }
}
