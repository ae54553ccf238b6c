package io.rpcstress.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The whole project: its modules by their sources, and their classes by the class path. */
final class Project {

  /** Its root, from where a module's tests run. */
  static final Path ROOT = Path.of("..");

  /**
   * What no rule is about: the benchmarks and races of RPCX, which stand in the packages of the
   * parts that they see from inside and are shipped with nothing, and this module.
   */
  private static final Set<String> NOT_JUDGED = Set.of("rpcx/bench", "rpcx/bom", "architecture");

  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Path SOURCES = Path.of("src/main/java");

  private Project() {}

  /** Reads the class files once for all tests. */
  private static final class Imported {
    private static final Map<String, String> MODULE_OF = moduleOfClass();
    private static final JavaClasses CLASSES =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(roots());

    /** The first two words of every package: where the project's classes are looked for. */
    private static Set<String> roots() {
      Set<String> roots = new TreeSet<>();
      for (String name : MODULE_OF.keySet()) {
        String[] words = name.split("\\.", -1);
        roots.add(words[0] + "." + words[1]);
      }
      return roots;
    }
  }

  /** The classes of all judged modules, from the class path that Maven gives this one. */
  static JavaClasses classes() {
    return Imported.CLASSES;
  }

  /** The folders of all modules: those of the root pom, and those that these list. */
  static List<String> modules() {
    List<String> modules = new ArrayList<>();
    modulesOf("")
        .forEach(
            each -> modules.addAll(modulesOf(each).isEmpty() ? List.of(each) : modulesOf(each)));
    return modules;
  }

  private static List<String> modulesOf(String folder) {
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
    return modules().stream().filter(module -> !NOT_JUDGED.contains(module)).toList();
  }

  /** The full names of the classes that a module has sources of. */
  static Set<String> classesOf(String module) {
    Path sources = ROOT.resolve(module).resolve(SOURCES);
    try (Stream<Path> files = Files.walk(sources)) {
      Set<String> names = new TreeSet<>();
      files
          .map(file -> sources.relativize(file).toString().replace('\\', '/'))
          .filter(file -> file.endsWith(".java") && !file.endsWith("package-info.java"))
          .forEach(file -> names.add(file.substring(0, file.length() - 5).replace('/', '.')));
      return names;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> moduleOfClass() {
    Map<String, String> modules = new TreeMap<>();
    for (String module : judgedModules()) {
      classesOf(module).forEach(name -> modules.put(name, module));
    }
    return modules;
  }

  /**
   * The module of a class of this project; empty for any other class. A generated one, which has no
   * source that lies still, is of the module that has the nearest package above its own.
   */
  static Optional<String> moduleOf(JavaClass type) {
    String name = type.getName().replaceFirst("\\$.*", "");
    String exact = Imported.MODULE_OF.get(name);
    if (exact != null || !type.getPackageName().startsWith("io.rpcstress.")) {
      return Optional.ofNullable(exact);
    }
    return Imported.MODULE_OF.entrySet().stream()
        .filter(each -> (type.getPackageName() + ".").startsWith(packageOf(each.getKey()) + "."))
        .max(Comparator.comparingInt(each -> packageOf(each.getKey()).length()))
        .map(Map.Entry::getValue);
  }

  private static String packageOf(String name) {
    return name.substring(0, name.lastIndexOf('.'));
  }
}
