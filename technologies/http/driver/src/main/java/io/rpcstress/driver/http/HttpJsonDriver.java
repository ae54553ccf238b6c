package io.rpcstress.driver.http;

import io.rpcstress.contract.Carriage;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.Streams;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.Compression;
import io.rpcstress.driver.Connections;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import java.util.List;
import java.util.function.IntFunction;

/** JSON in the body of a POST, without a framework above HTTP. */
public final class HttpJsonDriver implements Driver {
  static final String TUNED = "tuned";
  private static final String TUNED_SERVER = "tuned-server";
  static final String NO_REUSE = "no-reuse";
  static final String HTTP2 = "h2";
  private static final String GO = "go";

  @Override
  public Technology technology() {
    return new Technology(
            "http-json",
            5,
            9005,
            "JSON over plain HTTP, POST",
            List.of(
                Variant.pooled(
                    "example",
                    "java.net.http over HTTP/1.1: opens what it needs, keeps what it opened",
                    ServerVariant.EXAMPLE),
                Variant.pooled(
                    TUNED,
                    "Apache HttpClient 5: as many connections as threads, least headers, no retries;"
                        + " on the tuned server",
                    ServerVariant.TUNED),
                Variant.pooled(
                    TUNED_SERVER,
                    "the client as in the example, on the tuned server",
                    ServerVariant.TUNED),
                Variant.pooled(
                    NO_REUSE,
                    "as the example with Connection: close: a connection for each call, and for"
                        + " each that a service then makes",
                    ServerVariant.EXAMPLE),
                Variant.multiplexed(
                    HTTP2,
                    1,
                    "java.net.http over cleartext HTTP/2: all threads share a connection",
                    ServerVariant.EXAMPLE),
                Variant.pooled(
                    GO, "the client as in the example, on a server in Go", ServerVariant.GO)),
            List.of(
                Greeting.OPERATION.name(),
                Put.OPERATION.name(),
                ListEcho.OPERATION.name(),
                PlaceOrder.OPERATION.name(),
                Message.OPERATION.name(),
                Streams.FROM_SERVER.name(),
                Streams.FROM_CLIENT.name()))
        .carriedAs(Carriage.HTTP, /* begins with an Upgrade, which no proxy passes on */ HTTP2, GO)
        .encrypting(HTTP2, GO)
        .compressing(
            Compression.GZIP, /* the JDK's client has none */
            "example",
            TUNED_SERVER,
            NO_REUSE,
            HTTP2,
            GO);
  }

  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    return switch (options.variant()) {
      case TUNED -> {
        ApacheExchange one = new ApacheExchange(target.primary(), options);
        yield new SharedSession(callers(thread -> one), one::disconnect);
      }
      case HTTP2 -> {
        Connections<JdkHttp2Exchange> all =
            Connections.open(
                options.connections().count(),
                () -> JdkHttp2Exchange.connected(target.primary(), options),
                exchange -> {}); // its connection ends with it, unreferenced
        yield new SharedSession(callers(all::of), all::close);
      }
      default -> {
        JdkExchange one =
            JdkExchange.http1(
                target.primary(), options, /* reuse= */ !options.variant().equals(NO_REUSE));
        yield new SharedSession(callers(thread -> one), () -> {});
      }
    };
  }

  /** An operation of this technology is a line here: only the one that is called is loaded. */
  private static CallerTable callers(IntFunction<Exchange> exchanges) {
    return new CallerTable()
        .on(Greeting.OPERATION, thread -> exchanges.apply(thread).caller(JsonMethods.greet()))
        .on(Put.OPERATION, thread -> exchanges.apply(thread).caller(JsonMethods.put()))
        .on(ListEcho.OPERATION, thread -> exchanges.apply(thread).caller(JsonMethods.listEcho()))
        .on(
            PlaceOrder.OPERATION,
            thread -> exchanges.apply(thread).caller(JsonMethods.placeOrder()))
        .on(Message.OPERATION, thread -> exchanges.apply(thread).messages())
        .on(Streams.FROM_SERVER, thread -> StreamCalls.fromServer(exchanges.apply(thread)))
        .on(Streams.FROM_CLIENT, thread -> StreamCalls.fromClient(exchanges.apply(thread)));
  }
}
