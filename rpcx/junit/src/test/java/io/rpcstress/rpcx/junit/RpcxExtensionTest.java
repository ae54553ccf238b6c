package io.rpcstress.rpcx.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.ServiceCentre;
import io.rpcstress.rpcx.StatusCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Calls inside of a test, in the way that a user writes one. */
class RpcxExtensionTest {
  private final Counter.Service service = new Counter.Service();

  @RegisterExtension
  final RpcxExtension rpcx =
      RpcxExtension.publishing(service)
          .server(centre -> centre.authenticate(token -> token.equals("from a test")))
          .client(client -> client.token("from a test"));

  private static StatusCode status(Runnable call) {
    try {
      call.run();
      return StatusCode.OK;
    } catch (RPCXException e) {
      return e.status();
    }
  }

  @Test
  void aClientIsInjectedWhateverAddressItNames(Counter.Client counter) {
    assertThat(counter.next()).isEqualTo(1);
  }

  @Test
  void eachTestHasAServiceOfItsOwn(Counter.Client counter, ServiceCentre centre) {
    assertThat(counter.next()).isEqualTo(1);
    assertThat(centre.port()).as("there is no socket").isZero();
    assertThat(centre.address()).startsWith("rpcx-junit-");
  }

  @Test
  void oneWayCallsAndFuturesWork(Counter.Client counter) throws Exception {
    counter.skip();
    counter.skip();
    assertThat(counter.nextAsync().get(20, TimeUnit.SECONDS)).isEqualTo(3);
  }

  @Test
  void failuresHaveTheirStatus(Counter.Client counter) {
    assertThat(status(counter::fail)).isEqualTo(StatusCode.INTERNAL);
  }

  @Test
  void deadlinesPass(Counter.Client counter) {
    assertThat(status(counter::waitBriefly)).isEqualTo(StatusCode.DEADLINE_EXCEEDED);
    service.gate.countDown();
  }

  @Test
  void largeValuesTravelWholeAndTooLargeOnesAreRefused(Counter.Client counter) {
    byte[] bytes = new byte[1024 * 1024];
    bytes[bytes.length - 1] = 42;
    assertThat(counter.echo(bytes)).isEqualTo(bytes);
    assertThat(status(() -> counter.echo(new byte[8 * 1024 * 1024])))
        .isEqualTo(StatusCode.RESOURCE_EXHAUSTED);
    assertThat(counter.next()).as("the connection stays").isEqualTo(1);
  }

  @Test
  void manyCallsAtATimeAllEnd(Counter.Client counter, RPCX client) {
    List<CompletableFuture<Integer>> calls = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      calls.add(counter.nextAsync());
    }
    assertThat(calls.stream().map(CompletableFuture::join).distinct()).hasSize(2000);
    await().until(() -> client.inFlight() == 0);
  }

  @Test
  void aServiceCentreThatStopsIsUnavailable(Counter.Client counter, ServiceCentre centre) {
    assertThat(counter.next()).isEqualTo(1);
    assertThat(centre.stop(Duration.ofSeconds(20))).isTrue();
    assertThat(status(counter::next)).isEqualTo(StatusCode.UNAVAILABLE);
  }

  @Test
  void aNameThatIsTakenIsReported(ServiceCentre centre) {
    assertThatThrownBy(() -> ServiceCentre.builder().inProcess(centre.address()).start())
        .hasMessageContaining("cannot listen on " + centre.address() + " in this process");
  }

  @Test
  void outsideOfATestThereIsNothing() {
    assertThatThrownBy(() -> RpcxExtension.publishing().rpcx())
        .hasMessageContaining("no test runs");
  }
}
