package io.rpcstress.driver.thrift;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.OneWay;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.thrift.generated.Calls;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.Deadlines;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Messages;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.TException;

/** Apache Thrift: generated clients, which are not thread-safe, each on a connection of its own. */
public final class ThriftDriver implements Driver {
  private static final int TYPE = 14;
  private static final int DEFAULT_PORT = 9014;
  private static final String TUNED = "tuned";

  @Override
  public Technology technology() {
    return new Technology(
            "thrift",
            TYPE,
            DEFAULT_PORT,
            "Apache Thrift, generated from its IDL",
            List.of(
                Variant.perThread(
                    "example",
                    "as in the tutorial: binary protocol on a socket; its server for many clients,"
                        + " TThreadPoolServer",
                    ServerVariant.EXAMPLE),
                Variant.perThread(
                    TUNED,
                    "compact protocol in frames; TThreadedSelectorServer",
                    ServerVariant.TUNED)),
            List.of(
                Greeting.OPERATION.name(),
                Put.OPERATION.name(),
                ListEcho.OPERATION.name(),
                Message.OPERATION.name(),
                OneWay.OPERATION.name()))
        .encrypting(/* Thrift's servers with selectors have no TLS */ TUNED);
  }

  /** An operation of this technology is a line here. */
  @Override
  public Session open(Target target, DriverOptions options) {
    boolean tuned = options.variant().equals(TUNED);
    Address server = target.primary();
    return new SharedSession(
        new CallerTable()
            .on(
                Greeting.OPERATION,
                thread ->
                    ThriftCaller.connected(
                        (calls, name) -> calls.greet(name), server, tuned, options))
            .on(
                Put.OPERATION,
                thread ->
                    ThriftCaller.connected(
                        (calls, entry) ->
                            calls.put(ByteBuffer.wrap(entry.key()), ByteBuffer.wrap(entry.value())),
                        server,
                        tuned,
                        options))
            .on(
                ListEcho.OPERATION,
                thread -> ThriftCaller.connected(ThriftDriver::listEcho, server, tuned, options))
            .on(
                Message.OPERATION,
                thread ->
                    Messages.reading(
                        ThriftCaller.connected(ThriftDriver::message, server, tuned, options)))
            .on(
                OneWay.OPERATION,
                thread ->
                    ThriftCaller.connected(ThriftDriver::oneWay, server, tuned, options)
                        .writingWithin(new Deadlines(options.deadline()))),
        () -> {});
  }

  /** Items of the contract as generated ones, and back: what a program with own types pays. */
  private static List<Item> listEcho(Calls.Client calls, List<Item> items) throws TException {
    List<io.rpcstress.contract.thrift.generated.Item> structs = new ArrayList<>(items.size());
    for (Item each : items) {
      structs.add(
          new io.rpcstress.contract.thrift.generated.Item(
              each.id(), each.name(), each.quantity(), each.active()));
    }
    List<Item> reply = new ArrayList<>(items.size());
    for (io.rpcstress.contract.thrift.generated.Item each : calls.listEcho(structs)) {
      reply.add(new Item(each.getId(), each.getName(), each.getQuantity(), each.isActive()));
    }
    return reply;
  }

  private static byte[] message(Calls.Client calls, Message.Request request) throws TException {
    ByteBuffer reply = calls.message(request.encoding(), ByteBuffer.wrap(request.encode()));
    byte[] bytes = new byte[reply.remaining()];
    reply.get(bytes);
    return bytes;
  }

  private static boolean oneWay(Calls.Client calls, byte[] message) throws TException {
    calls.oneWay(ByteBuffer.wrap(message));
    return true;
  }
}
