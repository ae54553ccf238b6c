package io.rpcstress.server.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A program of another hand's; a test that needs one is skipped where it is not installed. */
public final class Tool {

  /** The one on the path, and the one that Debian's packages for Python are for. */
  private static final List<String> PYTHONS = List.of("python3", "/usr/bin/python3");

  /** The environment variable that names the folder of what test.sh has of Python's own index. */
  private static final String FURTHER_MODULES = "RPC_STRESS_TEST_PYTHON";

  private Tool() {}

  /** A Python that has a module, if there is one. */
  public static Optional<String> pythonWith(String module) {
    return PYTHONS.stream()
        .filter(python -> run(new byte[0], python, "-c", "import " + module).code == 0)
        .findFirst();
  }

  /** Whether a program starts and ends well. */
  public static boolean isHere(String... command) {
    return run(new byte[0], command).code == 0;
  }

  /** The output of a program that must end well. */
  public static byte[] output(byte[] input, String... command) {
    Ended ended = run(input, command);
    assertThat(ended.code).as(new String(ended.output, StandardCharsets.UTF_8)).isZero();
    return ended.output;
  }

  /** How a program ended, and all its output. */
  private static final class Ended {
    private final int code;
    private final byte[] output;

    Ended(int code, byte[] output) {
      this.code = code;
      this.output = output;
    }
  }

  /** What is given to it is short enough to be written before anything is read. */
  private static Ended run(byte[] input, String... command) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    String further = System.getenv(FURTHER_MODULES);
    if (further != null) {
      builder
          .environment()
          .merge("PYTHONPATH", further, (own, more) -> own + File.pathSeparator + more);
    }
    try {
      Process process = builder.start();
      try (OutputStream in = process.getOutputStream()) {
        in.write(input);
      }
      byte[] output = process.getInputStream().readAllBytes();
      return new Ended(process.waitFor(), output);
    } catch (IOException missing) {
      return new Ended(-1, String.valueOf(missing.getMessage()).getBytes(StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
