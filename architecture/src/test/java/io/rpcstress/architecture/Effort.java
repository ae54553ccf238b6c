package io.rpcstress.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a technology takes of this project, counted from the sources: its family's driver and
 * server, the packages of the contract that these two need beside the one that all have, what is
 * generated of those, and the IDL that it is generated from.
 *
 * @param family whose modules were counted
 * @param driver by hand
 * @param server by hand; nothing where the technology has none
 * @param contract by hand, on both sides
 * @param idl files that schemas are written in
 * @param generated code
 */
record Effort(
    String family, Count driver, Count server, Count contract, Count idl, Count generated) {

  /**
   * Files, and those of their lines that are neither blank nor a comment.
   *
   * @param files how many
   * @param lines of all of them
   */
  record Count(int files, int lines) {

    private static Count of(List<Path> files) {
      return new Count(files.size(), files.stream().mapToInt(Effort::lines).sum());
    }
  }

  private static final Pattern FAMILY = Pattern.compile("\\[\"([a-z0-9-]+)\"]=([a-z0-9-]+)");

  /** A package of the contract beside its first one, which every technology has. */
  private static final Pattern IMPORT =
      Pattern.compile("import (?:static )?io\\.rpcstress\\.contract\\.([a-z0-9.]+)\\.[A-Z]");

  /** In Java and in every IDL here; a {@code *} alone may be a product that goes on. */
  private static final Pattern COMMENT =
      Pattern.compile("(?s:/\\*.*?\\*/)|(?m:^[ \\t]*(?://|#)[^\\n]*$)");

  private static final String SOURCES = "src/main/java";
  private static final String CONTRACT = "io/rpcstress/contract";

  /** Where code is that nobody wrote, below the folder of the module contract. */
  private static final List<String> GENERATED =
      List.of(
          "target/generated-sources/protobuf",
          "target/generated-sources/avro",
          "src/generated/java");

  private static final List<String> IDL =
      List.of("src/main/proto", "src/main/avro", "src/main/capnp", "src/main/thrift");

  /**
   * Counts what a technology takes.
   *
   * @param project its root; the module contract was built
   */
  static Effort of(Path project, String technology) {
    String family = families(project).getOrDefault(technology, technology);
    List<Path> driver = files(project.resolve("drivers").resolve(family).resolve(SOURCES));
    List<Path> server = files(project.resolve("server-" + family).resolve(SOURCES));
    Path contract = project.resolve("contract");
    Set<String> packages = new TreeSet<>();
    List<Path> byHand = new ArrayList<>();
    List<Path> generated = new ArrayList<>();
    Deque<Path> unread = new ArrayDeque<>(driver);
    unread.addAll(server);
    while (!unread.isEmpty()) {
      for (String each : imported(unread.remove())) {
        if (packages.add(each)) {
          String folder = CONTRACT + "/" + each.replace('.', '/');
          List<Path> found = filesIn(contract.resolve(SOURCES).resolve(folder));
          byHand.addAll(found);
          unread.addAll(found);
          GENERATED.forEach(g -> generated.addAll(filesIn(contract.resolve(g).resolve(folder))));
        }
      }
    }
    List<Path> idl = new ArrayList<>();
    for (String folder : IDL) {
      for (Path file : filesIn(contract.resolve(folder))) {
        if (packages.stream().anyMatch(each -> isOf(file, each))) {
          idl.add(file);
        }
      }
    }
    return new Effort(
        family,
        Count.of(driver),
        Count.of(server),
        Count.of(byHand),
        Count.of(idl),
        Count.of(generated));
  }

  /** The families that are not called as their technologies, as the scripts know them. */
  static Map<String, String> families(Path project) {
    Map<String, String> families = new TreeMap<>();
    Matcher row = FAMILY.matcher(text(project.resolve("deploy/lib/families.sh")));
    while (row.find()) {
      families.put(row.group(1), row.group(2));
    }
    return families;
  }

  /** The packages of the contract that a source names, without what all their names begin with. */
  private static Set<String> imported(Path source) {
    Set<String> packages = new TreeSet<>();
    Matcher matcher = IMPORT.matcher(text(source));
    while (matcher.find()) {
      packages.add(matcher.group(1));
    }
    return packages;
  }

  /** An IDL says which package becomes of it. */
  private static boolean isOf(Path idl, String contractPackage) {
    String name = Pattern.quote("io.rpcstress.contract." + contractPackage);
    return Pattern.compile(name + "(?!\\.?\\w)").matcher(text(idl)).find();
  }

  /** Lines that are neither blank nor a comment. */
  static int lines(Path file) {
    return (int)
        COMMENT.matcher(text(file)).replaceAll("").lines().filter(line -> !line.isBlank()).count();
  }

  /** All files below a folder; none where it is not there. */
  private static List<Path> files(Path folder) {
    return found(folder, Integer.MAX_VALUE);
  }

  /** The files of a folder itself. */
  private static List<Path> filesIn(Path folder) {
    return found(folder, 1);
  }

  private static List<Path> found(Path folder, int depth) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder, depth)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !file.endsWith("package-info.java"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
