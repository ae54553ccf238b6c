package io.rpcstress.driver.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.OneWay;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Compression;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.ServiceCentre;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What is measured as compressed is; a server that reads nothing holds up who sends to it. */
class RpcxDriverTest {

  /** The service. */
  @RPCXServer(Greeting.RPCX_SERVICE)
  public static final class Service {
    @Method(Greeting.RPCX_METHOD)
    public String greet(String name) {
      return "hello, " + name;
    }
  }

  /** Takes no message until it is allowed. */
  @RPCXServer(OneWay.RPCX_SERVICE)
  public static final class Receiver {
    private final CountDownLatch allowed = new CountDownLatch(1);
    private final AtomicInteger received = new AtomicInteger();

    @Method(value = OneWay.RPCX_METHOD, inline = true)
    public void receive(byte[] message) throws InterruptedException {
      allowed.await();
      received.incrementAndGet();
    }
  }

  private static Session open(ServiceCentre centre, Compression compression) throws CallException {
    return new RpcxDriver()
        .open(
            Target.of(new Address(centre.address(), centre.port())),
            new DriverOptions(
                "example",
                ConnectionPolicy.multiplexed(2),
                1,
                false,
                Duration.ofSeconds(20),
                null,
                compression));
  }

  @Test
  void aMessageWaitsForAServerThatReadsNothingAndAllArrive() throws Exception {
    Receiver receiver = new Receiver();
    byte[] message = OneWay.OPERATION.request("size=" + OneWay.MAX_BYTES);
    try (ServiceCentre centre = ServiceCentre.builder().publish(receiver).start();
        Session session = open(centre, Compression.NONE)) {
      AsyncCaller<byte[], Boolean> sends =
          (AsyncCaller<byte[], Boolean>) session.caller(OneWay.OPERATION, 0);
      List<CompletableFuture<Boolean>> sent = new ArrayList<>();
      do { // until the sockets between, and RPCX, are full
        sent.add(sends.start(message));
      } while (sent.get(sent.size() - 1).isDone());
      receiver.allowed.countDown();
      assertThat(sent).allSatisfy(each -> assertThat(each.join()).isTrue());
      Awaitility.await().untilAsserted(() -> assertThat(receiver.received).hasValue(sent.size()));
    }
  }

  @Test
  void aServerThatCompressesTooFewConnectionsIsNotMeasuredAsOneThatDoes() {
    try (ServiceCentre centre =
        ServiceCentre.builder().publish(new Service()).maxCompressedConnections(1).start()) {
      assertThatThrownBy(() -> open(centre, Compression.DEFLATE))
          .isInstanceOfSatisfying(
              CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.CONNECT))
          .hasMessageContaining("compresses 1 of 2 connections");
    }
  }
}
