package io.rpcstress.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkTest {

  @TempDir private Path folder;

  private String jdk(String version) throws IOException {
    Path home = folder.resolve(version);
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(java, "");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    return home.toString();
  }

  @Test
  void aNumberIsTheJdkOfItsVariableBeforeAllOthers() throws Exception {
    String named = jdk("98.0.1");
    String own = jdk("98.0.2");
    assertThat(Jdk.find("98", Map.of("JAVA_HOME_98_X64", named, "JAVA_HOME", own)).java())
        .isEqualTo(named + "/bin/java");
    assertThat(Jdk.find("98", Map.of("JAVA_HOME", own)).home()).isEqualTo(Path.of(own));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Jdk.find("97", Map.of("JAVA_HOME_97", named)))
        .withMessage("'97': JAVA_HOME_97 names %s, which is no JDK 97: set it to one", named);
  }

  @Test
  void theJdkThatRunsThisIsFoundByItsNumber() {
    String here = Integer.toString(Runtime.version().feature());
    assertThat(Jdk.find(here, Map.of())).isEqualTo(Jdk.running());
  }

  @Test
  void aFolderIsTheJdkInItAndNoOther() throws Exception {
    assertThat(Jdk.feature(jdk("25.0.3"))).isEqualTo(25);
    String old = jdk("1.8.0_392");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Jdk.feature(old))
        .withMessage("'%s': a JDK of 17 or later expected", old);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Jdk.feature(folder.toString()))
        .withMessage("'%s': a JDK's number, such as 17, or its folder expected", folder);
  }

  @Test
  void aProcessReportsTheJvmThatItRunsOn() {
    JvmKind here = JvmKind.ofThisProcess();
    assertThat(JvmKind.of(HostFacts.read())).isEqualTo(here);
    assertThat(here.jdk()).isEqualTo(Integer.toString(Runtime.version().feature()));
    assertThat(Collector.labels()).contains(here.collector());
    assertThat(new JvmKind(here.jdk(), "").takes(here)).isTrue();
    assertThat(new JvmKind("", "epsilon").takes(here)).isFalse();
    assertThat(JvmKind.ANY.takes(here)).isTrue();
  }

  @Test
  void collectorsAreKnownByTheNamesThatTheyReport() {
    HostFacts facts =
        HostFacts.parse("jdk.version=25.0.3+9-LTS\njvm.collectors=ZGC Minor Cycles, ZGC Major\n");
    assertThat(JvmKind.of(facts)).isEqualTo(new JvmKind("25", "zgc"));
    assertThat(JvmKind.of(facts)).hasToString("--jdk 25 --gc zgc");
    assertThat(JvmKind.of(HostFacts.parse("kernel=6\n")).takes(JvmKind.ANY)).isFalse();
  }
}
