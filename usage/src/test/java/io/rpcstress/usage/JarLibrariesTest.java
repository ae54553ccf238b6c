package io.rpcstress.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarLibrariesTest {

  private static final String HEAD = "\nThe following files have been resolved:\n";
  private static final String NETTY =
      "   io.netty:netty-transport:jar:4.2.18.Final:compile -- module io.netty.transport\n";
  private static final String GRPC =
      "   io.grpc:grpc-core:jar:1.83.1:runtime -- module io.grpc.internal [auto]\n";
  private static final String NATIVE =
      "   io.netty:netty-tcnative:jar:linux-x86_64:2.0.70:compile\n";
  private static final String OF_TESTS = "   org.junit:junit:jar:6.1.3:test\n";

  @TempDir Path folder;

  @Test
  void aJarNamesWhatItsOwnListHasSortedAndWithoutWhatTestsNeed() throws IOException {
    Path jar =
        jar(
            "client",
            Map.of("client", HEAD + NETTY + NATIVE + GRPC + OF_TESTS, "driver-grpc", HEAD + GRPC));

    assertThat(JarLibraries.of(jar))
        .containsExactly(
            "io.grpc:grpc-core 1.83.1",
            "io.netty:netty-tcnative 2.0.70",
            "io.netty:netty-transport 4.2.18.Final");
  }

  @Test
  void ofAModuleItNamesWhatThatNeedsInTheVersionThatTheJarHas() throws IOException {
    String older = GRPC.replace("1.83.1", "1.70.0");
    Path jar = jar("client", Map.of("client", HEAD + NETTY + GRPC, "driver-grpc", HEAD + older));

    assertThat(JarLibraries.of(jar, "driver-grpc")).containsExactly("io.grpc:grpc-core 1.83.1");
    assertThat(JarLibraries.of(jar, "driver-other")).isEmpty();
  }

  @Test
  void aJarFromBeforeOrOfOthersNamesNone() throws IOException {
    assertThat(JarLibraries.of(jar("client", Map.of()))).isEmpty();
    assertThat(JarLibraries.of(jar("client", Map.of("client", HEAD + "   none\n")))).isEmpty();
    assertThat(JarLibraries.of(jar(null, Map.of("client", HEAD + NETTY)))).isEmpty();
  }

  @Test
  void aProgramThatRunsFromClassesNamesNone() {
    assertThat(JarLibraries.ofProgram(JarLibrariesTest.class)).isEmpty();
    assertThat(JarLibraries.ofProgram(String.class)).isEmpty();
  }

  private Path jar(@Nullable String title, Map<String, String> lists) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (title != null) {
      manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_TITLE, title);
    }
    Path jar = Files.createTempFile(folder, "made-up", ".jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest)) {
      for (Map.Entry<String, String> list : lists.entrySet()) {
        entries.putNextEntry(
            new ZipEntry("META-INF/rpc-stress/" + list.getKey() + "/libraries.txt"));
        entries.write(list.getValue().getBytes(StandardCharsets.UTF_8));
        entries.closeEntry();
      }
    }
    return jar;
  }
}
