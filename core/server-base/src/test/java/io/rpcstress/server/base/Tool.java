package io.rpcstress.server.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A program of another hand's; a test that needs one is skipped where it is not installed. */
public final class Tool {

  /** The one on the path, and the one that Debian's packages for Python are for. */
  private static final List<String> PYTHONS = List.of("python3", "/usr/bin/python3");

  /** The environment variable that names the folder of what test.sh has of Python's own index. */
  private static final String FURTHER_MODULES = "RPC_STRESS_TEST_PYTHON";

  private Tool() {}

  /**
   * The lines that a program in Python prints, which must end well; the test is skipped where no
   * Python has a module that it needs.
   *
   * @param words the program's file and its arguments
   */
  public static List<String> python(String module, String... words) {
    Optional<String> python =
        PYTHONS.stream().filter(each -> isHere(each, "-c", "import " + module)).findFirst();
    assumeTrue(python.isPresent(), "no Python here has " + module);
    List<String> command = new ArrayList<>(List.of(python.orElseThrow()));
    command.addAll(List.of(words));
    byte[] printed = output(new byte[0], command.toArray(String[]::new));
    return new String(printed, StandardCharsets.UTF_8).lines().toList();
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
