package io.rpcstress.client.harness.process;

import java.util.List;
import java.util.stream.Collectors;

/** Words as a person can paste them into a shell. */
public final class ShellWords {

  private ShellWords() {}

  /** {@code java -jar client-harness.jar} and the words, quoted where a shell would change them. */
  public static String join(List<String> words) {
    return words.stream()
        .map(ShellWords::quoted)
        .collect(Collectors.joining(" ", "java -jar client-harness.jar ", ""));
  }

  public static String quoted(String word) {
    return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
