package io.rpcstress.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a driver owes, too, whose threads share connections, on which calls are matched by ids. */
public abstract class SharedConnectionsContract extends StartedCallsContract {
  private static final int CONNECTIONS = 3;
  private static final int CALLS = 20;

  /** For subclasses. */
  protected SharedConnectionsContract() {}

  @Override
  protected final void checkBehindLateAnswer(LoopbackServer server) {
    assertThat(server.connections()).as("the connection stays").isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("ways")
  final void asManyConnectionsAreMadeAsRequested(Way way) throws Exception {
    try (LoopbackServer server = server(way, (name, answering) -> answering.greet(name));
        Session session =
            open(
                way,
                server.target(),
                CONNECTIONS,
                ConnectionPolicy.multiplexed(CONNECTIONS),
                LONG)) {
      for (int i = 0; i < CALLS; i++) {
        assertThat(starting(session, i % CONNECTIONS).call("n" + i)).isEqualTo("hello, n" + i);
      }
      assertThat(server.connections()).isEqualTo(CONNECTIONS);
    }
  }
}
