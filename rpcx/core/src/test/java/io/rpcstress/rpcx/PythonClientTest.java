package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A client and a server in another language, written from docs/wire.md alone, get what the document
 * promises.
 */
class PythonClientTest {
  private static final File EXAMPLES = new File("../docs/examples");

  private static String python(String... arguments) throws IOException, InterruptedException {
    String[] command = new String[arguments.length + 1];
    command[0] = "python3";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PYTHONIOENCODING", "utf-8");
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output;
  }

  private static boolean hasPython() {
    try {
      return python("--version").startsWith("Python 3");
    } catch (IOException | InterruptedException e) {
      return false;
    }
  }

  @Test
  void theExampleGreets() throws Exception {
    assumeTrue(hasPython(), "python3 is not installed: the Python client was not tried");
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service())) {
      String output =
          python(
              new File(EXAMPLES, "greet.py").getPath(),
              centre.address(),
              String.valueOf(centre.port()),
              "Ada");
      assertThat(output).isEqualTo("hello, Ada\n");
    }
  }

  @Test
  void thePromisesHold() throws Exception {
    assumeTrue(hasPython(), "python3 is not installed: the Python client was not tried");
    try (ServiceCentre centre =
        ServiceCentre.builder()
            .publish(new Greeter.Service())
            .maxCompressedConnections(1)
            .start()) {
      String output =
          python(
              "src/test/python/promises.py",
              EXAMPLES.getPath(),
              centre.address(),
              String.valueOf(centre.port()));
      assertThat(output.lines()).allMatch(line -> line.startsWith("ok ")).hasSizeGreaterThan(30);
      assertThat(centre.stop(Duration.ofSeconds(10))).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "plain, saw number one way untyped",
    "compressed, saw compressed number one way untyped"
  })
  void aServerFromTheDocumentIsCalled(String wire, String saw) throws Exception {
    assumeTrue(hasPython(), "python3 is not installed: the Python server was not tried");
    Process server =
        new ProcessBuilder("python3", "src/test/python/serve.py", EXAMPLES.getPath(), wire)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8)) {
      RPCX.Builder builder =
          RPCX.builder()
              .address("127.0.0.1")
              .port(Integer.parseInt(out.readLine()))
              .deadline(Duration.ofSeconds(20));
      try (RPCX rpcx = ("compressed".equals(wire) ? builder.compressed() : builder).build()) {
        Greeter.Client greeter = rpcx.connect().client(Greeter.Client.class);
        assertThat(rpcx.compressedConnections()).isEqualTo("compressed".equals(wire) ? 1 : 0);
        for (int i = 0; i < 200; i++) {
          assertThat(greeter.greet("Zo\u00eb " + i)).isEqualTo("hello, Zo\u00eb " + i);
        }
        assertThat(greeter.greet(null)).isEqualTo("hello, null");
        assertThat(greeter.join(List.of("a", "b"))).isEqualTo("a+b");
        greeter.note("without a reply");
        for (int i = 0; i < 2; i++) {
          assertThatThrownBy(() -> greeter.greetWithWrongType(1))
              .hasMessageContaining("INVALID_ARGUMENT")
              .hasMessageContaining("greet takes a string");
        }
        assertThatThrownBy(() -> greeter.unknownMethod("x")).hasMessageContaining("UNKNOWN_METHOD");
        assertThatThrownBy(() -> rpcx.client(Greeter.Absent.class).greet("x"))
            .hasMessageContaining("UNKNOWN_SERVICE");
      }
      server.getOutputStream().close();
      assertThat(out.readLine()).isEqualTo(saw);
    } finally {
      server.destroyForcibly();
    }
  }
}
