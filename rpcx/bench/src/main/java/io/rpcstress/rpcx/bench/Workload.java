package io.rpcstress.rpcx.bench;

import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXClient;
import io.rpcstress.rpcx.RPCXServer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What the long tests call: quick methods, methods that wait, and large values. */
final class Workload {
  /** Deadline of {@link Client#tooLate}, in ms. */
  static final int SHORT_DEADLINE_MILLIS = 2;

  private Workload() {}

  /** The caller's view. */
  @RPCXClient(remoteServerName = "workload")
  interface Client {
    /** A call that waits. */
    @Method("greet")
    String greet(String name);

    /** A call that does not. */
    @Method("greet")
    CompletableFuture<String> greetAsync(String name);

    /** Without a reply. */
    @Method(value = "note", oneWay = true)
    void note(String text);

    /** On a thread of its own, for some time. */
    @Method("hold")
    CompletableFuture<String> hold(int millis);

    /** The same, but its caller does not wait so long. */
    @Method(value = "hold", deadlineMillis = SHORT_DEADLINE_MILLIS)
    CompletableFuture<String> tooLate(int millis);

    /** A large result. */
    @Method("blob")
    CompletableFuture<byte[]> blob(int bytes);

    /** A large argument. */
    @Method("length")
    CompletableFuture<Integer> length(byte[] bytes);
  }

  /** The service. */
  @RPCXServer("workload")
  static final class Service {
    @Method("greet")
    public String greet(String name) {
      return "hello, " + name;
    }

    @Method("note")
    public void note(String text) {}

    @Method(value = "hold", blocking = true)
    public String hold(int millis) throws InterruptedException {
      TimeUnit.MILLISECONDS.sleep(millis);
      return "held";
    }

    @Method(value = "blob", blocking = true)
    public byte[] blob(int bytes) {
      return new byte[bytes];
    }

    @Method("length")
    public int length(byte[] bytes) {
      return bytes.length;
    }
  }
}
