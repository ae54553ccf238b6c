package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * A client in another language, written from docs/wire.md alone, gets what the document promises.
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
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service())) {
      String output =
          python(
              "src/test/python/promises.py",
              EXAMPLES.getPath(),
              centre.address(),
              String.valueOf(centre.port()));
      assertThat(output.lines()).allMatch(line -> line.startsWith("ok ")).hasSizeGreaterThan(14);
      assertThat(centre.stop(Duration.ofSeconds(10))).isTrue();
    }
  }
}
