package io.rpcstress.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person reads of the exceptions that libraries wrap a failure in. */
class NetworkFailuresTest {

  @ParameterizedTest
  @CsvSource({
    "connection closed locally, connection closed locally: by java.net.http",
    "Data received while in pool, Data received while in pool: by java.net.http",
    "Connection reset, Connection reset",
  })
  void aConnectionThatTheClientItselfClosedIsNotBlamedOnTheServer(String cause, String described) {
    IOException e =
        new IOException("HTTP/1.1 header parser received no bytes", new IOException(cause));

    assertThat(NetworkFailures.describe(e).split(",", 2)[0]).isEqualTo(described);
  }
}
