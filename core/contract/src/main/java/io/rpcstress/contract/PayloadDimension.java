package io.rpcstress.contract;

import java.util.List;

/**
 * One thing that can be set of what a call carries: a number, or one of a few words, which are
 * numbered from 0. Immutable.
 *
 * @param name as options, files and tables spell it: a lower-case letter, then letters and dashes
 * @param unit what the number counts, for a person: {@code bytes}, for example; empty for words
 * @param min the smallest number, 0 or more
 * @param max the largest number; every server refuses more
 * @param defaultValue where no other is requested
 * @param words what is written instead of the numbers, the first one for 0; empty where the numbers
 *     are. Unmodifiable
 * @param leftOut whether it is not written where it has its default: one that came later, so that
 *     what was measured before keeps its name
 */
public record PayloadDimension(
    String name,
    String unit,
    int min,
    int max,
    int defaultValue,
    List<String> words,
    boolean leftOut) {

  /** Checks that name and words can stand in files, and that the default is in range. */
  public PayloadDimension {
    words = List.copyOf(words);
    if (!name.matches("[a-z][a-z-]*")) {
      throw new IllegalArgumentException(
          "payload dimension '" + name + "': lower-case letters and dashes expected");
    }
    if (!words.stream().allMatch(word -> word.matches("[a-z0-9]+"))) {
      throw new IllegalArgumentException(
          "payload dimension %s: words of lower-case letters and digits expected, not %s"
              .formatted(name, words));
    }
    if (min < 0 || min > defaultValue || defaultValue > max) {
      throw new IllegalArgumentException(
          "payload dimension %s: default %d is not in %d to %d"
              .formatted(name, defaultValue, min, max));
    }
  }

  /** One whose numbers are written. */
  public PayloadDimension(String name, String unit, int min, int max, int defaultValue) {
    this(name, unit, min, max, defaultValue, List.of(), false);
  }

  /** One of one or more words of lower-case letters and digits, the default first. */
  public static PayloadDimension ofWords(String name, List<String> words) {
    return new PayloadDimension(name, "", 0, words.size() - 1, 0, words, false);
  }

  /** The same, written only where it has not its default. */
  public PayloadDimension leftOutAtDefault() {
    return new PayloadDimension(name, unit, min, max, defaultValue, words, true);
  }

  boolean isWritten(int value) {
    return !leftOut || value != defaultValue;
  }

  /** How a value of the range is written. */
  String text(int value) {
    return words.isEmpty() ? Integer.toString(value) : words.get(value);
  }

  /** The value that is written so; -1 for a text that is neither a number nor one of the words. */
  int value(String text) {
    if (!words.isEmpty()) {
      return words.indexOf(text);
    }
    return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
  }

  /** The range, for a person: {@code 1 to 1024 bytes}, {@code remote or local}. */
  String range() {
    return words.isEmpty() ? min + " to " + max + " " + unit : String.join(" or ", words);
  }
}
