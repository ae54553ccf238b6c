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

  private JvmSettings() {}

  /**
   * What JDKs from this one on warn of on stderr, and options that mean the libraries may do it.
   */
  private static final int WARNS_OF_LIBRARIES = 24;

  private static final List<String> NO_WARNINGS =
      List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");

  /** The options in the order of the file, without its comments. Unmodifiable. */
  public static List<String> options() {
    boolean warns = Runtime.version().feature() >= WARNS_OF_LIBRARIES;
    return Stream.concat(common().stream(), warns ? NO_WARNINGS.stream() : Stream.empty()).toList();
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

  public static void main(String[] args) {
    for (String option : options()) {
      System.out.println(option);
    }
  }
}
