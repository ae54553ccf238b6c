package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.proto.RPCXRequest;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Types over a real connection: those of the JDK, and classes that an application has carried. */
class OwnTypesTest {
  /** What the tests' codecs carry. */
  static final class Money {
    final String text;

    Money(String text) {
      if (!text.startsWith("EUR ")) {
        throw new IllegalArgumentException("expected EUR");
      }
      this.text = text;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Money money && money.text.equals(text);
    }

    @Override
    public int hashCode() {
      return text.hashCode();
    }
  }

  /** A codec that is what a test wants. */
  private record Texts<T>(
      Class<T> type, String alias, int maxBytes, Function<T, String> out, Function<String, T> in)
      implements TypeCodec<T> {
    @Override
    public byte[] encode(T value) {
      return out.apply(value).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public T decode(byte[] content) {
      return in.apply(new String(content, StandardCharsets.UTF_8));
    }
  }

  private static Texts<Money> money(String alias) {
    return new Texts<>(Money.class, alias, 16, money -> money.text, Money::new);
  }

  /** Has them in it. */
  record Bill(Money total, List<Money> items, @Nullable Money discount) {}

  /** The service. */
  interface Shop {
    @Method("pay")
    Money pay(Bill bill, Money[] coins);

    @Method("turn")
    Map<String, Optional<OffsetDateTime>> turn(
        BigDecimal price, BigInteger count, Set<UUID> ids, double[] weights, Optional<String> note);
  }

  /** Calls it. */
  @RPCXClient(remoteServerName = "shop")
  interface ShopClient extends Shop {}

  /** Calls it with lists where it has arrays. */
  @RPCXClient(remoteServerName = "shop")
  interface ListClient {
    @Method("pay")
    Money pay(Bill bill, List<Money> coins);
  }

  /** Serves it. */
  @RPCXServer("shop")
  static final class ShopService implements Shop {
    @Override
    public Money pay(Bill bill, Money[] coins) {
      return new Money(bill.total.text + "/" + bill.items.size() + "/" + coins.length);
    }

    @Override
    public Map<String, Optional<OffsetDateTime>> turn(
        BigDecimal price,
        BigInteger count,
        Set<UUID> ids,
        double[] weights,
        Optional<String> note) {
      String key = price + " " + count + " " + ids + " " + weights[1] + " " + note;
      return Map.of(key, note.map(OffsetDateTime::parse));
    }
  }

  private static ServiceCentre serve(TypeCodec<?>... codecs) {
    ServiceCentre.Builder builder = ServiceCentre.builder().publish(new ShopService());
    for (TypeCodec<?> codec : codecs) {
      builder.codec(codec);
    }
    return builder.start();
  }

  private static RPCX connect(ServiceCentre centre, TypeCodec<?>... codecs) {
    RPCX.Builder builder =
        RPCX.builder()
            .address(centre.address())
            .port(centre.port())
            .deadline(Duration.ofSeconds(20));
    for (TypeCodec<?> codec : codecs) {
      builder.codec(codec);
    }
    return builder.build();
  }

  @Test
  void typesOfTheJdkTravelBothWays() {
    UUID id = new UUID(1, 2);
    try (ServiceCentre centre = serve(money("acme.money"));
        RPCX rpcx = connect(centre, money("acme.money"))) {
      ShopClient shop = rpcx.client(ShopClient.class);
      String at = "2026-01-02T03:04:05.600+02:00";
      assertThat(
              shop.turn(
                  new BigDecimal("1.50"),
                  BigInteger.TEN,
                  Set.of(id),
                  new double[] {0, 2.5},
                  Optional.of(at)))
          .isEqualTo(
              Map.of(
                  "1.50 10 [" + id + "] 2.5 Optional[" + at + "]",
                  Optional.of(OffsetDateTime.parse(at))));
      assertThat(
              shop.turn(BigDecimal.ONE, BigInteger.ONE, Set.of(), new double[2], Optional.empty()))
          .isEqualTo(Map.of("1 1 [] 0.0 Optional.empty", Optional.empty()));
    }
  }

  @Test
  void aClassOfTheApplicationTravelsWhereverItIsDeclared() {
    try (ServiceCentre centre = serve(money("acme.money"));
        RPCX rpcx = connect(centre, money("acme.money"))) {
      assertThat(centre.published())
          .contains("shop.pay(record:Bill, list<acme.money>): acme.money");
      Money one = new Money("EUR 1");
      Bill bill = new Bill(one, List.of(one, one), null);
      assertThat(rpcx.client(ShopClient.class).pay(bill, new Money[] {one}))
          .isEqualTo(new Money("EUR 1/2/1"));
      assertThat(rpcx.client(ListClient.class).pay(bill, List.of(one, one)))
          .isEqualTo(new Money("EUR 1/2/2"));
    }
  }

  @Test
  void anotherAliasIsAnotherType() {
    try (ServiceCentre centre = serve(money("acme.money"));
        RPCX rpcx = connect(centre, money("other.money"))) {
      Money one = new Money("EUR 1");
      RPCXException problem =
          catchThrowableOfType(
              RPCXException.class,
              () ->
                  rpcx.client(ShopClient.class).pay(new Bill(one, List.of(), null), new Money[0]));
      assertThat(problem.status()).isEqualTo(StatusCode.INVALID_ARGUMENT);
    }
  }

  @Test
  void whatItsCodecRefusesIsAStatusOnBothSides() throws IOException {
    try (ServiceCentre centre = serve(money("acme.money"));
        RPCX rpcx = connect(centre, money("acme.money"))) {
      Bill tooLong = new Bill(new Money("EUR 1234567890123"), List.of(), null);
      RPCXException notSent =
          catchThrowableOfType(
              RPCXException.class, () -> rpcx.client(ShopClient.class).pay(tooLong, new Money[0]));
      assertThat(notSent.status()).isEqualTo(StatusCode.INVALID_ARGUMENT);
      assertThat(notSent.mayHaveRun()).isFalse();
      try (RawPeer peer = new RawPeer(centre.port())) {
        peer.send(RawPeer.hello());
        // A total that is no money, one that is too long, and one that is good.
        assertThat(pay(peer, "0a03555344").getMessage()).contains("not a acme.money");
        assertThat(pay(peer, "0a11" + "45555220" + "31".repeat(13)).getMessage())
            .contains("more than 16 bytes");
        assertThat(pay(peer, "0a0545555220" + "31").getResult().toStringUtf8())
            .isEqualTo("EUR 1/0/0");
      }
    }
  }

  private static RPCXReply pay(RawPeer peer, String bill) throws IOException {
    // An empty list of items stands for itself.
    peer.send(
        Envelope.newBuilder()
            .setRequest(
                RPCXRequest.newBuilder()
                    .setId(1)
                    .setService("shop")
                    .setMethod("pay")
                    .addParameters(
                        Parameter.newBuilder()
                            .setType("record:Bill")
                            .setValue(ByteString.fromHex(bill + "1200")))
                    .addParameters(
                        Parameter.newBuilder()
                            .setType("list<acme.money>")
                            .setValue(ByteString.EMPTY)))
            .build());
    return peer.reply();
  }

  @Test
  void aListOfThemIsBoundedByTheBudget() {
    Limits few = Limits.builder().maxObjects(1000).build();
    Texts<Currency> currency =
        new Texts<>(
            Currency.class, "acme.currency", 3, Currency::getCurrencyCode, Currency::getInstance);
    try (ServiceCentre centre =
            ServiceCentre.builder()
                .publish(new CurrencyService())
                .codec(currency)
                .limits(few)
                .start();
        RPCX rpcx = connect(centre, currency)) {
      CurrencyClient client = rpcx.client(CurrencyClient.class);
      Currency euro = Currency.getInstance("EUR");
      assertThat(client.count(java.util.Collections.nCopies(900, euro))).isEqualTo(900);
      assertThatThrownBy(() -> client.count(java.util.Collections.nCopies(1000, euro)))
          .hasMessageContaining("more than 1000 objects");
    }
  }

  /** Counts. */
  @RPCXServer("currencies")
  static final class CurrencyService {
    @Method("count")
    public int count(List<Currency> currencies) {
      return currencies.size();
    }
  }

  /** Has them counted. */
  @RPCXClient(remoteServerName = "currencies")
  interface CurrencyClient {
    @Method("count")
    int count(List<Currency> currencies);
  }

  @Test
  void codecsOfOneAliasOrClassAreRefusedAtStart() {
    refused("second codec for", money("acme.money"), money("acme.euro"));
    refused(
        "another codec has, too",
        money("acme.money"),
        new Texts<>(Currency.class, "acme.money", 3, Currency::toString, Currency::getInstance));
    for (String owned :
        List.of("string", "int64", "money", "list<int32>", "record:a.b", "pb:a.b")) {
      refused("expected 3 to 64 letters", money(owned));
    }
    for (String odd : List.of("", "a", "a.", ".a", "a..b", "a b.c", "ä.b", "a." + "b".repeat(63))) {
      refused("expected 3 to 64 letters", money(odd));
    }
    refused("RPCX carries itself", new Texts<>(UUID.class, "a.b", 3, UUID::toString, null));
    refused("RPCX carries itself", new Texts<>(Bill.class, "a.b", 3, Bill::toString, null));
    refused("RPCX carries itself", new Texts<>(List.class, "a.b", 3, Object::toString, null));
    refused("RPCX carries itself", new Texts<>(int[].class, "a.b", 3, Object::toString, null));
    refused("expected 1 or more", new Texts<>(Money.class, "a.b", 0, Money::toString, Money::new));
  }

  private static void refused(String words, TypeCodec<?>... codecs) {
    ServiceCentre.Builder server = ServiceCentre.builder().publish(new Greeter.Service());
    RPCX.Builder client = RPCX.builder().address("127.0.0.1").port(1);
    for (TypeCodec<?> codec : codecs) {
      server.codec(codec);
      client.codec(codec);
    }
    assertThatThrownBy(server::start)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
    assertThatThrownBy(client::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  @Test
  void aClassWithoutACodecIsRefusedAtStart() {
    assertThatThrownBy(() -> serve())
        .hasMessageContaining("Money")
        .hasMessageContaining("TypeCodec");
  }
}
