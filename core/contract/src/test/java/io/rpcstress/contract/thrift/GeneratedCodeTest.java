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

/** The committed code is what Thrift's compiler makes of calls.thrift. */
class GeneratedCodeTest {
  private static final Path COMMITTED = Path.of("src/generated/java");
  private static final String COMPILER = "Thrift version 0.17.0";

  @Test
  void theCommittedCodeIsWhatTheCompilerMakes(@TempDir Path fresh) throws Exception {
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
    assertThat(files(fresh)).isNotEmpty().isEqualTo(files(COMMITTED));
  }

  @Test
  void whatIsGeneratedSaysSo() throws IOException {
    assertThat(files(COMMITTED))
        .isNotEmpty()
        .allSatisfy((name, text) -> assertThat(text).contains("DO NOT EDIT"));
  }

  private static Map<String, String> files(Path root) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(root.relativize(file).toString(), Files.readString(file));
      }
    }
    return files;
  }

  /** What a program says; nothing, where there is none. */
  private static String output(String... command) throws InterruptedException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      byte[] said = process.getInputStream().readAllBytes();
      process.waitFor();
      return new String(said, StandardCharsets.UTF_8).strip();
    } catch (IOException missing) {
      return "";
    }
  }
}
