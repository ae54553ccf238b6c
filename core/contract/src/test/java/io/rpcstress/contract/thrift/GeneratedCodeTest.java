package io.rpcstress.contract.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The build generates what Thrift's own compiler makes of calls.thrift. */
class GeneratedCodeTest {
  private static final Path GENERATED = Path.of("target/generated-sources/thrift");
  private static final String COMPILER = "Thrift version 0.17.0";

  @Test
  void theBuildGeneratesWhatTheCompilerMakes(@TempDir Path fresh) throws Exception {
    assumeTrue(COMPILER.equals(output("thrift", "--version")), COMPILER + " is not installed");
    assertThat(
            output(
                "thrift",
                "--gen",
                "java:generated_annotations=suppress",
                "-out",
                fresh.toString(),
                "src/main/thrift/calls.thrift"))
        .isEmpty();
    assertThat(files(fresh)).isNotEmpty().isEqualTo(files(GENERATED));
  }

  /** Code by file, without white space and the versions of the compilers. */
  private static Map<String, String> files(Path root) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(
            root.relativize(file).toString(),
            Files.readString(file).replaceAll("Compiler \\([0-9.]+\\)|\\s+", ""));
      }
    }
    return files;
  }

  /** What a program prints; nothing where there is none. */
  private static String output(String... command) throws InterruptedException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      byte[] printed = process.getInputStream().readAllBytes();
      process.waitFor();
      return new String(printed, StandardCharsets.UTF_8).strip();
    } catch (IOException missing) {
      return "";
    }
  }
}
