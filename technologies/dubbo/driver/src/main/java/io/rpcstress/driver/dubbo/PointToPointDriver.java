package io.rpcstress.driver.dubbo;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.dubbo.Calls;
import io.rpcstress.contract.dubbo.DubboSettings;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.Connections;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Messages;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What Dubbo's two protocols share: the same service, called by a reference. */
abstract class PointToPointDriver implements Driver {
  private static final int TUNED_CONNECTIONS = 4;

  /** Hessian writes bytes in pieces of 8 KiB, each with its length, and names before them. */
  private static final int MAX_MESSAGE_BYTES = DubboSettings.MAX_MESSAGE_BYTES - 16 * 1024;

  /** Its two protocols differ in names and words. */
  static Technology technology(
      String name,
      int type,
      int port,
      String summary,
      String example,
      String tuned,
      String... more) {
    return new Technology(
            name,
            type,
            port,
            summary,
            List.of(
                Variant.multiplexed("example", 1, example, ServerVariant.EXAMPLE),
                Variant.multiplexed("tuned", TUNED_CONNECTIONS, tuned, ServerVariant.TUNED),
                Variant.multiplexed(
                    "connections", TUNED_CONNECTIONS, "only 4 connections", ServerVariant.EXAMPLE),
                Variant.multiplexed(
                    "tuned-server", 1, "only the server is tuned", ServerVariant.TUNED)),
            Stream.concat(
                    Stream.of(
                        Greeting.OPERATION.name(),
                        ListEcho.OPERATION.name(),
                        Message.OPERATION.name()),
                    Stream.of(more))
                .toList())
        .carryingUpTo(MAX_MESSAGE_BYTES);
  }

  @Override
  public final boolean startsCalls(DriverOptions options) {
    return true;
  }

  /** The clients over which threads are spread. */
  abstract Connections<Client> connect(Target target, DriverOptions options) throws CallException;

  @Override
  public final Session open(Target target, DriverOptions options) throws CallException {
    Connections<Client> clients = connect(target, options);
    return new SharedSession(callers(clients), clients::close);
  }

  /** What both protocols offer. */
  CallerTable callers(Connections<Client> clients) {
    return new CallerTable()
        .on(Greeting.OPERATION, thread -> new DubboCaller<>(clients.of(thread), Calls::greet))
        .on(
            ListEcho.OPERATION,
            // Of another list Hessian would send the class.
            thread ->
                new DubboCaller<>(
                    clients.of(thread), (calls, items) -> calls.echo(new ArrayList<>(items))))
        .on(
            Message.OPERATION,
            thread ->
                Messages.reading(
                    new DubboCaller<>(
                        clients.of(thread),
                        (calls, request) -> calls.message(request.encoding(), request.encode()))));
  }
}
