package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a server tells of itself, and calls that are made by it alone. */
class DescribeTest {
  /** How a customer pays. */
  sealed interface Payment permits Card, Cash {}

  record Card(String number) implements Payment {}

  record Cash() implements Payment {}

  enum State {
    OPEN,
    PAID
  }

  record Item(String name, int count, Optional<Duration> steeped) {}

  record Page<T>(List<T> items, Map<Integer, State> states, Page<T> next) {}

  @Published("no-funds")
  static final class NoFunds extends Exception {
    private static final long serialVersionUID = 1;
    private final long missing;

    NoFunds(long missing) {
      this.missing = missing;
    }

    long missing() {
      return missing;
    }
  }

  @RPCXServer("shop")
  static final class Shop {
    @Method(value = "pages", maxInFlight = 7)
    public Page<Item> pages(Page<Item> page, Set<State> states) {
      return page;
    }

    @Method("pay")
    public Payment pay(Payment payment, byte[] receipt) throws NoFunds {
      if (receipt.length == 0) {
        throw new NoFunds(3);
      }
      return payment;
    }

    @Method("forget")
    public void forget() {}
  }

  private static ServiceCentre.Builder shop() {
    return ServiceCentre.builder().publish(new Shop());
  }

  private static RPCX connectTo(ServiceCentre centre) {
    return RPCX.builder().address(centre.address()).port(centre.port()).build();
  }

  @Test
  void aServerSaysNothingUnlessItIsAllowedTo() {
    try (ServiceCentre centre = shop().start();
        RPCX rpcx = connectTo(centre)) {
      assertThatThrownBy(() -> rpcx.client(Description.class).methods(""))
          .isInstanceOfSatisfying(
              RPCXException.class,
              e -> assertThat(e.status()).isEqualTo(StatusCode.UNKNOWN_SERVICE));
    }
  }

  @Test
  void toBeDescribedIsNoCallThatWasServed() {
    try (ServiceCentre centre = shop().describe(true).start();
        RPCX rpcx = connectTo(centre)) {
      assertThat(rpcx.client(Description.class).methods("")).isNotEmpty();
      assertThat(centre.callsServed()).isZero();
    }
  }

  @Test
  void namesTypesAndLimitsAreDescribed() {
    try (ServiceCentre centre = shop().describe(true).start();
        RPCX rpcx = connectTo(centre)) {
      Description description = rpcx.client(Description.class);
      assertThat(description.methods(""))
          .containsExactly(
              new Description.MethodInfo(
                  "shop", "forget", List.of(), Optional.empty(), List.of(), 0),
              new Description.MethodInfo(
                  "shop",
                  "pages",
                  List.of("record:Page<record:Item>", "set<enum:State>"),
                  Optional.of("record:Page<record:Item>"),
                  List.of(),
                  7),
              new Description.MethodInfo(
                  "shop",
                  "pay",
                  List.of("sealed:Payment", "bytes"),
                  Optional.of("sealed:Payment"),
                  List.of("error:no-funds"),
                  0));
      assertThat(members(description, "record:Page<record:Item>"))
          .containsExactly(
              "items list<record:Item>",
              "states map<int32,enum:State>",
              "next record:Page<record:Item>");
      assertThat(members(description, "sealed:Payment"))
          .containsExactly("Card record:Card", "Cash record:Cash");
      assertThat(members(description, "enum:State")).containsExactly("OPEN ", "PAID ");
      assertThat(members(description, "error:no-funds")).containsExactly("missing int64");
      assertThat(description.limits()).containsEntry("maxFrameBytes", 4L * 1024 * 1024);
      assertThatThrownBy(() -> description.members("record:java.lang.Runtime"))
          .isInstanceOfSatisfying(
              RPCXException.class, e -> assertThat(e.status()).isEqualTo(StatusCode.NOT_FOUND));
    }
  }

  private static List<String> members(Description description, String alias) {
    List<String> members = new ArrayList<>();
    description.members(alias).forEach((name, type) -> members.add(name + " " + type));
    return members;
  }

  @Test
  void anInterceptorCanRefuseToDescribe() {
    ServerInterceptor guard =
        (call, next) -> {
          if (call.service().equals(Description.SERVICE)) {
            throw new RPCXException(StatusCode.PERMISSION_DENIED, "operators only");
          }
          return next.proceed();
        };
    try (ServiceCentre centre = shop().describe(true).intercept(guard).start();
        RPCX rpcx = connectTo(centre)) {
      assertThatThrownBy(() -> rpcx.client(Description.class).limits())
          .isInstanceOfSatisfying(
              RPCXException.class,
              e -> assertThat(e.status()).isEqualTo(StatusCode.PERMISSION_DENIED));
    }
  }

  @Test
  void aMethodIsCalledByItsDescription() {
    try (ServiceCentre centre = shop().describe(true).start();
        RPCX rpcx = connectTo(centre)) {
      DynamicClient shop = new DynamicClient(rpcx, (value, type) -> value);
      List<Description.MethodInfo> methods = shop.methods();
      Map<String, Object> tea = Map.of("name", "tea", "count", 0, "steeped", Duration.ofSeconds(5));
      Map<String, Object> page =
          Map.of("items", List.of(tea), "states", Map.of(1, "PAID"), "next", Map.of());
      assertThat(shop.call(methods.get(1), page, List.of("OPEN")))
          .isEqualTo(
              Map.of(
                  "items",
                  List.of(
                      Map.of(
                          "name",
                          "tea",
                          "count",
                          0,
                          "steeped",
                          Optional.of(Duration.ofSeconds(5)))),
                  "states",
                  Map.of(1, "PAID"),
                  "next",
                  Map.of()));
      Map<String, Object> card = Map.of("Card", Map.of("number", "12"));
      assertThat(shop.call(methods.get(2), card, new byte[1])).isEqualTo(card);
      assertThat(shop.call(methods.get(0))).isNull();
      assertThatThrownBy(() -> shop.call(methods.get(2), card, new byte[0]))
          .isInstanceOfSatisfying(
              RPCXException.class, e -> assertThat(e.status()).isEqualTo(StatusCode.UNKNOWN));
      assertThatThrownBy(() -> shop.call(methods.get(2), Map.of("Cheque", 1), new byte[1]))
          .isInstanceOfSatisfying(
              RPCXException.class,
              e -> {
                assertThat(e.status()).isEqualTo(StatusCode.INVALID_ARGUMENT);
                assertThat(e.mayHaveRun()).isFalse();
                assertThat(e).hasMessageContaining("Card, Cash");
              });
      assertThatThrownBy(() -> shop.call(methods.get(1), page, "OPEN"))
          .isInstanceOfSatisfying(
              RPCXException.class,
              e -> {
                assertThat(e.status()).isEqualTo(StatusCode.INVALID_ARGUMENT);
                assertThat(e)
                    .hasMessageContaining(
                        "set<enum:State> needs a java.util.Collection, not a java.lang.String");
              });
    }
  }
}
