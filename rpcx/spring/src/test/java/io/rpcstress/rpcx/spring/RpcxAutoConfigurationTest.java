package io.rpcstress.rpcx.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.rpcstress.rpcx.ClientInterceptor;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXClient;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.micrometer.ClientMetrics;
import io.rpcstress.rpcx.micrometer.ServerMetrics;
import io.rpcstress.rpcx.opentelemetry.ClientTracing;
import io.rpcstress.rpcx.spring.app.Clock;
import io.rpcstress.rpcx.spring.app.ClockService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** What the starter makes of beans and properties. */
class RpcxAutoConfigurationTest {
  private static final String APP = "io.rpcstress.rpcx.spring.app";

  /** Publishes a clock on any free port. */
  private final ApplicationContextRunner serving =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(RpcxAutoConfiguration.class))
          .withBean(ClockService.class)
          .withPropertyValues("rpcx.server.port=0");

  /** Calls a clock. */
  private final ApplicationContextRunner calling =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(RpcxAutoConfiguration.class))
          .withPropertyValues("rpcx.client.packages=" + APP);

  private ApplicationContextRunner calling(AssertableApplicationContext server) {
    return calling.withPropertyValues(
        "rpcx.client.addresses=127.0.0.1:" + server.getBean(RpcxServer.class).port());
  }

  private static StatusCode failure(Clock clock) {
    try {
      return clock.now("Rome").isEmpty() ? StatusCode.UNKNOWN : StatusCode.OK;
    } catch (RPCXException e) {
      return e.status();
    }
  }

  @Test
  void anApplicationWithoutServicesListensNowhereAndIsWell() {
    calling.run(
        context -> {
          assertThat(context.getBean(RpcxServer.class).isRunning()).isFalse();
          assertThatThrownBy(() -> context.getBean(RpcxServer.class).port())
              .hasMessageContaining("@RPCXServer");
          assertThat(context.getBean(HealthIndicator.class).health().getStatus())
              .isEqualTo(Status.UP);
        });
  }

  @Test
  void nothingListensWhereTheServerIsTurnedOff() {
    serving
        .withPropertyValues("rpcx.server.enabled=false")
        .run(context -> assertThat(context.getBean(RpcxServer.class).centre()).isNull());
  }

  @Test
  void aClientIsInjectedAndCallsTheServiceOfAnotherApplication() {
    serving.run(
        server ->
            calling(server)
                .run(
                    context ->
                        assertThat(context.getBean(Clock.class).now("Rome"))
                            .isEqualTo("noon in Rome")));
  }

  /** Serves what its interface says, which clients share. */
  static final class BellService implements ClockService.Bell {
    @Override
    public String ring() {
      return "ding";
    }
  }

  @Test
  void anInterfaceThatBothSidesShareIsPublishedByItsServiceAlone() {
    ApplicationContextRunner anyPort = calling.withPropertyValues("rpcx.server.port=0");
    anyPort.run(context -> assertThat(context.getBean(RpcxServer.class).centre()).isNull());
    anyPort
        .withBean(BellService.class)
        .run(
            server ->
                calling(server)
                    .run(
                        context ->
                            assertThat(context.getBean(ClockService.Bell.class).ring())
                                .isEqualTo("ding")));
  }

  @Test
  void aServiceCanHaveAddressesAndADeadlineOfItsOwn() {
    serving.run(
        server ->
            calling
                .withPropertyValues(
                    "rpcx.client.addresses=127.0.0.1:1",
                    "rpcx.client.services.clock.addresses[0]=127.0.0.1:"
                        + server.getBean(RpcxServer.class).port(),
                    "rpcx.client.services.clock.deadline=250ms")
                .run(
                    context -> {
                      Clock clock = context.getBean(Clock.class);
                      assertThat(clock.now("Rome")).isEqualTo("noon in Rome");
                      assertThatThrownBy(() -> clock.strike().get(20, TimeUnit.SECONDS))
                          .hasMessageContaining("DEADLINE_EXCEEDED");
                      server.getBean(ClockService.class).struck.countDown();
                    }));
  }

  @Test
  void anApplicationsOwnBeanStandsInForAClient() {
    Clock stub =
        new Clock() {
          @Override
          public String now(String zone) {
            return "never";
          }

          @Override
          public CompletableFuture<String> strike() {
            return new CompletableFuture<>();
          }
        };
    calling
        .withBean("stub", Clock.class, () -> stub)
        .run(context -> assertThat(context.getBean(Clock.class)).isSameAs(stub));
  }

  @Test
  void aTokenComesFromAFileOrTheEnvironmentAndOnlyTheRightOneIsLetIn(@TempDir Path folder)
      throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "open-sesame\n");
    serving
        .withPropertyValues("rpcx.server.token-file=" + file)
        .run(
            server -> {
              calling(server)
                  .withInitializer(
                      context ->
                          context
                              .getEnvironment()
                              .getPropertySources()
                              .addFirst(
                                  new SystemEnvironmentPropertySource(
                                      "a-systemEnvironment",
                                      Map.of("RPCX_CLIENT_TOKEN", "open-sesame"))))
                  .run(c -> assertThat(failure(c.getBean(Clock.class))).isEqualTo(StatusCode.OK));
              calling(server)
                  .withPropertyValues("rpcx.client.token=open-barley")
                  .run(
                      c ->
                          assertThat(failure(c.getBean(Clock.class)))
                              .isEqualTo(StatusCode.UNAUTHENTICATED));
            });
  }

  @Test
  void noTextOfThePropertiesHoldsAToken() {
    calling
        .withPropertyValues("rpcx.client.token=open-sesame", "rpcx.server.token=open-barley")
        .run(
            context ->
                assertThat(context.getBean(RpcxProperties.class).toString())
                    .contains("deadline PT3S")
                    .doesNotContain("open-"));
  }

  @Test
  void interceptorsAndCustomizersOfTheApplicationAreUsed() {
    ClientInterceptor shout =
        (call, next) -> next.proceed().thenApply(text -> String.valueOf(text) + "!");
    serving
        .withBean(
            RpcxServerCustomizer.class,
            () -> builder -> builder.authenticate(token -> token.equals("set by a bean")))
        .run(
            server ->
                calling(server)
                    .withBean(ClientInterceptor.class, () -> shout)
                    .withBean(
                        RpcxClientCustomizer.class, () -> builder -> builder.token("set by a bean"))
                    .run(
                        context ->
                            assertThat(context.getBean(Clock.class).now("Rome"))
                                .isEqualTo("noon in Rome!")));
  }

  @Test
  void aStageThatUsesTheClientsOnAnotherThreadDoesNotHoldUpTheirEnd() {
    serving.run(
        server ->
            calling(server)
                .run(
                    context -> {
                      RpcxClients clients = context.getBean(RpcxClients.class);
                      CompletableFuture<Boolean> used = new CompletableFuture<>();
                      var unused =
                          clients
                              .client(Clock.class)
                              .strike()
                              .whenComplete((text, closed) -> used.complete(uses(clients)));
                      ClockService service = server.getBean(ClockService.class);
                      assertThat(service.called.await(20, TimeUnit.SECONDS)).isTrue();
                      clients.close();
                      assertThat(used.get(20, TimeUnit.SECONDS)).isTrue();
                      service.struck.countDown();
                    }));
  }

  /** Whether another thread can use the clients while this one ends a call of theirs. */
  private static boolean uses(RpcxClients clients) {
    try {
      return CompletableFuture.supplyAsync(clients::inFlight).get(10, TimeUnit.SECONDS) >= 0;
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      return false;
    }
  }

  @Test
  void aCallInFlightEndsWellWhenTheApplicationStops() {
    serving.run(
        server ->
            calling(server)
                .run(
                    context -> {
                      ClockService service = server.getBean(ClockService.class);
                      CompletableFuture<String> strike = context.getBean(Clock.class).strike();
                      assertThat(service.called.await(20, TimeUnit.SECONDS)).isTrue();
                      RpcxServer running = server.getBean(RpcxServer.class);
                      CompletableFuture<Void> stopped =
                          CompletableFuture.runAsync(
                              () -> server.getSourceApplicationContext().close());
                      assertThat(strike).isNotDone();
                      service.struck.countDown();
                      assertThat(strike.get(20, TimeUnit.SECONDS)).isEqualTo("dong");
                      stopped.get(20, TimeUnit.SECONDS);
                      assertThat(running.isRunning()).isFalse();
                    }));
  }

  @Test
  void theHealthOfTheServerIsTheActuators() {
    serving.run(
        context ->
            assertThat(context.getBean(HealthIndicator.class).health().getDetails())
                .containsEntry("server", "SERVING"));
    serving
        .withPropertyValues("management.health.rpcx.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
  }

  @Test
  void metricsAndTracingAreWiredWhereTheyAreThere() {
    calling
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withBean(OpenTelemetry.class, OpenTelemetry::noop)
        .run(
            context -> {
              assertThat(context).hasSingleBean(ServerMetrics.class);
              assertThat(context.getBeanProvider(ClientInterceptor.class).orderedStream().toList())
                  .hasExactlyElementsOfTypes(ClientMetrics.class, ClientTracing.class);
            });
    calling.run(context -> assertThat(context).doesNotHaveBean(ClientInterceptor.class));
  }

  private static Set<String> clientsWithGauges(MeterRegistry registry) {
    return registry.find("rpcx.client.receiving").gauges().stream()
        .map(gauge -> String.valueOf(gauge.getId().getTag("service")))
        .collect(Collectors.toSet());
  }

  @Test
  void theRegistryHasAGaugeOfEachClient() {
    serving.run(
        server ->
            calling(server)
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withPropertyValues("rpcx.client.services.clock.deadline=20s")
                .run(
                    context -> {
                      RpcxClients clients = context.getBean(RpcxClients.class);
                      assertThat(context.getBean(Clock.class).now("Rome")).isNotEmpty();
                      assertThat(clients.client(SecondClient.class)).isNotNull();
                      assertThat(clients.client(ThirdClient.class)).isNotNull();
                      MeterRegistry registry = context.getBean(MeterRegistry.class);
                      assertThat(clientsWithGauges(registry))
                          .containsExactlyInAnyOrder("clock", "_other");
                      assertThat(
                              registry
                                  .get("rpcx.client.receiving")
                                  .tag("service", "clock")
                                  .gauge()
                                  .value())
                          .isZero();
                    }));
  }

  @Test
  void metricsCanBeTurnedOffWhereThereIsARegistry() {
    serving
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withPropertyValues("rpcx.metrics.enabled=false")
        .run(
            server -> {
              assertThat(server.getBean(RpcxServer.class).isRunning()).isTrue();
              assertThat(server).doesNotHaveBean(ServerMetrics.class);
              assertThat(server.getBean(RpcxClients.class).client(SecondClient.class)).isNotNull();
              assertThat(server.getBean(MeterRegistry.class).getMeters()).isEmpty();
            });
  }

  @Test
  void theRegistryShowsTheServerThatWasStartedLast() {
    serving
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .run(
            server -> {
              RpcxServer both = server.getBean(RpcxServer.class);
              both.stop();
              both.start();
              calling(server)
                  .run(
                      context -> {
                        assertThat(context.getBean(Clock.class).now("Rome")).isNotEmpty();
                        MeterRegistry registry = server.getBean(MeterRegistry.class);
                        assertThat(registry.get("rpcx.server.connections").gauge().value())
                            .isEqualTo(1);
                      });
            });
  }

  /** Of a service without settings of its own. */
  @RPCXClient(remoteServerName = "second", host = "127.0.0.1", port = "1")
  interface SecondClient {
    @Method("now")
    String now(String zone);
  }

  /** Of another one, which the same client calls. */
  @RPCXClient(remoteServerName = "third", host = "127.0.0.1", port = "1")
  interface ThirdClient {
    @Method("now")
    String now(String zone);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rpcx.client.deadline=0s|rpcx.client.deadline: deadline is PT0S, expected PT0.001S to PT168H",
        "rpcx.client.connections=0|rpcx.client.connections: connections is 0, expected 1 to 1024",
        "rpcx.client.attempts=11|rpcx.client.attempts: attempts is 11, expected 1 to 10",
        "rpcx.client.addresses=host|rpcx.client.addresses: address is \"host\", expected host:port",
        "rpcx.client.services.clock.addresses=a:0|"
            + "rpcx.client.services.clock.addresses: address is \"a:0\", expected host:port",
        "rpcx.client.services.clok.deadline=1s|"
            + "rpcx.client.services has \"clok\", expected a service that is called: [bell, clock]",
        "rpcx.client.token-file=/no/such|rpcx.client.token-file is \"/no/such\", expected a file",
        "rpcx.client.token=|rpcx.client.token gives a token of 0 bytes, expected 1 to 4096",
        "rpcx.client.tls.trusted=/no/such|rpcx.client.tls: TLS: the trusted file cannot be read",
        "rpcx.client.packages=io.rpcstress.rpcx.spring.bad|Nameless.now has no @Method",
        "rpcx.server.port=65536|rpcx.server.port: port is 65536, expected 0 to 65535",
        "rpcx.server.tls.enabled=true|TLS cannot be set up: a server needs a certificate and its key",
        "rpcx.server.address=203.0.113.1|cannot listen on 203.0.113.1:0",
      })
  void badConfigurationIsOneMessage(String property, String expected) {
    calling
        .withBean(ClockService.class)
        .withPropertyValues("rpcx.server.port=0", property)
        .run(
            context -> {
              assertThat(context).hasFailed();
              FailureAnalysis analysis =
                  new RpcxFailureAnalyzer().analyze(context.getStartupFailure());
              assertThat(analysis).isNotNull();
              assertThat(analysis.getDescription()).contains(expected);
              assertThat(analysis.getAction()).isNotBlank();
            });
  }

  /** Also called clock. */
  @RPCXServer("clock")
  static final class SecondClock {
    @Method("now")
    public String now(String zone) {
      return zone;
    }
  }

  @Test
  void twoBeansOfOneServiceNameAreOneMessage() {
    serving
        .withBean(SecondClock.class)
        .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("clock"));
  }

  @Test
  void twoTokensForOneSideAreOneMessageWithoutThem() {
    calling
        .withPropertyValues("rpcx.client.token=open-sesame", "rpcx.client.token-file=/no/such")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("are both set, expected one of them")
                    .hasMessageNotContaining("sesame"));
  }
}
