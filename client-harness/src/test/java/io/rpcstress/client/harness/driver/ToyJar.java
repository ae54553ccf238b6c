package io.rpcstress.client.harness.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Operation;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverApi;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Builds the jar of a technology of somebody else's, out of src/test/resources/toy, with the driver
 * API and the contract on the compiler's class path and nothing else of this project.
 */
public final class ToyJar {

  private static final Path SOURCES = Path.of("src/test/resources/toy");
  private static final String SERVICES = "META-INF/services/io.rpcstress.driver.Driver";

  private final Path classes;

  private ToyJar(Path classes) {
    this.classes = classes;
  }

  /**
   * Compiles the sources.
   *
   * @param folder an empty one, for the classes
   */
  public static ToyJar compiled(Path folder) throws IOException {
    ToyJar toy = new ToyJar(folder);
    for (Path file : files(SOURCES)) {
      String text = Files.readString(file);
      if (!file.toString().endsWith(".java")) {
        Path there = folder.resolve(SOURCES.relativize(file));
        Files.createDirectories(there.getParent());
        Files.writeString(there, text);
      }
    }
    toy.compile();
    return toy;
  }

  private void compile() throws IOException {
    List<Path> java =
        files(SOURCES).stream().filter(file -> file.toString().endsWith(".java")).toList();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter told = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "--release",
              "17",
              "-proc:none",
              "-cp",
              String.join(
                  File.pathSeparator,
                  where(Driver.class),
                  where(Operation.class),
                  classes.toString()),
              "-d",
              classes.toString());
      boolean good =
          compiler
              .getTask(told, files, null, options, null, files.getJavaFileObjectsFromPaths(java))
              .call();
      assertThat(good).as("%s", told).isTrue();
    }
  }

  private static String where(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> found = Files.walk(folder)) {
      return found.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** The jar as it should be. */
  public Path jar(Path file) throws IOException {
    return jar(file, Integer.toString(DriverApi.VERSION), List.of("org.example.toy.ToyDriver"));
  }

  /**
   * The jar, with the version of the driver API that its manifest says and the drivers it names.
   */
  public Path jar(Path file, String version, List<String> drivers) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue(DriverApi.MANIFEST_ENTRY, version);
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
      for (Path each : files(classes)) {
        jar.putNextEntry(new JarEntry(classes.relativize(each).toString()));
        Files.copy(each, jar);
      }
      jar.putNextEntry(new JarEntry(SERVICES));
      jar.write(String.join("\n", drivers).getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }
}
