package io.rpcstress.driver.http;

import io.rpcstress.contract.Message;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.contract.http.BoundedBody;
import io.rpcstress.contract.json.StreamJson;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Compression;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.Deadlines;
import io.rpcstress.driver.DriverOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.HttpEntities;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Apache HttpClient 5 as its experts set it up for many short calls to one server: a pool of as
 * many connections as the policy says, leased without one lock for all (LAX), and nothing that a
 * call of this service has no use for: no retries, redirects, cookies, authentication, no
 * compression unless it is asked for, and no header but {@code Host}, {@code Content-Type} and
 * {@code Content-Length}. Thread-safe.
 */
final class ApacheExchange implements Exchange {
  private static final byte[] NO_BYTES = {};

  /** Of a body that is passed on, bytes read at a time at most. */
  private static final int PART_BYTES = 8 * 1024;

  /** Of JSON as the library has it, with the charset; others by the type of their resource. */
  private static final Map<String, ContentType> TYPES =
      Stream.concat(
              Message.encodings().stream().map(Message::mediaType), Stream.of(StreamJson.LINES))
          .collect(
              Collectors.toMap(
                  type -> type,
                  type ->
                      ContentType.APPLICATION_JSON.isSameMimeType(ContentType.create(type))
                          ? ContentType.APPLICATION_JSON
                          : ContentType.create(type)));

  private final HttpHost server;
  private final String origin;
  private final CloseableHttpClient client;
  private final Deadlines deadlines;
  private final boolean compresses;

  ApacheExchange(Address address, DriverOptions options) {
    InetSocketAddress called = new InetSocketAddress(address.host(), address.port());
    String scheme = options.tls() == null ? "http" : "https";
    server = new HttpHost(scheme, called.getAddress(), address.name(), address.port());
    origin = scheme + "://" + address.authority();
    Duration deadline = options.deadline();
    deadlines = new Deadlines(deadline);
    compresses = options.compression() == Compression.GZIP;
    HttpClientBuilder builder = HttpClientBuilder.create();
    if (!compresses) {
      builder.disableContentCompression(); // it asks for compressed replies otherwise
    }
    client =
        builder
            .setConnectionManager(pool(options))
            .setDefaultRequestConfig(
                RequestConfig.custom()
                    .setConnectionRequestTimeout(Timeout.of(deadline))
                    .setResponseTimeout(Timeout.of(deadline))
                    .setProtocolUpgradeEnabled(false)
                    .setAuthenticationEnabled(false)
                    .build())
            .disableAutomaticRetries() // a failure must not become a slow success
            .disableRedirectHandling()
            .disableCookieManagement()
            .disableAuthCaching()
            .disableConnectionState()
            .disableDefaultUserAgent()
            // HTTP/1.1 keeps a connection by default.
            .addRequestInterceptorLast(
                (request, body, context) -> request.removeHeaders(HttpHeaders.CONNECTION))
            .build();
  }

  private static PoolingHttpClientConnectionManager pool(DriverOptions options) {
    int connections = options.connections().count();
    PoolingHttpClientConnectionManagerBuilder pool =
        PoolingHttpClientConnectionManagerBuilder.create();
    TlsSide tls = options.tls();
    if (tls != null) {
      pool.setTlsSocketStrategy(new DefaultClientTlsStrategy(tls.context()));
    }
    return pool.setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
        .setMaxConnPerRoute(connections)
        .setMaxConnTotal(connections)
        .setDefaultConnectionConfig(
            ConnectionConfig.custom()
                .setConnectTimeout(Timeout.of(options.connectTimeout()))
                .build())
        .build();
  }

  /** A reply that was read whole, so that its connection may carry the next call. */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  private record Reply(int status, byte[] body) {}

  @Override
  public String server() {
    return origin;
  }

  @Override
  public byte[] post(Resource resource, byte[] body) throws CallException, InterruptedException {
    return post(request(resource, HttpEntities.create(body, type(resource))), resource, null);
  }

  @Override
  public byte[] postParts(Resource resource, Iterable<byte[]> parts)
      throws CallException, InterruptedException {
    HttpEntity body =
        HttpEntities.create(
            out -> {
              for (byte[] each : parts) {
                out.write(each);
              }
            },
            type(resource));
    return post(request(resource, body), resource, null);
  }

  @Override
  public void postForParts(Resource resource, byte[] body, Parts reply)
      throws CallException, InterruptedException {
    byte[] unused =
        post(request(resource, HttpEntities.create(body, type(resource))), resource, reply);
  }

  private static @Nullable ContentType type(Resource resource) {
    return TYPES.get(resource.type());
  }

  private HttpPost request(Resource resource, HttpEntity body) {
    HttpPost request = new HttpPost(resource.address());
    request.setEntity(compresses ? HttpEntities.gzip(body) : body);
    return request;
  }

  private byte[] post(HttpPost request, Resource resource, @Nullable Parts parts)
      throws CallException, InterruptedException {
    Reply reply;
    Deadlines.Watch watch = deadlines.watch();
    watch.endBy(request::abort); // the client's time-outs are those of a lease, and of a read
    try (watch) {
      reply =
          client.execute(
              server,
              request,
              response ->
                  parts != null && Replies.isAnswer(response.getCode())
                      ? passOn(request, response, parts)
                      : read(request, response, resource.maxReplyBytes()));
    } catch (ConnectionRequestTimeoutException e) { // no connection came free
      throw new DeadlineExceededException(watch.deadline());
    } catch (IOException e) {
      if (Thread.interrupted()) { // the client makes an I/O error of it
        throw new InterruptedException("interrupted in a call");
      }
      throw Replies.failure(e, watch);
    } catch (IllegalStateException e) { // where it is ended between two steps
      throw Replies.failure(e, watch);
    }
    Replies.checkStatus(reply.status, reply.body);
    return reply.body;
  }

  private static Reply passOn(HttpPost request, ClassicHttpResponse response, Parts parts)
      throws IOException {
    InputStream in = response.getEntity().getContent();
    byte[] part = new byte[PART_BYTES];
    try {
      for (int read = in.read(part); read >= 0; read = in.read(part)) {
        parts.take(ByteBuffer.wrap(part, 0, read));
      }
    } catch (StreamJson.UnreadableException e) {
      request.abort(); // or the client would read it to its end, for the connection's sake
      throw e;
    }
    in.close();
    return new Reply(response.getCode(), NO_BYTES);
  }

  private Reply read(HttpPost request, ClassicHttpResponse response, int maxBytes)
      throws IOException {
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return new Reply(response.getCode(), NO_BYTES);
    }
    long length = entity.getContentLength();
    if (length < 0 && compresses) {
      return new Reply(response.getCode(), inflated(request, entity, maxBytes));
    }
    if (length < 0 || length > maxBytes) {
      throw tooLong(request, maxBytes);
    }
    return new Reply(response.getCode(), EntityUtils.toByteArray(entity));
  }

  /** A body whose length only its end shows. */
  private static byte[] inflated(HttpPost request, HttpEntity entity, int maxBytes)
      throws IOException {
    InputStream in = entity.getContent();
    byte[] body = in.readNBytes(maxBytes + 1);
    if (body.length > maxBytes) {
      throw tooLong(request, maxBytes);
    }
    in.close();
    return body;
  }

  private static BoundedBody.TooLongException tooLong(HttpPost request, int maxBytes) {
    request.abort(); // or the client would read it to its end, for the connection's sake
    return new BoundedBody.TooLongException(maxBytes);
  }

  void disconnect() {
    client.close(CloseMode.IMMEDIATE);
  }
}
