package io.rpcstress.measure;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A constant whose word in options and files is made of its name: {@code per-thread}. */
public interface Labelled {

  String name();

  default String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The one of a label. */
  static <T extends Labelled> Optional<T> find(T[] all, String label) {
    return Arrays.stream(all).filter(each -> each.label().equals(label)).findFirst();
  }
}
