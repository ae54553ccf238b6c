package io.rpcstress.contract;

/**
 * One thing that can be set of what a call carries. Immutable.
 *
 * @param name as options, files and tables spell it: a lower-case letter, then letters and dashes
 * @param unit what the number counts, for a person: {@code bytes}, for example
 * @param min the smallest number, 0 or more
 * @param max the largest number; every server refuses more
 * @param defaultValue where nobody asks for another
 */
public record PayloadDimension(String name, String unit, int min, int max, int defaultValue) {

  /**
   * Checks the declaration.
   *
   * @throws IllegalArgumentException if the name could not stand in files, or the default is out of
   *     range
   */
  public PayloadDimension {
    if (!name.matches("[a-z][a-z-]*")) {
      throw new IllegalArgumentException(
          "payload dimension '" + name + "': lower-case letters and dashes expected");
    }
    if (min < 0 || min > defaultValue || defaultValue > max) {
      throw new IllegalArgumentException(
          "payload dimension %s: default %d is not in %d to %d"
              .formatted(name, defaultValue, min, max));
    }
  }

  /** The range, for a person: {@code 1 to 1024 bytes}. */
  String range() {
    return min + " to " + max + " " + unit;
  }
}
