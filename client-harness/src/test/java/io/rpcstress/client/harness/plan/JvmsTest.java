package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On which JVMs points run, and what is refused. */
class JvmsTest {

  private static final String HERE = Integer.toString(Runtime.version().feature());

  @TempDir private Path folder;

  private static Calls calls(Jvms jvms) {
    return CallsTest.calls(Map.of(), Map.of(), null, Paths.DIRECT).runOn(jvms);
  }

  private static Calls calls(List<String> jdks, List<String> collectors) {
    return calls(new Jvms(jdks, collectors));
  }

  private static void isRefused(ThrowingCallable what, String... message) {
    assertThatExceptionOfType(Misuse.class).isThrownBy(what).withMessageContainingAll(message);
  }

  /** A folder as a JDK's, whose program does what a script says. */
  private String jdk(String version, String script) throws IOException {
    Path home = folder.resolve("jdk-" + version);
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\n" + script + "\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    return home.toString();
  }

  @Test
  void aSweepHasEachOnEachAndAPointOne() throws Exception {
    String other = jdk("99.0.1", "exit 0");
    Calls several = calls(List.of(HERE, other, HERE), List.of("serial", "g1"));
    List<Contender> all =
        Contenders.of(several, ClosedRuns.ONE, List.of(new Contender("tcp", Point.EXAMPLE)), 1);

    assertThat(all)
        .extracting(each -> each.own().toString())
        .containsExactly(
            "jdk=" + HERE + ";gc=serial",
            "jdk=" + HERE + ";gc=g1",
            "jdk=99;gc=serial",
            "jdk=99;gc=g1");
    Calls last = several.of(all.get(3).own());
    assertThat(last.jvms()).isEqualTo(new Jvms(List.of(other), List.of("g1")));
    assertThat(last.options().list()).containsSubsequence("--jdk", other, "--gc", "g1");
    assertThat(last.jvms().java()).isEqualTo(other + "/bin/java");
    assertThat(last.jvms().serverOptions()).containsExactly("--jdk", "99", "--gc", "g1");
    assertThat(last.jvms().environment()).containsExactly(Map.entry("JAVA_HOME_99", other));
    assertThat(last.jvm()).contains("-XX:+UseG1GC").doesNotContain("-XX:+UseSerialGC");
    isRefused(
        () -> PointPlans.closed(several, ClosedRuns.ONE, List.of("tcp"), 1, 1),
        "one JDK expected here; a sweep takes several");
  }

  @Test
  void aPointIsOfTheJvmThatItNamesAndOthersOfNone() {
    Calls calls = calls(List.of(HERE), List.of("zgc"));
    Dimensions own =
        PointPlans.closed(calls, ClosedRuns.ONE, List.of("tcp"), 1, 1).get(0).point().dimensions();
    assertThat(own.text(Dimension.JDK)).isEqualTo(HERE);
    assertThat(own.text(Dimension.COLLECTOR)).isEqualTo("zgc");
    Calls any = calls(Jvms.ANY);
    assertThat(
            PointPlans.closed(any, ClosedRuns.ONE, List.of("tcp"), 1, 1)
                .get(0)
                .point()
                .dimensions())
        .isEqualTo(Dimensions.NONE);
    assertThat(any.options().list()).doesNotContain("--jdk", "--gc");
  }

  @Test
  void whatIsNoJdkHereIsRefusedWithWhatWasExpected() throws Exception {
    String old = jdk("1.8.0_392", "exit 0");
    isRefused(calls(List.of("25a"), List.of())::checkJvms, "--jdk '25a'", "number, such as 17");
    isRefused(calls(List.of("11"), List.of())::checkJvms, "--jdk '11': a JDK of 17 or later");
    isRefused(calls(List.of(old), List.of())::checkJvms, old, "17 or later expected");
    isRefused(
        calls(List.of("998"), List.of())::checkJvms,
        "--jdk '998': there is none here, only",
        HERE,
        "JAVA_HOME_998");
    String second = jdk("98", "exit 0");
    String like = jdk("98.0.2", "exit 0");
    isRefused(calls(List.of(second, like), List.of())::checkJvms, "both are JDK 98");
  }

  @Test
  void aCollectorThatIsNoneOrThatAJvmLacksIsRefused() throws Exception {
    isRefused(
        calls(List.of(), List.of("zcg"))::checkJvms, "--gc 'zcg' is unknown: did you mean 'zgc'?");
    String lacks = jdk("97", "case \"$*\" in *UseZGC*) echo 'Error: not supported'; exit 1;; esac");
    isRefused(
        calls(List.of(lacks), List.of("g1", "zgc"))::checkJvms,
        "--gc zgc",
        "JDK 97 does not start so (Error: not supported)");
    assertThatCode(calls(List.of(lacks), List.of("g1"))::checkJvms).doesNotThrowAnyException();
  }

  @Test
  void theCollectorReplacesThatOfOtherJvmOptions() throws Exception {
    Calls calls = calls(List.of(HERE), List.of("g1"));
    assertThat(calls.jvms().with(List.of("-Xmx64m", "-XX:+UseParallelGC")))
        .containsExactly("-Xmx64m", "-XX:+UseG1GC");
    assertThatCode(calls::checkJvms).doesNotThrowAnyException(); // by this very JVM
  }
}
