package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import greeting.GreetReply;
import greeting.GreetRequest;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The README's services that come from gRPC and OpenFeign, as they are afterwards. */
class MigrationTest {
  /** From gRPC. */
  @RPCXServer("greeter")
  static final class GreeterService {
    @Method("greet")
    public GreetReply greet(GreetRequest request) {
      if (request.getName().isEmpty()) {
        throw new RPCXException(StatusCode.INVALID_ARGUMENT, "no name");
      }
      return GreetReply.newBuilder().setText("hello, " + request.getName()).build();
    }
  }

  /** Its client. */
  @RPCXClient(remoteServerName = "greeter")
  interface Greeting {
    @Method(value = "greet", deadlineMillis = 2000)
    GreetReply greet(GreetRequest request);
  }

  /** What a shop has. */
  record Stock(String item, int count) {}

  /** From OpenFeign. */
  @RPCXServer("stock")
  static final class StockService {
    private final Map<String, Stock> store = Map.of("tea", new Stock("tea", 2));

    @Method(value = "find", blocking = true)
    public Stock find(String item) {
      Stock stock = store.get(item);
      if (stock == null) {
        throw new RPCXException(StatusCode.NOT_FOUND, "no " + item);
      }
      return stock;
    }
  }

  /** Its client. */
  @RPCXClient(remoteServerName = "stock")
  interface StockClient {
    @Method(value = "find", idempotent = true)
    Stock find(String item);
  }

  @Test
  void aServiceFromGrpcKeepsItsMessagesAndItsStatus() {
    try (ServiceCentre centre = ServiceCentre.builder().publish(new GreeterService()).start();
        RPCX rpcx = RPCX.builder().address(centre.address()).port(centre.port()).build()) {
      Greeting greeter = rpcx.client(Greeting.class);
      GreetRequest request = GreetRequest.newBuilder().setName("Ada").build();

      assertThat(greeter.greet(request).getText()).isEqualTo("hello, Ada");
      RPCXException problem =
          catchThrowableOfType(
              RPCXException.class, () -> greeter.greet(GreetRequest.getDefaultInstance()));
      assertThat(problem.status()).isEqualTo(StatusCode.INVALID_ARGUMENT);
    }
  }

  @Test
  void aServiceFromOpenFeignHasRecordsAndStatuses() {
    try (ServiceCentre centre = ServiceCentre.builder().publish(new StockService()).start();
        RPCX rpcx = RPCX.builder().address(centre.address()).port(centre.port()).build()) {
      StockClient stock = rpcx.client(StockClient.class);

      assertThat(stock.find("tea")).isEqualTo(new Stock("tea", 2));
      RPCXException problem = catchThrowableOfType(RPCXException.class, () -> stock.find("coffee"));
      assertThat(problem.status()).isEqualTo(StatusCode.NOT_FOUND);
    }
  }
}
