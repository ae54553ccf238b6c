package io.rpcstress.driver.rsocket;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.OneWay;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.Streams;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Messages;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import java.util.List;

/** RSocket on TCP: requests with one response each, many at a time on a connection. */
public final class RsocketDriver implements Driver {
  private static final String TUNED = "tuned";
  private static final String ZERO_COPY = "zero-copy";

  @Override
  public Technology technology() {
    return new Technology(
            "rsocket",
            15,
            9015,
            "RSocket on TCP, a request and its response",
            List.of(
                Variant.multiplexed(
                    "example",
                    1,
                    "as in its README: one connection, payloads are copied",
                    ServerVariant.EXAMPLE),
                Variant.multiplexed(
                    TUNED,
                    1,
                    "both sides read payloads without copying them, and write pooled ones",
                    ServerVariant.TUNED),
                Variant.multiplexed(
                    ZERO_COPY,
                    1,
                    "only the client's payloads are pooled, and read without copying them",
                    ServerVariant.EXAMPLE),
                Variant.multiplexed(
                    "tuned-server", 1, "only the server is tuned", ServerVariant.TUNED)),
            List.of(
                Greeting.OPERATION.name(),
                Put.OPERATION.name(),
                Message.OPERATION.name(),
                OneWay.OPERATION.name(),
                Streams.FROM_SERVER.name(),
                Streams.FROM_CLIENT.name(),
                Streams.CHAT.name()))
        .encrypting()
        .carryingUpTo(BoundedTcp.MAX_MESSAGE_BYTES);
  }

  @Override
  public boolean startsCalls(DriverOptions options) {
    return true;
  }

  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    boolean zeroCopy = options.variant().equals(TUNED) || options.variant().equals(ZERO_COPY);
    Links links = Links.connect(target.primary(), zeroCopy, options);
    return new SharedSession(
        new CallerTable()
            .on(Greeting.OPERATION, thread -> PayloadFormat.greet().caller(links.of(thread)))
            .on(Put.OPERATION, thread -> PayloadFormat.put().caller(links.of(thread)))
            .on(
                Message.OPERATION,
                thread -> Messages.reading(PayloadFormat.message().caller(links.of(thread))))
            .on(OneWay.OPERATION, thread -> OneWaySends.caller(links.of(thread)))
            .on(Streams.FROM_SERVER, thread -> StreamCalls.fromServer(links.of(thread)))
            .on(Streams.FROM_CLIENT, thread -> StreamCalls.fromClient(links.of(thread)))
            .on(Streams.CHAT, thread -> StreamCalls.chat(links.of(thread))),
        links::close);
  }
}
