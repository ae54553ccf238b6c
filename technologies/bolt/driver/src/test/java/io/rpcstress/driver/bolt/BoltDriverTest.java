package io.rpcstress.driver.bolt;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the driver owes, with a server that does what it should not. */
class BoltDriverTest extends SharedConnectionsContract {
  private static final int CLASS_BYTES = 16;

  @Override
  protected List<Numbers> technologies() {
    return List.of(new Numbers("sofa-bolt", 18, 9018));
  }

  /** The others have the same client. */
  @Override
  protected List<String> variants() {
    return List.of("example");
  }

  @Override
  protected LoopbackServer server(Way way, Script script) throws IOException {
    return new ScriptedServer(script::answer);
  }

  @Override
  protected List<String> malformedAnswers(Way way) {
    return Stream.of(
            head(CLASS_BYTES, Integer.MAX_VALUE),
            head(CLASS_BYTES, -1),
            head(CLASS_BYTES, 16_385),
            head(Short.MAX_VALUE, 3),
            head(-1, 3))
        .map(HexFormat.of()::formatHex)
        .toList();
  }

  private static byte[] head(int classBytes, int contentBytes) {
    return ScriptedServer.head(1, ScriptedServer.SUCCESS, classBytes, contentBytes);
  }

  /** All calls of the connection end with it, and none of them has an answer. */
  @Override
  protected FailureKind malformedAnswer(Way way) {
    return FailureKind.DISCONNECTED;
  }

  @Test
  void anErrorIsARefusalAndAnotherClassIsNeverLoaded() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                (name, answering) -> {
                  switch (name) {
                    case "refused" ->
                        answering.respond(
                            ScriptedServer.SERVER_EXCEPTION, ScriptedServer.EXCEPTION, "not today");
                    case "evil" ->
                        answering.respond(
                            ScriptedServer.SUCCESS, "java.util.Properties", "whatever");
                    default -> answering.greet(name);
                  }
                });
        Session session = open(Way.of(new BoltDriver(), "example"), server.target(), 1, LONG)) {
      AsyncCaller<String, String> caller = starting(session, 0);
      assertThatThrownBy(() -> caller.call("refused")).hasMessageContaining("not today");
      assertFails(FailureKind.REFUSED, () -> caller.call("refused"));
      assertFails(FailureKind.REFUSED, () -> ended(caller.start("refused")));
      assertFails(FailureKind.PROTOCOL, () -> caller.call("evil"));
      assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
      assertThat(server.connections()).as("none of it ends the connection").isEqualTo(1);
    }
  }
}
