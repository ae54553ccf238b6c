package io.rpcstress.driver;

import java.net.http.HttpClient;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The JDK's java.net.http client, the same for all technologies that have it. */
public final class JdkHttp {
  /** How long an idle connection is kept; longer than a point may take. */
  private static final Duration IDLE = Duration.ofMinutes(15);

  private JdkHttp() {}

  /**
   * A client as it comes, but for what would be a retry, a redirect or a proxy. Its requests may
   * have a header Host or Connection.
   *
   * @param encryption for addresses of https; null for the JDK's own
   */
  public static HttpClient.Builder client(
      HttpClient.Version version, Duration connectTimeout, @Nullable SSLContext encryption) {
    // Read once a process, at its first use.
    System.setProperty("jdk.httpclient.redirects.retrylimit", "1");
    System.setProperty("jdk.httpclient.disableRetryConnect", "true");
    System.setProperty("jdk.httpclient.keepalive.timeout", Long.toString(IDLE.toSeconds()));
    System.setProperty("jdk.httpclient.allowRestrictedHeaders", "connection,host");
    HttpClient.Builder client = HttpClient.newBuilder();
    if (encryption != null) {
      client.sslContext(encryption);
    }
    return client
        .version(version)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(connectTimeout)
        .proxy(HttpClient.Builder.NO_PROXY);
  }
}
