package io.rpcstress.rpcx.micrometer;

import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXClient;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.StatusCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** The service that the tests call, and its client. */
final class Stall {
  private Stall() {}

  /** Calls it. */
  @RPCXClient(remoteServerName = "stall")
  interface Client {
    @Method("sell")
    String sell(String fruit);

    @Method("sell")
    CompletableFuture<String> sellAsync(String fruit);

    @Method(value = "sell", oneWay = true)
    void throwAt(String fruit);

    @Method("order")
    CompletableFuture<String> order(String fruit);

    @Method(value = "weigh", deadlineMillis = 100)
    String weigh(String fruit);
  }

  /** Sells fruit. */
  @RPCXServer("stall")
  static final class Service {
    /** What an order waits for. */
    final CompletableFuture<String> delivery = new CompletableFuture<>();

    /** What weighing waits for. */
    final CountDownLatch scales = new CountDownLatch(1);

    @Method("sell")
    public String sell(String fruit) {
      if (fruit.equals("durian")) {
        throw new RPCXException(StatusCode.NOT_FOUND, "no durian here");
      }
      if (fruit.equals("stone")) {
        throw new IllegalStateException("a stone is no fruit");
      }
      return "one " + fruit;
    }

    @Method("order")
    public CompletableFuture<String> order(String fruit) {
      return delivery.copy();
    }

    @Method(value = "weigh", blocking = true)
    public String weigh(String fruit) throws InterruptedException {
      scales.await();
      return "200 g";
    }
  }
}
