package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.proto.RPCXReply;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a failure carries beside its status: details by type, and declared exceptions. */
class FailureDetailTest {
  /** What is missing. */
  record Shortage(String item, int missing) {}

  /** What it is worth. */
  record Priced(BigDecimal price) {}

  /** Too much of it. */
  record Lengthy(String text) {}

  /** Declared by the service and some of its clients. */
  @Published("no-funds")
  static final class NoFunds extends Exception {
    private static final long serialVersionUID = 1L;

    final BigDecimal missing;
    final List<String> accounts;

    NoFunds(String message, BigDecimal missing, List<String> accounts) {
      super(message);
      this.missing = missing;
      this.accounts = accounts;
    }
  }

  /** Another class of the same name, as another program would have it. */
  @Published("no-funds")
  static final class Broke extends RuntimeException {
    private static final long serialVersionUID = 1L;

    final @Nullable BigDecimal missing;

    Broke(@Nullable BigDecimal missing) {
      super("broke");
      this.missing = missing;
    }
  }

  /** Cannot be written. */
  static final class Worthless extends BigDecimal {
    private static final long serialVersionUID = 1L;

    Worthless() {
      super(1);
    }

    @Override
    public int scale() {
      throw new AssertionError("worthless");
    }

    @Override
    public int precision() {
      throw new AssertionError("worthless");
    }

    @Override
    public String toString() {
      throw new AssertionError("worthless");
    }
  }

  /** Declared, but not published. */
  static final class Private extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /** The service. */
  @RPCXServer("bank")
  static final class Bank {
    @Method("pay")
    public String pay(String how) throws NoFunds, Private {
      switch (how) {
        case "broke" -> throw new NoFunds("not today", new BigDecimal("1.50"), List.of("a", "b"));
        case "worthless exception" -> throw new NoFunds("why", new Worthless(), List.of());
        case "private" -> throw new Private();
        case "shortage" ->
            throw new RPCXException(StatusCode.ABORTED, "short").withDetail(new Shortage("tea", 2));
        case "long" ->
            throw new RPCXException(StatusCode.ABORTED, "long")
                .withDetail(new Lengthy("x".repeat(10_000)));
        case "worthless" ->
            throw new RPCXException(StatusCode.ABORTED, "odd")
                .withDetail(new Priced(new Worthless()));
        case "thread" ->
            throw new RPCXException(StatusCode.ABORTED, "odd").withDetail(Thread.currentThread());
        default -> {
          return "paid";
        }
      }
    }

    @Method("payLater")
    public CompletableFuture<String> payLater(String how) throws NoFunds {
      return CompletableFuture.failedFuture(new NoFunds("later", BigDecimal.ONE, List.of()));
    }
  }

  /** Declares the exception. */
  @RPCXClient(remoteServerName = "bank")
  interface Client {
    @Method("pay")
    String pay(String how) throws NoFunds;

    @Method("pay")
    CompletableFuture<String> payAsync(String how) throws NoFunds;

    @Method("payLater")
    String payLater(String how) throws NoFunds;
  }

  /** Declares its own of that name. */
  @RPCXClient(remoteServerName = "bank")
  interface BrokeClient {
    @Method("pay")
    String pay(String how) throws Broke;
  }

  /** Declares none. */
  @RPCXClient(remoteServerName = "bank")
  interface PlainClient {
    @Method("pay")
    String pay(String how);
  }

  private ServiceCentre centre;
  private RPCX rpcx;

  @BeforeEach
  void start() {
    centre = Greeter.serve(new Bank());
    rpcx = Greeter.connectTo(centre);
  }

  @AfterEach
  void stop() {
    rpcx.close();
    centre.stop(Duration.ZERO);
  }

  private static void isOfThisThread(Throwable problem) {
    assertThat(problem.getStackTrace())
        .anySatisfy(frame -> assertThat(frame.getClassName()).contains("FailureDetailTest"));
  }

