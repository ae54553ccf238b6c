package io.rpcstress.usage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The JVM settings that every measured process gets, on both hosts and for every technology. They
 * stand in one place, the resource {@code jvm.options} beside this class, and travel inside every
 * jar: {@code java -cp ANY.jar io.rpcstress.usage.JvmSettings} prints them for scripts, one a line.
 */
public final class JvmSettings {
  private static final String RESOURCE = "jvm.options";
  private static final String NONE = "-";
  private static final int MISUSE = 2;

  private JvmSettings() {}

  /**
   * What JDKs from this one on warn of on stderr, and options that mean the libraries may do it.
   */
  private static final int WARNS_OF_LIBRARIES = 24;

  private static final List<String> NO_WARNINGS =
      List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");

  /** The options for this JVM, in the order of the file, without its comments. Unmodifiable. */
  public static List<String> options() {
    return options(Runtime.version().feature(), "");
  }

  /**
   * The options for another JVM.
   *
   * @param feature the number of its JDK
   * @param collector label of the {@link Collector} that it uses; empty for the file's
   */
  public static List<String> options(int feature, String collector) {
    List<String> options = withCollector(common(), collector);
    return feature < WARNS_OF_LIBRARIES
        ? options
        : Stream.concat(options.stream(), NO_WARNINGS.stream()).toList();
  }

  /** Some options with another collector than the one that they may choose; empty for none. */
  public static List<String> withCollector(List<String> options, String collector) {
    return Collector.find(collector)
        .map(
            chosen ->
                Stream.concat(
                        options.stream().filter(each -> !Collector.isChosenBy(each)),
                        Stream.of(chosen.option()))
                    .toList())
        .orElse(options);
  }

  private static List<String> common() {
    try (InputStream in = JvmSettings.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks io/rpcstress/usage/" + RESOURCE);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(String::trim)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .collect(Collectors.toUnmodifiableList());
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /**
   * Prints the options for the JVM that a script starts.
   *
   * @param args nothing, for this JVM; or a word of {@link Jdk#find} and the label of a collector,
   *     {@code -} for none: then the program that starts that JVM comes first
   */
  public static void main(String[] args) {
    if (args.length == 0) {
      options().forEach(System.out::println);
      return;
    }
    try {
      Jdk jdk = args[0].equals(NONE) ? Jdk.running() : Jdk.find(args[0]);
      String collector = args[1].equals(NONE) ? "" : args[1];
      if (!collector.isEmpty() && Collector.find(collector).isEmpty()) {
        refuse(
            "--gc '%s': one of %s expected"
                .formatted(collector, String.join(", ", Collector.labels())));
      }
      System.out.println(jdk.java());
      options(jdk.feature(), collector).forEach(System.out::println);
    } catch (IllegalArgumentException e) {
      refuse("--jdk " + e.getMessage());
    }
  }

  private static void refuse(String line) {
    System.err.println(line);
    System.exit(MISUSE);
  }
}
