package io.rpcstress.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.DriverContract;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.server.base.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/**
 * Orders over four services as they are shipped, with connections reused and without. They are the
 * same for all tests, of which the later ones end one.
 */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HttpOrderFlowIT {
  private static final Path JAR =
      Path.of("../../../technologies/http/server/target/server-http.jar");
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final long FOUR_STEPS_MS = 400;

  private ServerProcess shipping;
  private ServerProcess customer;
  private ServerProcess product;
  private ServerProcess order;

  @BeforeAll
  void start() {
    shipping = started("shipping");
    customer = started("customer", peer("shipping", shipping));
    product = started("product");
    order = startedOrder();
  }

  private ServerProcess startedOrder() {
    return started("order", peer("product", product), peer("customer", customer));
  }

  private static ServerProcess started(String role, String... peers) {
    List<String> words = new ArrayList<>(List.of("--role", role));
    for (String each : peers) {
      words.addAll(List.of("--peer", each));
    }
    return ServerProcess.ready(JAR, "http-json", words.toArray(String[]::new));
  }

  private static String peer(String role, ServerProcess process) {
    return "%s=127.0.0.1:%d/%d".formatted(role, process.port(), process.usagePort());
  }

  @AfterAll
  void stop() {
    Stream.of(order, product, customer, shipping).forEach(ServerProcess::close);
  }

  private Session open(String variant) throws Exception {
    return DriverContract.open(
        HttpDriversTest.way("http-json", variant),
        Target.of(new Address("127.0.0.1", order.port())),
        1,
        LONG);
  }

  private void place(String variant, String payload, long id) throws Exception {
    try (Session session = open(variant);
        Caller<Order, Confirmation> caller = session.caller(PlaceOrder.OPERATION, 0)) {
      Order placed = PlaceOrder.OPERATION.request(payload).withId(id);
      long start = System.nanoTime();
      assertThat(caller.call(placed)).isEqualTo(Confirmation.of(id));
      assertThat(System.nanoTime() - start)
          .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(FOUR_STEPS_MS));
    }
  }

  private List<Long> served() {
    return Stream.of(order, product, customer, shipping)
        .map(process -> process.usage().callsServed())
        .toList();
  }

  @org.junit.jupiter.api.Order(1)
  @Test
  void anOrderPassesFourProcessesOnConnectionsThatStayUnlessItsOwnIsClosed() throws Exception {
    place("no-reuse", "products=250,stock=remote", 41);
    assertThat(served()).containsExactly(1L, 2L, 1L, 1L);
    assertThat(shipping.usage().openConnections()).as("closed with the call").isZero();
    place("example", "products=1,stock=remote", 1L << 61);
    place("example", "products=250,stock=local", 43);
    assertThat(served()).containsExactly(3L, 4L, 3L, 3L);
    assertThat(shipping.usage().openConnections()).as("kept, and used again").isEqualTo(1);
  }

  @org.junit.jupiter.api.Order(2)
  @Test
  void anOrderServiceThatIsDrainedConfirmsWhatItHas() throws Exception {
    long before = product.usage().callsServed();
    CompletableFuture<Void> placed =
        CompletableFuture.runAsync(
            () -> {
              try {
                place("example", "products=1,stock=remote", 7);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    Awaitility.await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> product.usage().callsServed() > before);
    order.terminate(); // its order is with the customer service now
    placed.get(LONG.toSeconds(), TimeUnit.SECONDS);
    assertThat(order.exitCode()).isZero();
    assertThat(order.err()).noneMatch(line -> line.contains("were cut"));
    order = startedOrder();
  }

  @org.junit.jupiter.api.Order(3)
  @Test
  void aServiceThatIsGoneIsNamedWithAllBeforeIt() {
    long before = product.usage().callsServed();
    shipping.kill();
    shipping.exitCode();
    assertThatThrownBy(() -> place("example", "products=1,stock=remote", 7))
        .isInstanceOfSatisfying(
            CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.REFUSED))
        .hasMessageStartingWith("HTTP status 502: the customer service: ")
        .hasMessageContaining("the shipping service: ");
    assertThat(product.usage().callsServed() - before)
        .as("nothing is sold that is not shipped")
        .isOne();
  }
}
