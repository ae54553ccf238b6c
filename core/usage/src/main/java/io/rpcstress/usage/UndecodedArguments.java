package io.rpcstress.usage;

import java.util.Arrays;
import java.util.Optional;

/**
 * Command-line arguments that the JVM could not decode, since they are not in the locale's
 * encoding.
 */
public final class UndecodedArguments {

  /** What the JVM puts where it finds no character. */
  private static final int REPLACEMENT = 0xFFFD;

  private UndecodedArguments() {}

  /** Names the first such argument and what helps; empty where all could be decoded. */
  public static Optional<String> problem(String... args) {
    return Arrays.stream(args)
        .filter(UndecodedArguments::isDamaged)
        .findFirst()
        .map(
            each ->
                "'%s': not in the encoding of this locale, %s: start it with LC_ALL=C.UTF-8"
                    .formatted(each, System.getProperty("sun.jnu.encoding")));
  }

  private static boolean isDamaged(String argument) {
    return argument
        .codePoints()
        .anyMatch(each -> each == REPLACEMENT || Character.getType(each) == Character.SURROGATE);
  }
}
