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

  private static final String NETTY =
      "repository/io/netty/netty-transport/4.2.18.Final/netty-transport-4.2.18.Final.jar";
  private static final String NATIVE =
      "repository/io/netty/netty-tcnative/2.0.70/netty-tcnative-2.0.70-linux-x86_64.jar";
  private static final String GRPC = "repository/io/grpc/grpc-core/1.83.1/grpc-core-1.83.1.jar";

  @TempDir Path folder;

  @Test
  void aJarNamesWhatItsOwnListHasSorted() throws IOException {
    Path jar = jar("client", Map.of("client", list(NETTY, NATIVE, GRPC), "driver-grpc", GRPC));

    assertThat(JarLibraries.of(jar))
        .containsExactly(
            "io.grpc:grpc-core 1.83.1",
            "io.netty:netty-tcnative 2.0.70",
            "io.netty:netty-transport 4.2.18.Final");
  }

  @Test
  void ofAModuleItNamesWhatThatNeedsInTheVersionThatTheJarHas() throws IOException {
    String older = GRPC.replace("1.83.1", "1.70.0");
    Path jar = jar("client", Map.of("client", list(NETTY, GRPC), "driver-grpc", older));

    assertThat(JarLibraries.of(jar, "driver-grpc")).containsExactly("io.grpc:grpc-core 1.83.1");
    assertThat(JarLibraries.of(jar, "driver-other")).isEmpty();
  }

  @Test
  void aJarFromBeforeOrOfOthersNamesNone() throws IOException {
    assertThat(JarLibraries.of(jar("client", Map.of()))).isEmpty();
    assertThat(JarLibraries.of(jar("client", Map.of("client", "")))).isEmpty();
    assertThat(JarLibraries.of(jar("client", Map.of("client", "of/another/form.jar")))).isEmpty();
    assertThat(JarLibraries.of(jar(null, Map.of("client", NETTY)))).isEmpty();
  }

  private static String list(String... resolved) {
    return String.join(",", resolved);
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
