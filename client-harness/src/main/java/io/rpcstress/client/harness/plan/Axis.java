package io.rpcstress.client.harness.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One axis of a grid: {@code 10:990:10} (from, to, step; to included where a step lands on it),
 * {@code 10::10} (until communication fails), {@code 10,100,990} (these), or {@code 10}. Immutable.
 */
public final class Axis {

  private static final int MAX_VALUES = 1_000_000;
  private static final String EXPECTED =
      "FROM:TO:STEP, FROM::STEP (until failure) or a list such as 10,100,990 expected, each 1 or more";

  private final String text;
  private final List<Integer> listed;
  private final int from;
  private final int step;

  private Axis(String text, List<Integer> listed, int from, int step) {
    this.text = text;
    this.listed = listed;
    this.from = from;
    this.step = step;
  }

  /** Reads an axis. */
  @JsonCreator
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
    try {
      int number = Integer.parseInt(part);
      if (number >= 1) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, for the whole axis.
    }
    throw new IllegalArgumentException("'" + text + "': " + EXPECTED);
  }

  /** Whether a text, if it is an axis, is one that goes on until communication fails. */
  public static boolean isOpenEnded(String text) {
    return text.contains("::");
  }

  /** Whether it goes on until communication fails. */
  public boolean isOpenEnded() {
    return listed.isEmpty();
  }

  /** How many values there are; of an open end, as many as fit an int. */
  public int size() {
    return isOpenEnded() ? (Integer.MAX_VALUE - from) / step : listed.size();
  }

  /** The value at an index from 0 to size - 1, ascending. */
  public int value(int index) {
    return isOpenEnded() ? Math.addExact(from, Math.multiplyExact(index, step)) : listed.get(index);
  }

  /** Whether it is written as this one. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Axis axis && axis.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** As it was written. */
  @Override
  @JsonValue
  public String toString() {
    return text;
  }
}
