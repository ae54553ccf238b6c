package io.rpcstress.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Map;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @Test
  void aProgramThatRunsFromClassesNamesNone() {
    assertThat(JarLibraries.ofProgram(JarLibrariesTest.class)).isEmpty();
    assertThat(JarLibraries.ofProgram(String.class)).isEmpty();
  }

  /** A server that a container loads from a jar in its jar tells its other facts all the same. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "jar:file:/app/server.jar!/BOOT-INF/lib/server-base.jar",
        "file://elsewhere/app/server.jar",
        "https://example.org/server.jar"
      })
  void aProgramWhoseJarIsNoFileNamesNone(String place) throws IOException {
    assertThat(JarLibraries.ofProgram(loadedFrom(URI.create(place).toURL()))).isEmpty();
  }

  @Test
  void aProgramFromNowhereNamesNone() throws IOException {
    assertThat(JarLibraries.ofProgram(loadedFrom(null))).isEmpty();
  }

  private static class Loaded {}

  /** The same class again, as if it came from there. */
  private static Class<?> loadedFrom(@Nullable URL place) throws IOException {
    byte[] code;
    try (InputStream in = Loaded.class.getResourceAsStream("JarLibrariesTest$Loaded.class")) {
      code = Objects.requireNonNull(in).readAllBytes();
    }
    CodeSource source = new CodeSource(place, (Certificate[]) null);
    ProtectionDomain domain = new ProtectionDomain(source, null);
    return new ClassLoader(Loaded.class.getClassLoader()) {
      Class<?> define() {
        return defineClass(Loaded.class.getName(), code, 0, code.length, domain);
      }
    }.define();
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
