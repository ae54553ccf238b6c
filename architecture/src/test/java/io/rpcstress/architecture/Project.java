package io.rpcstress.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The whole project: its modules as the poms list them, and their classes as the build left them.
 */
final class Project {

  /** Its root, from where a module's tests run. */
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /**
   * What no rule is about: the benchmarks of RPCX, which stand in the packages of the parts that
   * they see from inside and are shipped with nothing, its BOM, the archive, and this module.
   */
  private static final Set<String> NOT_JUDGED =
      Set.of("rpcx/bench", "rpcx/bom", "deploy/archive", "architecture");

  /** Only a build with -Pgo has it, which needs Go. */
  private static final String IN_GO = "technologies/go/server";

  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final String CLASSES = "target/classes";

  private Project() {}

  /** Reads the class files once for all tests. */
  private static final class Imported {
    private static final JavaClasses CLASSES_OF_ALL =
        new ClassFileImporter()
            .importPaths(judgedModules().stream().map(Imported::builtClassesOf).toList());

    private static Path builtClassesOf(String module) {
      Path classes = classesOf(module);
      if (!Files.isDirectory(classes)) {
        throw new IllegalStateException(classes + " is missing: build all modules before this one");
      }
      return classes;
    }
  }

  private static Path classesOf(String module) {
    return ROOT.resolve(module).resolve(CLASSES);
  }

  /** The classes of all judged modules. */
  static JavaClasses classes() {
    return Imported.CLASSES_OF_ALL;
  }

  /** The folders of all modules: those of the root pom, and those that these list. */
  static List<String> modules() {
    List<String> modules = new ArrayList<>();
    for (String module : listedIn("")) {
      List<String> inner = listedIn(module);
      modules.addAll(inner.isEmpty() ? List.of(module) : inner);
    }
    return modules;
  }

  private static List<String> listedIn(String folder) {
    try {
      return MODULE
          .matcher(Files.readString(ROOT.resolve(folder).resolve("pom.xml")))
          .results()
          .map(module -> folder.isEmpty() ? module.group(1) : folder + "/" + module.group(1))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Those that the rules are about. */
  static List<String> judgedModules() {
    return modules().stream()
        .filter(module -> !NOT_JUDGED.contains(module))
        .filter(module -> !module.equals(IN_GO) || Files.isDirectory(classesOf(module)))
        .toList();
  }

  /** The module of a class of this project; empty for any other class. */
  static Optional<String> moduleOf(JavaClass type) {
    return type.getSource()
        .filter(source -> source.getUri().getScheme().equals("file"))
        .map(source -> ROOT.relativize(Path.of(source.getUri())).toString().replace('\\', '/'))
        .filter(file -> file.contains("/" + CLASSES + "/"))
        .map(file -> file.substring(0, file.indexOf("/" + CLASSES + "/")));
  }
}
