package io.rpcstress.driver.nats;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Broker;
import io.rpcstress.contract.BrokerCredentials;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.LoopbackServer;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedConnectionsContract;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the driver owes, with a broker that does what it should not. */
class NatsDriverTest extends SharedConnectionsContract {

  /** The credentials that the driver reads from its environment: any, to this broker. */
  @BeforeAll
  static void makeCredentials() throws IOException {
    var unused = BrokerCredentials.readOrMade(BrokerCredentials.fileFor(NatsDriver.class));
  }

  @Override
  protected List<Numbers> technologies() {
    return List.of(new Numbers("nats", 23, 9023));
  }

  @Override
  protected List<String> variants() {
    return List.of("example");
  }

  @Override
  protected LoopbackServer server(Way way, Script script) throws IOException {
    return new ScriptedNats(script::answer);
  }

  @Override
  protected List<String> malformedAnswers(Way way) {
    return Stream.of("MSG a 1 99999999999\r\n", "MSG a\r\n", "\r\n", "GREETING\r\n")
        .map(text -> HexFormat.of().formatHex(text.getBytes(UTF_8)))
        .toList();
  }

  /** All calls of the connection end with it, and none of them has an answer. */
  @Override
  protected FailureKind malformedAnswer(Way way) {
    return FailureKind.DISCONNECTED;
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aBrokerThatRefusesTheCredentialsIsARefusal(Way way) throws Exception {
    try (ScriptedNats refusing = new ScriptedNats((name, answering) -> {}, true)) {
      assertFails(FailureKind.REFUSED, () -> open(way, refusing.target(), 1, LONG));
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void whatIsRefusedOrHasNoServerFailsAtOnceAndTheConnectionStays(Way way) throws Exception {
    try (ScriptedNats broker =
            new ScriptedNats(
                (name, answering) -> {
                  switch (name) {
                    case "refused" -> answering.refuse("not today");
                    case "unread" -> answering.reportNoResponders();
                    default -> answering.greet(name);
                  }
                });
        Session session = open(way, broker.target(), 1, LONG)) {
      AsyncCaller<String, String> caller = starting(session, 0);
      assertFails(FailureKind.REFUSED, () -> caller.call("refused"));
      assertThatThrownBy(() -> caller.call("refused")).hasMessage("not today");
      assertFails(FailureKind.CONNECT, () -> ended(caller.start("unread")));
      assertThatThrownBy(() -> caller.call("unread")).hasMessageContaining("no server answers");
      String tooLong = "x".repeat(Broker.MAX_MESSAGE_BYTES + 1);
      assertFails(FailureKind.REFUSED, () -> caller.call(tooLong));
      assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
      assertThat(broker.connections()).isEqualTo(1);
    }
  }
}
