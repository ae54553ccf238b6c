package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rpcstress.client.harness.plan.Replicas.Replica;
import io.rpcstress.driver.Address;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which further servers are meant, and what is refused. */
class ReplicasTest {

  private static List<Replica> all(String... words) {
    return new Replicas(List.of(words)).all("10.0.0.5");
  }

  @ParameterizedTest
  @CsvSource({
    "mml=9113, mml, 10.0.0.5, 9113",
    "mml@tuned=10.0.0.6:9013, mml@tuned, 10.0.0.6, 9013",
    "mml=b:65535, mml, b, 65535",
    "mml=[::1]:9013, mml, ::1, 9013",
  })
  void aFurtherServerIsOnTheSameHostUnlessItIsSaid(
      String word, String server, String host, int port) {
    assertThat(all(word)).containsExactly(new Replica(server, new Address(host, port)));
    assertThat(new Replicas(List.of(word)).options()).containsExactly("--replica", word);
  }

  @ParameterizedTest
  @CsvSource({
    "mml, SERVER=PORT or SERVER=HOST:PORT expected",
    "=9113, SERVER=PORT or SERVER=HOST:PORT expected",
    "mml=, SERVER=PORT or SERVER=HOST:PORT expected",
    "mml=b, SERVER=PORT or SERVER=HOST:PORT expected",
    "mml=b:-1, SERVER=PORT or SERVER=HOST:PORT expected",
    "mml=0, port is 0",
    "mml=65536, port is 65536",
    "mml=:9113, host is empty",
  })
  void whatIsNoneIsRefused(String word, String why) {
    assertThatExceptionOfType(Misuse.class)
        .isThrownBy(() -> all(word))
        .withMessageStartingWith("--replica ")
        .withMessageContaining(word)
        .withMessageContaining(why);
  }

  @Test
  void moreThanAnybodyHasAreRefused() {
    List<String> words = IntStream.range(0, 65).mapToObj(i -> "mml=" + (9_000 + i)).toList();
    assertThatExceptionOfType(Misuse.class)
        .isThrownBy(() -> new Replicas(words).all("b"))
        .withMessage("--replica gives 65 further servers: 64 at most");
  }

  @Test
  void furtherServersAreNotRestarted() {
    Replicas some = new Replicas(List.of("mml=9113"));
    some.refuseRestarts(Freshness.CLIENT);
    Replicas.NONE.refuseRestarts(Freshness.ROUND);
    assertThatExceptionOfType(Misuse.class)
        .isThrownBy(() -> some.refuseRestarts(Freshness.ROUND))
        .withMessageContaining("--fresh-servers client");
  }

  @Test
  void aTechnologyWhoseClientCallsOneServerIsRefused() {
    Calls calls =
        CallsTest.calls("example", Map.of(), Map.of(), null, new Replicas(List.of("tcp=9104")));
    assertThatExceptionOfType(Misuse.class)
        .isThrownBy(() -> PointPlans.closed(calls, ClosedRuns.ONE, List.of("grpc"), 1, 1))
        .withMessageStartingWith("--replica tcp: a client of tcp calls one server; ");
  }
}
