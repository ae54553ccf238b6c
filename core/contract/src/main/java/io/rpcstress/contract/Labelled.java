package io.rpcstress.contract;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A constant whose word in options, files and messages is made of its name: {@code per-thread}. The
 * measurements' own ones have an interface of theirs, since they know no contract.
 */
public interface Labelled {

  String name();

  default String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The one of a label; empty where none has it. */
  static <T extends Labelled> Optional<T> find(T[] all, String label) {
    return Arrays.stream(all).filter(each -> each.label().equals(label)).findFirst();
  }

  /** Their labels, in order. Unmodifiable. */
  static List<String> labels(Labelled[] all) {
    return Arrays.stream(all).map(Labelled::label).toList();
  }
}
