package io.rpcstress.client.harness.process;

import java.util.ArrayList;
import java.util.List;

/**
 * What a JVM of its own runs.
 *
 * @param jvm words for the JVM: the class path, and what else this program needs of it
 * @param mainClass where it begins
 */
public record Program(List<String> jvm, String mainClass) {

  public Program {
    jvm = List.copyOf(jvm);
  }

  /** The words between the JVM's settings and the program's arguments. */
  public List<String> words() {
    List<String> words = new ArrayList<>(jvm);
    words.add(mainClass);
    return words;
  }
}
