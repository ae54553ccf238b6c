package io.rpcstress.driver.dubbo;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.LoopbackServer;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedConnectionsContract;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the driver owes, with a server that does what it should not. */
class DubboDriverTest extends SharedConnectionsContract {
  /** A value that is an object of a class. */
  private static final byte[] EVIL =
      "\u0091C\u0014java.util.Properties\u0090O\u0090".getBytes(ISO_8859_1);

  private static final int PERMISSION_DENIED = 7;

  @Override
  protected List<Numbers> technologies() {
    return List.of(new Numbers("dubbo", 16, 9016), new Numbers("dubbo-triple", 17, 9017));
  }

  /** The others differ in how many connections they have. */
  @Override
  protected List<String> variants() {
    return List.of("example");
  }

  @Override
  protected LoopbackServer server(Way way, Script script) throws IOException {
    return way.driver() instanceof TripleDriver
        ? new ScriptedTriple(script::answer)
        : new ScriptedServer(script::answer);
  }

  @Override
  protected List<String> malformedAnswers(Way way) {
    // Of the dubbo protocol the first byte says that it is a value.
    int from = way.driver() instanceof TripleDriver ? 1 : 0;
    return List.of(HexFormat.of().formatHex(EVIL, from, EVIL.length));
  }

  /** Dubbo may begin a call on a connection just before it sees that it is lost. */
  @Override
  protected boolean seesLostConnections() {
    return false;
  }

  @Test
  void anErrorIsARefusalAndWhatNamesAClassIsNotMade() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                (name, answering) -> {
                  switch (name) {
                    case "refused" -> answering.fail(ScriptedServer.SERVICE_ERROR, "not today");
                    case "evil" -> answering.out().write(EVIL);
                    default -> answering.greet(name);
                  }
                });
        Session session = open(Way.of(new DubboDriver(), "example"), server.target(), 1, LONG)) {
      AsyncCaller<String, String> caller = starting(session, 0);
      assertThatThrownBy(() -> caller.call("refused")).hasMessageContaining("not today");
      assertFails(FailureKind.REFUSED, () -> caller.call("refused"));
      assertFails(FailureKind.REFUSED, () -> ended(caller.start("refused")));
      assertFails(FailureKind.PROTOCOL, () -> ended(caller.start("evil")));
      assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
      assertThat(server.connections()).as("none of it ends the connection").isEqualTo(1);
    }
  }

  @Test
  void triplesErrorIsARefusalAndAnotherSerialisationIsNotRead() throws Exception {
    try (ScriptedTriple server =
            new ScriptedTriple(
                (name, answering) -> {
                  switch (name) {
                    case "refused" -> answering.fail(PERMISSION_DENIED, "not today");
                    case "java" -> answering.message("\n\u0004java\u0012\0".getBytes(ISO_8859_1));
                    default -> answering.greet(name);
                  }
                });
        Session session = open(Way.of(new TripleDriver(), "example"), server.target(), 1, LONG)) {
      AsyncCaller<String, String> caller = starting(session, 0);
      assertThatThrownBy(() -> caller.call("refused")).hasMessageContaining("not today");
      assertFails(FailureKind.REFUSED, () -> caller.call("refused"));
      assertFails(FailureKind.REFUSED, () -> ended(caller.start("refused")));
      assertFails(FailureKind.PROTOCOL, () -> caller.call("java"));
      assertFails(FailureKind.PROTOCOL, () -> ended(caller.start("java")));
      assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
      assertThat(server.connections()).as("none of it ends the connection").isEqualTo(1);
    }
  }
}
