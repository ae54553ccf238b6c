package io.rpcstress.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The whole project, as a build leaves it. */
final class House {

  /** Its root, from where a module's tests run. */
  static final Path ROOT = Path.of("..");

  private House() {}

  /** What all modules were compiled to. */
  static JavaClasses classes() {
    try (Stream<Path> modules = Files.list(ROOT)) {
      List<Path> classes =
          modules
              .map(module -> module.resolve("target/classes"))
              .filter(Files::isDirectory)
              .toList();
      return new ClassFileImporter().importPaths(classes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
