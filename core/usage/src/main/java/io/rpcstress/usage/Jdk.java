package io.rpcstress.usage;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A JDK of this host. */
public record Jdk(int feature, Path home) {

  /** The oldest that runs this project. */
  private static final int OLDEST = 17;

  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,2}");

  /** Of the file "release" in a JDK's folder: 17.0.15, or 1.8.0_392 of an old one. */
  private static final Pattern VERSION =
      Pattern.compile("(?m)^JAVA_VERSION=\"(?:1\\.)?([0-9]{1,3})\\b.*");

  /** Folders below which JDKs are, by name: those of distributions, containers, SDKMAN, IDEs. */
  private static final List<String> USUAL =
      List.of("/usr/lib/jvm", "/usr/java", "/opt", "/opt/java");

  private static final List<String> USUAL_IN_HOME = List.of(".sdkman/candidates/java", ".jdks");

  private static final String HOME = "JAVA_HOME";

  static Jdk running() {
    return new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
  }

  /**
   * The number that a word means, of {@link #OLDEST} or later.
   *
   * @param word a number, of which there need be no JDK here, or a JDK's folder
   */
  public static int feature(String word) {
    int feature = NUMBER.matcher(word).matches() ? Integer.parseInt(word) : in(word).feature;
    if (feature < OLDEST) {
      throw new IllegalArgumentException(
          "'%s': a JDK of %d or later expected".formatted(word, OLDEST));
    }
    return feature;
  }

  /**
   * The JDK that a word means. A number is looked for in JAVA_HOME_N, JAVA_HOME_N_X64 and
   * JAVA_HOME_N_ARM64; then it is JAVA_HOME's, the one that runs this, or the first by name in
   * {@link #USUAL} and {@link #USUAL_IN_HOME}.
   *
   * @param word a number, or a JDK's folder
   */
  public static Jdk find(String word) {
    return find(word, System.getenv());
  }

  static Jdk find(String word, Map<String, String> environment) {
    int feature = feature(word);
    if (!NUMBER.matcher(word).matches()) {
      return in(word);
    }
    for (String suffix : List.of("", "_X64", "_ARM64")) {
      String name = HOME + "_" + word + suffix;
      String folder = environment.get(name);
      if (folder != null && !folder.isEmpty()) {
        return read(Path.of(folder))
            .filter(each -> each.feature == feature)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "'%s': %s names %s, which is no JDK %s: set it to one"
                            .formatted(word, name, folder, word)));
      }
    }
    List<Jdk> all = all(environment);
    return all.stream()
        .filter(each -> each.feature == feature)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    ("'%s': there is none here, only %s: install it, set JAVA_HOME_%s to its"
                            + " folder, or give that")
                        .formatted(word, numbers(all), word)));
  }

  private static String numbers(List<Jdk> all) {
    return all.stream().map(Jdk::feature).collect(Collectors.toCollection(TreeSet::new)).stream()
        .map(Object::toString)
        .collect(Collectors.joining(", "));
  }

  private static Jdk in(String folder) {
    try {
      return read(Path.of(folder)).orElseThrow(() -> notOne(folder));
    } catch (InvalidPathException e) {
      throw notOne(folder);
    }
  }

  private static IllegalArgumentException notOne(String word) {
    return new IllegalArgumentException(
        "'%s': a JDK's number, such as 17, or its folder expected".formatted(word));
  }

  private static List<Jdk> all(Map<String, String> environment) {
    List<Jdk> all = new ArrayList<>();
    String own = environment.getOrDefault(HOME, "");
    if (!own.isEmpty()) {
      read(Path.of(own)).ifPresent(all::add);
    }
    all.add(running());
    Path user = Path.of(System.getProperty("user.home"));
    Stream.concat(USUAL.stream().map(Path::of), USUAL_IN_HOME.stream().map(user::resolve))
        .flatMap(folder -> below(folder).stream())
        .forEach(home -> read(home).ifPresent(all::add));
    return all;
  }

  private static List<Path> below(Path folder) {
    List<Path> all = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      entries.forEach(all::add);
    } catch (IOException | DirectoryIteratorException e) {
      return List.of(); // there is none, or it is not for this user
    }
    return all.stream().sorted().toList();
  }

  /** The JDK whose folder this is; empty where it is none. */
  private static Optional<Jdk> read(Path home) {
    if (!Files.isExecutable(java(home))) {
      return Optional.empty();
    }
    try {
      Matcher version = VERSION.matcher(Files.readString(home.resolve("release")));
      return version.find()
          ? Optional.of(new Jdk(Integer.parseInt(version.group(1)), home.toAbsolutePath()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Path java(Path home) {
    return home.resolve("bin").resolve("java");
  }

  public String java() {
    return java(home).toString();
  }
}
