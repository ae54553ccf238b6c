package io.rpcstress.rpcx;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** The service that the tests call, and its clients. */
final class Greeter {
  private Greeter() {}

  /** The usual client. */
  @RPCXClient(remoteServerName = "greeter")
  interface Client {
    @Method("greet")
    String greet(String name);

    @Method("greet")
    CompletableFuture<String> greetAsync(String name);

    @Method(value = "greet", waitForReady = true)
    CompletableFuture<String> greetWhenReady(String name);

    @Method(value = "greet", idempotent = true)
    CompletableFuture<String> greetAgain(String name);

    @Method("greet")
    String greetWithWrongType(int name);

    @Method("greet")
    String greetTwo(String first, String second);

    @Method("greet")
    int greetWithWrongResult(String name);

    @Method("nowhere")
    String unknownMethod(String name);

    @Method("fail")
    String fail(String status);

    @Method("hold")
    CompletableFuture<String> hold(String name);

    @Method(value = "hold", deadlineMillis = 100)
    String holdBriefly(String name);

    @Method("later")
    CompletableFuture<String> later(String name);

    @Method(value = "note", oneWay = true)
    void note(String text);

    @Method("big")
    byte[] big(int bytes);

    @Method("remaining")
    long remaining();

    @Method("join")
    String join(List<String> names);
  }

  /** A service that is not published. */
  @RPCXClient(remoteServerName = "absent")
  interface Absent {
    @Method("greet")
    String greet(String name);
  }

  /** The service. */
  @RPCXServer("greeter")
  static final class Service {
    final Semaphore gate = new Semaphore(0);
    final AtomicInteger began = new AtomicInteger();
    final AtomicInteger notes = new AtomicInteger();
    final CompletableFuture<String> laterResult = new CompletableFuture<>();
    final CountDownLatch cancelled = new CountDownLatch(1);

    @Method("greet")
    public String greet(String name) {
      return "hello, " + name;
    }

    @Method("fail")
    public String fail(String status) {
      if ("secret".equals(status)) {
        throw new IllegalStateException("secret detail");
      }
      throw new RPCXException(StatusCode.valueOf(status), "as requested");
    }

    @Method(value = "hold", blocking = true)
    public String hold(String name) throws InterruptedException {
      began.incrementAndGet();
      gate.acquire();
      return "held " + name;
    }

    @Method("later")
    public CompletableFuture<String> later(String name) {
      began.incrementAndGet();
      CompletableFuture<String> result = laterResult.thenApply(text -> text + " " + name);
      var unused =
          result.whenComplete(
              (value, problem) -> {
                if (result.isCancelled()) {
                  cancelled.countDown();
                }
              });
      return result;
    }

    @Method("note")
    public void note(String text) {
      notes.incrementAndGet();
    }

    @Method("big")
    public byte[] big(int bytes) {
      return new byte[bytes];
    }

    @Method("remaining")
    public long remaining() {
      return CallContext.remainingNanos();
    }

    @Method("join")
    public String join(List<String> names) {
      return String.join("+", names);
    }

    /** Not published. */
    public String hidden(String name) {
      return name;
    }
  }

  static ServiceCentre serve(Object provider) {
    return serve(provider, Limits.DEFAULTS);
  }

  static ServiceCentre serve(Object provider, Limits limits) {
    return ServiceCentre.builder().publish(provider).limits(limits).start();
  }

  static RPCX connectTo(ServiceCentre centre) {
    return connectTo(centre, Limits.DEFAULTS);
  }

  static RPCX connectTo(ServiceCentre centre, Limits limits) {
    return RPCX.builder()
        .address(centre.address())
        .port(centre.port())
        .deadline(Duration.ofSeconds(20))
        .limits(limits)
        .build();
  }
}
