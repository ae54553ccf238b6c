package io.rpcstress.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class JvmSettingsTest {
  @Test
  void theSettingsSayCollectorHeapAndStack() {
    assertThat(JvmSettings.options())
        .contains("-XX:+UseSerialGC", "-Xss256k")
        .anyMatch(option -> option.startsWith("-Xmx"))
        .allMatch(option -> option.startsWith("-"));
  }

  @Test
  void thisJdkTakesThemWithoutAWarning() throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JvmSettings.options());
    command.add("-version");
    Process java = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(java.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(java.exitValue()).as(output).isZero();
    assertThat(output).doesNotContainIgnoringCase("warning");
  }
}
