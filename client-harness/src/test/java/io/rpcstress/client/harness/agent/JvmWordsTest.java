package io.rpcstress.client.harness.agent;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.usage.JvmSettings;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which options of a JVM a harness may give to a client on another host. */
final class JvmWordsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-XX:OnError=id",
        "-XX:OnOutOfMemoryError=id",
        "-javaagent:x.jar",
        "-agentpath:/tmp/x.so",
        "-cp",
        "-Dx=y",
        "-XX:Flags=/tmp/f",
        "@/tmp/arguments",
        "-Xmx1g -XX:OnError=id"
      })
  void anAgentTakesNoJvmOptionThatCouldRunSomething(String option) {
    assertThatThrownBy(() -> JvmWords.check(List.of("-Xmx64m", option)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not taken by an agent");
  }

  @Test
  void itTakesThoseThatAllMeasuringProcessesHave() {
    JvmWords.check(JvmSettings.options());
    JvmWords.check(
        List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
  }
}
