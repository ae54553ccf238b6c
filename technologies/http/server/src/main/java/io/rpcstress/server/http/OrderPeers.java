package io.rpcstress.server.http;

import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.OrderStep;
import io.rpcstress.contract.ServiceRole;
import io.rpcstress.contract.http.BoundedBody;
import io.rpcstress.contract.http.HttpRefusal;
import io.rpcstress.contract.json.OrderJson;
import io.rpcstress.server.base.services.OrderFlow;
import io.rpcstress.server.base.services.PeerAddress;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * The other services, by the JDK's client, which the example's driver has too. It opens as many
 * connections as there are calls at a time, and keeps them, unless each call is to close its own. A
 * call that is cancelled ends its connection; the client's own time-out would end with the reply's
 * head. Thread-safe.
 */
final class OrderPeers implements OrderFlow.Peers<OrderResources.Body> {
  /** A confirmation, or the line that says why there is none. */
  private static final int MAX_REPLY_BYTES = 1024;

  private static final BodyHandler<byte[]> BODIES = BoundedBody.ofAtMost(MAX_REPLY_BYTES);

  private final Map<OrderStep, URI> resources = new EnumMap<>(OrderStep.class);
  private final @Nullable HttpClient client;

  OrderPeers(Map<ServiceRole, PeerAddress> peers) {
    for (OrderStep step : OrderStep.values()) {
      PeerAddress peer = peers.get(step.role());
      if (peer != null) {
        resources.put(step, URI.create("http://" + peer.authority() + step.httpPath()));
      }
    }
    client = peers.isEmpty() ? null : client(); // who has none starts no thread for them
  }

  private static HttpClient client() {
    // Read once a process, at the client's first use: no call is made twice, and one may close.
    System.setProperty("jdk.httpclient.redirects.retrylimit", "1");
    System.setProperty("jdk.httpclient.disableRetryConnect", "true");
    System.setProperty("jdk.httpclient.allowRestrictedHeaders", "connection");
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(OrderFlow.CONNECT_TIMEOUT)
        .proxy(HttpClient.Builder.NO_PROXY)
        .build();
  }

  @Override
  public CompletionStage<Confirmation> call(OrderStep step, OrderResources.Body order) {
    URI resource = resources.get(step);
    HttpClient known = client;
    if (known == null || resource == null) {
      throw new IllegalStateException("no " + step.role().label() + " service is known");
    }
    HttpRequest.Builder request =
        HttpRequest.newBuilder(resource)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(order.json()));
    if (!order.reuse()) {
      request.header("Connection", "close");
    }
    return known.sendAsync(request.build(), BODIES).thenApply(OrderPeers::confirmation);
  }

  private static Confirmation confirmation(HttpResponse<byte[]> response) {
    if (response.statusCode() != HttpStatus.CREATED_201) {
      throw new CompletionException(
          new IOException(HttpRefusal.described(response.statusCode(), response.body())));
    }
    return OrderJson.confirmation(response.body())
        .orElseThrow(
            () -> new CompletionException(new IOException("a reply that confirms nothing")));
  }
}
