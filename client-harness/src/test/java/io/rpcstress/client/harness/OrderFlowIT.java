package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.measure.ServiceRow;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Orders over four services, each a process of a shipped jar, by the technologies that the shipped
 * client brings; those of HTTP are shown where their driver is.
 */
@Tag("long")
class OrderFlowIT {
  private static final int THREADS = 4;
  private static final int REQUESTS = 8;
  private static final int RUNS = 2;
  private static final int ORDERS = RUNS * REQUESTS;
  private static final double FOUR_STEPS_MS = 400;
  private static final int DELAY_MILLIS = 20;

  @TempDir Path folder;

  /** Where the last client left its files. */
  private Path out = Path.of("");

  /** The processes of a technology, in the order in which they are started. */
  private record Services(
      ServerProcess shipping, ServerProcess customer, ServerProcess product, ServerProcess order)
      implements AutoCloseable {

    /**
     * Those of a technology.
     *
     * @param more further words for a role
     */
    static Services of(String technology, Function<String, List<String>> more) throws IOException {
      ServerProcess shipping = started(technology, more, "shipping");
      ServerProcess customer = started(technology, more, "customer", peer("shipping", shipping));
      ServerProcess product = started(technology, more, "product");
      return new Services(
          shipping,
          customer,
          product,
          started(technology, more, "order", peer("product", product), peer("customer", customer)));
    }

    private static ServerProcess started(
        String technology, Function<String, List<String>> more, String role, String... peers)
        throws IOException {
      List<String> words = new ArrayList<>(List.of("--role", role));
      for (String each : peers) {
        words.addAll(List.of("--peer", each));
      }
      words.addAll(more.apply(role));
      return SharedServers.own(technology, words.toArray(String[]::new));
    }

    private static String peer(String role, ServerProcess process) {
      return "%s=127.0.0.1:%d/%d".formatted(role, process.port(), process.usagePort());
    }

    /** Calls that each has served, in the order's way: order, product, customer, shipping. */
    List<Long> served() {
      return List.of(order, product, customer, shipping).stream()
          .map(ServerProcess::usage)
          .map(ServerUsage::callsServed)
          .toList();
    }

    @Override
    public void close() {
      order.close();
      product.close();
      customer.close();
      shipping.close();
    }
  }

  /** Runs the shipped client against an order service. */
  private JarProcess client(String contender, ServerProcess order, String payload)
      throws IOException {
    return JarProcess.client(
        JarProcess.calling(
            contender,
            order,
            "run --operation place-order --payload %s --protocol %s --threads %d --requests %d"
                    .formatted(payload, contender, THREADS, REQUESTS)
                + " --runs %d --out %s".formatted(RUNS, out),
            JarProcess.QUICK));
  }

  private List<Run> measured(String contender, ServerProcess order, String payload)
      throws Exception {
    out = Files.createTempDirectory(folder, contender);
    client(contender, order, payload).succeeded();
    List<Path> csv = new RawFiles(out).csvFiles();
    assertThat(csv).hasSize(1);
    List<Run> runs = RunCsv.read(csv.get(0)).runs();
    assertThat(runs).hasSize(RUNS);
    for (Run run : runs) {
      assertThat(run.calls().ok()).isEqualTo(REQUESTS);
      assertThat(run.callsServed()).isEqualTo(REQUESTS);
      assertThat(run.flags()).doesNotContain("served-mismatch");
    }
    return runs;
  }

  private List<ServiceRow> byService() throws IOException {
    Path csv = new RawFiles(out).csvFiles().get(0);
    return ServiceRow.parse(
        Files.readString(Path.of(csv.toString().replaceFirst("\\.csv$", ".services"))));
  }

  /** What one service takes longer is more than other load on this host hides. */
  @ParameterizedTest
  @CsvSource({
    "rpcx, 'products=250,stock=remote', 2",
    "grpc, 'products=1,stock=local', 0",
  })
  void anOrderPassesFourProcessesAndWhatOneTakesLongerIsInItsTimeAndInNoOthers(
      String contender, String payload, int stockCalls) throws Exception {
    List<String> delay = List.of("--delay-micros", Integer.toString(1_000 * DELAY_MILLIS));
    try (Services services =
        Services.of(contender, role -> role.equals("customer") ? delay : List.of())) {
      for (Run run : measured(contender, services.order(), payload)) {
        assertThat(run.flags()).doesNotContain("chain-mismatch");
        assertThat(run.latency().minUs()).isGreaterThanOrEqualTo(FOUR_STEPS_MS * 1000);
        assertThat(run.cost().server().rssKb())
            .as("memory of all four")
            .isNotNull()
            .isGreaterThan(services.order().usage().process().rssKb() * 2);
      }
      assertThat(services.served())
          .containsExactly((long) ORDERS, (long) ORDERS * stockCalls, (long) ORDERS, (long) ORDERS);
      assertThat(byService())
          .allSatisfy(row -> assertThat(row.cpuMs()).isNotNull())
          .extracting(ServiceRow::service, ServiceRow::callsServed)
          .containsExactlyInAnyOrder(
              tuple("order", (long) ORDERS),
              tuple("product", (long) ORDERS * stockCalls),
              tuple("customer", (long) ORDERS),
              tuple("shipping", (long) ORDERS));
      whatOneTakesLongerIsInItsTime(contender, services.order());
    }
  }

  private void whatOneTakesLongerIsInItsTime(String contender, ServerProcess order)
      throws Exception {
    for (Run run : measured(contender, order, "products=1,stock=remote,steps=instant")) {
      assertThat(run.latency().minUs()).isGreaterThanOrEqualTo(1_000.0 * DELAY_MILLIS);
    }
    Map<String, Double> perOrder =
        byService().stream()
            .collect(
                Collectors.toMap(
                    ServiceRow::service, row -> Objects.requireNonNull(row.workMs()) / ORDERS));
    assertThat(perOrder.get("customer")).isGreaterThanOrEqualTo(DELAY_MILLIS);
    assertThat(Collections.max(perOrder.entrySet(), Map.Entry.comparingByValue()).getKey())
        .isEqualTo("customer");
    assertThat(perOrder.get("shipping")).as("who is waited for").isLessThan(DELAY_MILLIS);
  }

  @Test
  void aServiceWhoseCountersAreNotKnownIsFlaggedAndNoSumIsMadeOfTheRest() throws Exception {
    try (ServerProcess shipping = Services.started("rpcx", role -> List.of(), "shipping");
        ServerProcess rest =
            Services.started(
                "rpcx",
                role -> List.of(),
                "order,product,customer",
                "shipping=127.0.0.1:%d/%d".formatted(shipping.port(), shipping.port()))) {
      for (Run run : measured("rpcx", rest, "products=1,stock=remote")) {
        assertThat(run.flags()).contains("chain-mismatch");
        assertThat(run.cost().server().cpuMs()).isNull();
      }
    }
  }
}
