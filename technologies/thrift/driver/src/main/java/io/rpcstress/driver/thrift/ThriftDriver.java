package io.rpcstress.driver.thrift;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.OneWay;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.thrift.generated.Calls;
import io.rpcstress.driver.CallException;
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
  private static final String TUNED = "tuned";

  @Override
  public Technology technology() {
    return new Technology(
            "thrift",
            14,
            9014,
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

  @Override
  public Session open(Target target, DriverOptions options) {
    return new SharedSession(
        new CallerTable()
            .on(Greeting.OPERATION, calling((calls, name) -> calls.greet(name), target, options))
            .on(Put.OPERATION, calling(ThriftDriver::put, target, options))
            .on(ListEcho.OPERATION, calling(ThriftDriver::listEcho, target, options))
            .on(
                Message.OPERATION,
                thread -> Messages.reading(connected(ThriftDriver::message, target, options)))
            .on(
                OneWay.OPERATION,
                thread ->
                    connected(ThriftDriver::oneWay, target, options)
                        .writingWithin(new Deadlines(options.deadline()))),
        () -> {});
  }

  private static <Q, R> CallerTable.Maker<Q, R> calling(
      ThriftMethod<Q, R> method, Target target, DriverOptions options) {
    return thread -> connected(method, target, options);
  }

  private static <Q, R> ThriftCaller<Q, R> connected(
      ThriftMethod<Q, R> method, Target target, DriverOptions options) throws CallException {
    boolean tuned = options.variant().equals(TUNED);
    return ThriftCaller.connected(method, target.primary(), tuned, options);
  }

  private static boolean put(Calls.Client calls, Entry entry) throws TException {
    return calls.put(ByteBuffer.wrap(entry.key()), ByteBuffer.wrap(entry.value()));
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