  @Test
  void aDeclaredExceptionIsThrownByTheClient() throws Exception {
    Client client = rpcx.client(Client.class);
    NoFunds problem = catchThrowableOfType(NoFunds.class, () -> client.pay("broke"));
    assertThat(problem).hasMessage("not today");
    assertThat(problem.missing).isEqualTo(new BigDecimal("1.50"));
    assertThat(problem.accounts).containsExactly("a", "b");
    isOfThisThread(problem);
    assertThat(catchThrowable(() -> client.payLater("broke")))
        .isInstanceOf(NoFunds.class)
        .hasMessage("later");
    assertThat(client.pay("well")).isEqualTo("paid");
    assertThat(centre.published()).contains("bank.pay(string): string, error:no-funds");
  }

  @Test
  void aFutureFailsWithTheDeclaredException() throws Exception {
    CompletableFuture<String> answer = rpcx.client(Client.class).payAsync("broke");
    assertThatThrownBy(() -> answer.get(20, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(NoFunds.class);
  }

  @Test
  void interceptorsSeeTheDeclaredException() {
    try (RPCX intercepted =
        RPCX.builder()
            .address(centre.address())
            .port(centre.port())
            .intercept((call, next) -> next.proceed().thenApply(value -> value))
            .build()) {
      NoFunds problem =
          catchThrowableOfType(NoFunds.class, () -> intercepted.client(Client.class).pay("broke"));
      assertThat(problem).hasMessage("not today");
      isOfThisThread(problem);
    }
  }

  @Test
  void anotherClassOfTheSameNameIsMadeOfWhatItKnows() {
    Broke problem =
        catchThrowableOfType(Broke.class, () -> rpcx.client(BrokeClient.class).pay("broke"));
    assertThat(problem).hasMessage("broke");
    assertThat(problem.missing).isEqualTo(new BigDecimal("1.50"));
  }

  @Test
  void aClientThatDoesNotDeclareItGetsAStatus() {
    RPCXException problem =
        catchThrowableOfType(
            RPCXException.class, () -> rpcx.client(PlainClient.class).pay("broke"));
    assertThat(problem.status()).isEqualTo(StatusCode.UNKNOWN);
    assertThat(problem.reason()).isEqualTo("not today");
    assertThat(problem.mayHaveRun()).isTrue();
  }

  @Test
  void anExceptionThatCannotBeWrittenEndsItsCallAlone() {
    RPCXException problem =
        catchThrowableOfType(
            RPCXException.class, () -> rpcx.client(Client.class).pay("worthless exception"));
    assertThat(problem.status()).isEqualTo(StatusCode.INTERNAL);
    assertThat(rpcx.client(PlainClient.class).pay("well")).isEqualTo("paid");
  }

  @Test
  void anExceptionThatIsNotPublishedStaysAtHome() {
    RPCXException problem =
        catchThrowableOfType(RPCXException.class, () -> rpcx.client(Client.class).pay("private"));
    assertThat(problem.status()).isEqualTo(StatusCode.INTERNAL);
  }

  @Test
  void aDetailIsReadByTheRequestedType() {
    RPCXException problem =
        catchThrowableOfType(
            RPCXException.class, () -> rpcx.client(PlainClient.class).pay("shortage"));
    assertThat(problem.status()).isEqualTo(StatusCode.ABORTED);
    assertThat(problem.detail(Shortage.class)).contains(new Shortage("tea", 2));
    assertThat(problem.detail(Lengthy.class)).isEmpty();
    assertThat(problem.detail(String.class)).isEmpty();
    assertThatThrownBy(() -> problem.detail(Thread.class)).hasMessageContaining("cannot travel");
  }

  @Test
  void aDetailThatCannotTravelIsLeftOut() {
    for (String how : List.of("long", "thread", "worthless")) {
      RPCXException problem =
          catchThrowableOfType(RPCXException.class, () -> rpcx.client(PlainClient.class).pay(how));
      assertThat(problem.status()).isEqualTo(StatusCode.ABORTED);
      assertThat(problem.rawDetail()).isNull();
    }
    assertThat(centre.connections()).isEqualTo(1);
  }

  @Test
  void theRepliesAreTheGoldenBytes() throws IOException {
    try (RawPeer peer = RawPeer.greeted(centre.port())) {
      assertThat(pay(peer, "shortage"))
          .isEqualTo(
              "089601" // id
                  + "180a" // status: ABORTED
                  + "2205"
                  + "73686f7274" // message: "short"
                  + "2a1a" // detail
                  + "0a0f"
                  + "7265636f72643a53686f7274616765" // type: "record:Shortage"
                  + "1207"
                  + "0a03746561"
                  + "1002"); // value
      assertThat(pay(peer, "broke"))
          .isEqualTo(
              "089601" // id
                  + "1802" // status: UNKNOWN
                  + "2209"
                  + "6e6f7420746f646179" // message: "not today"
                  + "2a20" // detail
                  + "0a0e"
                  + "6572726f723a6e6f2d66756e6473" // type: "error:no-funds"
                  + "120e"
                  + "0a04312e3530"
                  + "12060a01610a0162"); // value
    }
  }

  private static String pay(RawPeer peer, String how) throws IOException {
    peer.send(RawPeer.request(150, "bank", "pay", "string", ByteString.copyFromUtf8(how)));
    return HexFormat.of().formatHex(peer.reply().toByteArray());
  }

  @Test
  void aServerCannotMakeAClientBelieveItsDetails() throws IOException {
    try (RawServer server = new RawServer();
        RPCX raw = RPCX.builder().address("127.0.0.1").port(server.port()).build()) {
      Client client = raw.client(Client.class);
      // Of the name of an exception, but with fields that are none of it.
      server.answer = id -> failure(id, "error:no-funds", ByteString.fromHex("0a0178"));
      assertThat(catchThrowableOfType(RPCXException.class, () -> client.pay("")).status())
          .isEqualTo(StatusCode.ABORTED);
      server.answer = id -> failure(id, "error:java.lang.Error", ByteString.EMPTY);
      assertThat(catchThrowableOfType(RPCXException.class, () -> client.pay("")).status())
          .isEqualTo(StatusCode.ABORTED);
      server.answer = id -> failure(id, "record:Shortage", ByteString.fromHex("ff"));
      RPCXException problem = catchThrowableOfType(RPCXException.class, () -> client.pay(""));
      assertThat(problem.detail(Shortage.class)).isEmpty();
      server.answer = id -> failure(id, "record:Shortage", ByteString.copyFrom(new byte[9 * 1024]));
      assertThat(catchThrowableOfType(RPCXException.class, () -> client.pay("")).status())
          .isEqualTo(StatusCode.UNAVAILABLE);
    }
  }

  private static Envelope failure(long id, String type, ByteString value) {
    return Envelope.newBuilder()
        .setReply(
            RPCXReply.newBuilder()
                .setId(id)
                .setStatus(StatusCode.ABORTED.number())
                .setDetail(Parameter.newBuilder().setType(type).setValue(value)))
        .build();
  }

  /** Has no constructor that fits. */
  @Published("odd")
  static final class Odd extends Exception {
    private static final long serialVersionUID = 1L;

    final int number;

    Odd(String text, Map<String, String> other) {
      super(text + other);
      number = 0;
    }
  }

  /** Declares it. */
  @RPCXServer("odd")
  static final class OddService {
    @Method("odd")
    public void odd() throws Odd {}
  }

  @Test
  void anExceptionThatCannotBeMadeIsRefusedAtStart() {
    assertThatThrownBy(() -> Greeter.serve(new OddService()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Odd cannot travel: it needs a constructor");
  }
}
