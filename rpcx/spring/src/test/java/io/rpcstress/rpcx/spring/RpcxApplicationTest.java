package io.rpcstress.rpcx.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.rpcstress.rpcx.spring.app.ClockApplication;
import io.rpcstress.rpcx.spring.app.Wall;
import io.rpcstress.rpcx.spring.lean.LeanApplication;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.MalformedURLException;
import java.net.ServerSocket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** A whole Spring Boot application that publishes a service and calls it. */
@ExtendWith(OutputCaptureExtension.class)
class RpcxApplicationTest {
  /** What an application need not have. */
  private static final Pattern OPTIONAL =
      Pattern.compile("spring-boot-(health|micrometer|opentelemetry)|micrometer|opentelemetry");

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static ConfigurableApplicationContext run(String... arguments) {
    return SpringApplication.run(ClockApplication.class, arguments);
  }

  private static SpanData only(List<SpanData> all, SpanKind kind) {
    List<SpanData> found = all.stream().filter(span -> span.getKind() == kind).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  @Test
  void anApplicationCallsItselfIsMeasuredTracedAndWellAndKeepsItsToken(CapturedOutput output)
      throws IOException {
    int port = freePort();
    try (ConfigurableApplicationContext context =
        run(
            "--rpcx.server.port=" + port,
            "--rpcx.client.addresses=127.0.0.1:" + port,
            "--rpcx.server.token=open-sesame",
            "--rpcx.client.token=open-sesame",
            "--debug")) {
      assertThat(context.getBean(Wall.class).look()).isEqualTo("it is noon in Paris");

      MeterRegistry registry = context.getBean(MeterRegistry.class);
      for (String side : List.of("client", "server")) {
        await()
            .until(
                () ->
                    registry
                            .get("rpcx." + side + ".calls")
                            .tags("service", "clock", "method", "now", "status", "OK")
                            .timer()
                            .count()
                        == 1);
      }
      assertThat(registry.get("rpcx.server.connections").gauge().value()).isEqualTo(1);
      assertThat(registry.get("rpcx.client.receiving").tag("service", "_other").gauge().value())
          .isZero();

      InMemorySpanExporter spans = context.getBean(InMemorySpanExporter.class);
      await().until(() -> spans.getFinishedSpanItems().size() == 2);
      List<SpanData> all = spans.getFinishedSpanItems();
      assertThat(only(all, SpanKind.SERVER).getParentSpanId())
          .isEqualTo(only(all, SpanKind.CLIENT).getSpanId());

      var health = context.getBean("rpcxHealthIndicator", HealthIndicator.class).health();
      assertThat(health.getStatus()).isEqualTo(Status.UP);
      assertThat(health.getDetails()).containsEntry("server", "SERVING");
      assertThat(health.getDetails()).containsEntry("port", port);
    }
    assertThat(output).contains("RPCX listens on 127.0.0.1:" + port);
    assertThat(output).doesNotContain("open-sesame");
  }

  @Test
  void aPortThatIsTakenIsOneMessageThatSaysWhatToDo(CapturedOutput output) throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      assertThatThrownBy(() -> run("--rpcx.server.port=" + port)).isInstanceOf(Exception.class);
      assertThat(output)
          .contains("APPLICATION FAILED TO START")
          .contains("rpcx.server.port: cannot listen on 127.0.0.1:" + port)
          .contains("Free the port, set another rpcx.server.port")
          .doesNotContain("\tat io.rpcstress");
    }
  }

  @Test
  void aPropertyThatIsWrongIsOneMessageThatSaysWhatIsExpected(CapturedOutput output) {
    assertThatThrownBy(() -> run("--rpcx.server.port=0", "--rpcx.client.addresses=here"))
        .isInstanceOf(Exception.class);
    assertThat(output)
        .contains("rpcx.client.addresses: address is \"here\", expected host:port")
        .contains("Change rpcx.client.addresses.")
        .doesNotContain("\tat io.rpcstress");
  }

  @Test
  @SuppressWarnings("unchecked") // Another loader's class, of the type that it was written to be.
  void withoutActuatorMetricsAndTracingAnApplicationServesAllTheSame() throws Exception {
    URL[] classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> !OPTIONAL.matcher(entry).find())
            .map(RpcxApplicationTest::url)
            .toArray(URL[]::new);
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader lean =
        new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
      Thread.currentThread().setContextClassLoader(lean);
      Supplier<String> application =
          (Supplier<String>)
              lean.loadClass(LeanApplication.class.getName()).getConstructor().newInstance();
      assertThat(application.get()).isEqualTo("true [rpcxClients, rpcxServer]");
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }
}
