package io.rpcstress.driver;

import io.rpcstress.contract.TlsSide;
import java.net.http.HttpClient;
import java.time.Duration;

/** The JDK's java.net.http client, the same for all technologies that have it. */
public final class JdkHttp {
  /** How long an idle connection is kept; longer than a point may take. */
  private static final Duration IDLE = Duration.ofMinutes(15);

  private JdkHttp() {}

  /**
   * A client as it comes, but for what would be a retry, a redirect or a proxy. Its requests may
   * have a header Host or Connection.
   */
  public static HttpClient.Builder client(HttpClient.Version version, DriverOptions options) {
    // Read once a process, at its first use.
    System.setProperty("jdk.httpclient.redirects.retrylimit", "1");
    System.setProperty("jdk.httpclient.disableRetryConnect", "true");
    System.setProperty("jdk.httpclient.keepalive.timeout", Long.toString(IDLE.toSeconds()));
    System.setProperty("jdk.httpclient.allowRestrictedHeaders", "connection,host");
    HttpClient.Builder client = HttpClient.newBuilder();
    TlsSide tls = options.tls();
    if (tls != null) {
      client.sslContext(tls.context());
    }
    return client
        .version(version)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(options.connectTimeout())
        .proxy(HttpClient.Builder.NO_PROXY);
  }
}
