package io.rpcstress.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The whole project, as a build leaves it. */
final class Project {

  /** Its root, from where a module's tests run. */
  static final Path ROOT = Path.of("..");

  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  private Project() {}

  /**
   * What all modules were compiled to, but for the benchmarks and races of RPCX: they stand in the
   * packages of the parts that they see from inside, and are shipped with nothing.
   */
  static JavaClasses classes() {
    List<Path> classes =
        modules().stream()
            .filter(module -> !"rpcx-bench".equals(module))
            .map(module -> ROOT.resolve(module).resolve("target/classes"))
            .filter(Files::isDirectory)
            .toList();
    return new ClassFileImporter().importPaths(classes);
  }

  /** The folders of all modules, as the root pom lists them. */
  static List<String> modules() {
    try {
      return MODULE
          .matcher(Files.readString(ROOT.resolve("pom.xml")))
          .results()
          .map(module -> module.group(1))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
