package io.rpcstress.rpcx.junit;

import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXClient;
import io.rpcstress.rpcx.RPCXServer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A service with a state, and its client. */
final class Counter {
  private Counter() {}

  /** Names an address where nothing listens. */
  @RPCXClient(
      remoteServerName = "counter",
      remoteServerAddress = "203.0.113.1",
      remoteServerDomain = "1")
  interface Client {
    @Method("next")
    int next();

    @Method("next")
    CompletableFuture<Integer> nextAsync();

    @Method(value = "next", oneWay = true)
    void skip();

    @Method("echo")
    byte[] echo(byte[] bytes);

    @Method("fail")
    void fail();

    @Method(value = "wait", deadlineMillis = 100)
    void waitBriefly();
  }

  /** Counts. */
  @RPCXServer("counter")
  static final class Service {
    private final AtomicInteger count = new AtomicInteger();

    /** What waiting waits for. */
    final CountDownLatch gate = new CountDownLatch(1);

    @Method("next")
    public int next() {
      return count.incrementAndGet();
    }

    @Method("echo")
    public byte[] echo(byte[] bytes) {
      return bytes;
    }

    @Method("fail")
    public void fail() {
      throw new IllegalStateException("as requested");
    }

    @Method(value = "wait", blocking = true)
    public void await() throws InterruptedException {
      gate.await();
    }
  }
}
