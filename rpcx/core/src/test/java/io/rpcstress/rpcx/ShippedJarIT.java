package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The jar that is handed out. */
class ShippedJarIT {
  private static Path jar() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("target"))) {
      List<Path> jars =
          files
              .filter(
                  file ->
                      file.getFileName().toString().matches("rpcx-[^-].*\\.jar")
                          && !file.toString().matches(".*-(tests|sources|javadoc)\\.jar"))
              .toList();
      assertThat(jars).hasSize(1);
      return jars.get(0);
    }
  }

  @Test
  void itsModuleHasANameThatStays() throws IOException {
    ModuleDescriptor module =
        ModuleFinder.of(jar()).findAll().stream()
            .map(ModuleReference::descriptor)
            .findAny()
            .orElseThrow();
    assertThat(module.name()).isEqualTo("io.rpcstress.rpcx");
    assertThat(module.isAutomatic()).isTrue();
    assertThat(module.packages()).contains("io.rpcstress.rpcx");
  }

  /** Generated code refuses a protobuf-java that is older than what generated it. */
  @Test
  void generatedCodeNewerThanTheUsersRuntimeIsNotInIt() throws IOException {
    try (JarFile jar = new JarFile(jar().toFile())) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        byte[] bytes = jar.getInputStream(entry).readAllBytes();
        assertThat(new String(bytes, StandardCharsets.ISO_8859_1))
            .as(entry.getName())
            .doesNotContain("com/google/protobuf/RuntimeVersion", "protobuf/GeneratedMessage");
      }
    }
  }

  @Test
  void itIsTestedWithNoMoreOfNettyThanItDependsOn() {
    String classPath = System.getProperty("java.class.path");
    assertThat(classPath).contains("netty-transport", "netty-handler", "netty-codec-base");
    assertThat(classPath)
        .doesNotContain("netty-all", "netty-codec-http", "netty-resolver-dns", "netty-codec-redis");
  }
}
