package io.rpcstress.driver.rpcx;

import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.Entry;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.OneWay;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.contract.Put;
import io.rpcstress.driver.OneWayCaller;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXClient;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * One operation behind RPCX's proxies; the client gives every thread the same one. Each has an
 * interface for callers that wait and one for those that do not, as RPCX publishes its service.
 * Stateless and safe for use by many threads.
 *
 * @param waiting calls through a proxy that waits; the function throws {@link RPCXException} where
 *     a call fails
 * @param starting the same through a proxy that returns futures
 */
record Proxies<Q, R>(
    Function<RPCX, Function<Q, R>> waiting,
    Function<RPCX, Function<Q, CompletableFuture<R>>> starting) {

  private static final String DOMAIN = "9001";

  @RPCXClient(remoteServerName = Greeting.RPCX_SERVICE, remoteServerDomain = DOMAIN)
  interface Greeter {
    @Method(Greeting.RPCX_METHOD)
    String greet(String name);
  }

  /** What comes back is an RPCXFuture. */
  @RPCXClient(remoteServerName = Greeting.RPCX_SERVICE, remoteServerDomain = DOMAIN)
  interface StartedGreeter {
    @Method(Greeting.RPCX_METHOD)
    CompletableFuture<String> greet(String name);
  }

  static Proxies<String, String> greet() {
    return new Proxies<>(
        rpcx -> rpcx.client(Greeter.class)::greet,
        rpcx -> rpcx.client(StartedGreeter.class)::greet);
  }

  @RPCXClient(remoteServerName = Put.RPCX_SERVICE, remoteServerDomain = DOMAIN)
  interface Store {
    @Method(Put.RPCX_METHOD)
    boolean put(byte[] key, byte[] value);
  }

  @RPCXClient(remoteServerName = Put.RPCX_SERVICE, remoteServerDomain = DOMAIN)
  interface StartedStore {
    @Method(Put.RPCX_METHOD)
    CompletableFuture<Boolean> put(byte[] key, byte[] value);
  }

  static Proxies<Entry, Boolean> put() {
    return new Proxies<>(
        rpcx -> {
          Store store = rpcx.client(Store.class);
          return entry -> store.put(entry.key(), entry.value());
        },
        rpcx -> {
          StartedStore store = rpcx.client(StartedStore.class);
          return entry -> store.put(entry.key(), entry.value());
        });
  }

  @RPCXClient(remoteServerName = ListEcho.RPCX_SERVICE, remoteServerDomain = DOMAIN)
  interface Echo {
    @Method(ListEcho.RPCX_METHOD)
    List<Item> echo(List<Item> items);
  }

  @RPCXClient(remoteServerName = ListEcho.RPCX_SERVICE, remoteServerDomain = DOMAIN)
  interface StartedEcho {
    @Method(ListEcho.RPCX_METHOD)
    CompletableFuture<List<Item>> echo(List<Item> items);
  }

  static Proxies<List<Item>, List<Item>> listEcho() {
    return new Proxies<>(
        rpcx -> rpcx.client(Echo.class)::echo, rpcx -> rpcx.client(StartedEcho.class)::echo);
  }

  @RPCXClient(remoteServerName = PlaceOrder.RPCX_SERVICE, remoteServerDomain = DOMAIN)
  interface Orders {
    @Method(PlaceOrder.RPCX_PLACE)
    Confirmation place(Order order);
  }

  @RPCXClient(remoteServerName = PlaceOrder.RPCX_SERVICE, remoteServerDomain = DOMAIN)
  interface StartedOrders {
    @Method(PlaceOrder.RPCX_PLACE)
    CompletableFuture<Confirmation> place(Order order);
  }

  static Proxies<Order, Confirmation> placeOrder() {
    return new Proxies<>(
        rpcx -> rpcx.client(Orders.class)::place, rpcx -> rpcx.client(StartedOrders.class)::place);
  }

  @RPCXClient(remoteServerName = Message.RPCX_SERVICE, remoteServerDomain = DOMAIN)
  interface Messages {
    @Method(Message.RPCX_METHOD)
    byte[] answer(String encoding, byte[] request);
  }

  @RPCXClient(remoteServerName = Message.RPCX_SERVICE, remoteServerDomain = DOMAIN)
  interface StartedMessages {
    @Method(Message.RPCX_METHOD)
    CompletableFuture<byte[]> answer(String encoding, byte[] request);
  }

  /** The bytes of messages, with the name of their encoding. */
  static Proxies<Message.Request, byte[]> message() {
    return new Proxies<>(
        rpcx -> {
          Messages remote = rpcx.client(Messages.class);
          return request -> remote.answer(request.encoding(), request.encode());
        },
        rpcx -> {
          StartedMessages remote = rpcx.client(StartedMessages.class);
          return request -> remote.answer(request.encoding(), request.encode());
        });
  }

  @RPCXClient(remoteServerName = OneWay.RPCX_SERVICE, remoteServerDomain = DOMAIN)
  interface Receiver {
    @Method(value = OneWay.RPCX_METHOD, oneWay = true)
    void receive(byte[] message);
  }

  /** RPCX takes a message unless as many bytes wait for the connection as it keeps. */
  static OneWayCaller oneWay(RPCX rpcx, Duration deadline) {
    Receiver receiver = rpcx.client(Receiver.class);
    return new OneWayCaller(
        message -> {
          try {
            receiver.receive(message);
            return true;
          } catch (RPCXException e) {
            if (e.status() == StatusCode.RESOURCE_EXHAUSTED) {
              return false;
            }
            throw ProxyCaller.failure(e, deadline);
          }
        },
        deadline);
  }
}
