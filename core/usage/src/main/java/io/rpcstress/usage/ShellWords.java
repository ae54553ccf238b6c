package io.rpcstress.usage;

import java.util.Collection;
import java.util.stream.Collectors;

/** Words as a person can paste them into a shell. Stateless. */
public final class ShellWords {

  private ShellWords() {}

  public static String join(Collection<String> words) {
    return words.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
  }

  /** One word, quoted where a shell would change it. */
  public static String quoted(String word) {
    return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
