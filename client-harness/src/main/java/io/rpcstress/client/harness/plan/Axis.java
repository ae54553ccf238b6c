package io.rpcstress.client.harness.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonCreator.Mode;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * One axis of a grid: {@code 10:990:10} (from, to, step; to included where a step lands on it),
 * {@code 10::10} (until communication fails), {@code 10,100,990} (these), or {@code 10}. Immutable.
 *
 * @param text as it was written
 * @param listed its values; empty where it goes on until communication fails
 */
public record Axis(String text, List<Integer> listed, int from, int step) {

  private static final int MAX_VALUES = 1_000_000;
  private static final String EXPECTED =
      "FROM:TO:STEP, FROM::STEP (until failure) or a list such as 10,100,990 expected, each 1 or"
          + " more";

  @JsonCreator(mode = Mode.DELEGATING)
  public static Axis parse(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length == 3) {
      int from = number(text, parts[0]);
      int step = number(text, parts[2]);
      if (parts[1].isEmpty()) {
        return new Axis(text, List.of(), from, step);
      }
      int to = number(text, parts[1]);
      if (to < from || (to - from) / step >= MAX_VALUES) {
        throw new IllegalArgumentException("'" + text + "': " + EXPECTED);
      }
      List<Integer> values = new ArrayList<>();
      for (long value = from; value <= to; value += step) {
        values.add((int) value);
      }
      return new Axis(text, List.copyOf(values), from, step);
    }
    TreeSet<Integer> values = new TreeSet<>();
    for (String part : text.split(",", -1)) {
      values.add(number(text, part.trim()));
    }
    return new Axis(text, List.copyOf(values), values.first(), 1);
  }

  private static int number(String text, String part) {
    long number = part.matches("[0-9]{1,10}") ? Long.parseLong(part) : 0;
    if (number < 1 || number > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("'" + text + "': " + EXPECTED);
    }
    return (int) number;
  }

  /** Whether a text, if it is an axis, is one that goes on until communication fails. */
  public static boolean isOpenEnded(String text) {
    return text.contains("::");
  }

  public boolean isOpenEnded() {
    return listed.isEmpty();
  }

  /** How many values there are; of an open end, as many as fit an int. */
  public int size() {
    return isOpenEnded() ? (Integer.MAX_VALUE - from) / step : listed.size();
  }

  public int value(int index) {
    return isOpenEnded() ? Math.addExact(from, Math.multiplyExact(index, step)) : listed.get(index);
  }

  @Override
  @JsonValue
  public String toString() {
    return text;
  }
}
