package io.rpcstress.client.harness.plan;

import io.rpcstress.contract.PrintableText;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where points are in dimensions that another jar declares, as it was given. Several values of one
 * dimension make points at each. This program gives such a dimension no meaning: it carries it into
 * names, rows and documents. Immutable.
 *
 * @param words each {@code NAME=VALUE}
 */
public record FurtherDimensions(List<String> words) {

  /** The option that gives them. */
  public static final String OPTION = "--dimension";

  /** Every dimension at its default. */
  public static final FurtherDimensions NONE = new FurtherDimensions(List.of());

  /** Places that a sweep may have in them; more is likelier a typing error. */
  private static final int MAX_PLACES = 64;

  /** Of the words in a message, which is to stay a line. */
  private static final int LONGEST_SHOWN = 200;

  /** Copies the words. */
  public FurtherDimensions {
    words = List.copyOf(words);
  }

  /** Where a point, or a contender, is in them; without what is at its default. */
  static FurtherDimensions of(Dimensions dimensions) {
    return new FurtherDimensions(
        Dimensions.further().stream()
            .filter(dimensions::has)
            .map(each -> each.name() + "=" + dimensions.text(each))
            .toList());
  }

  /** The same dimensions with all of these at their defaults. */
  static Dimensions without(Dimensions dimensions) {
    Dimensions others = dimensions;
    for (Dimension each : Dimensions.further()) {
      others = others.with(each, each.defaultValue());
    }
    return others;
  }

  /**
   * Every place that they make, one or more: each value of each dimension with each of the others,
   * in the order given.
   *
   * @throws Misuse naming a word that is none, or if there are too many
   */
  List<Dimensions> all() {
    List<Dimensions> places = List.of(Dimensions.NONE);
    for (Map.Entry<Dimension, Set<String>> each : values().entrySet()) {
      List<Dimensions> more = new ArrayList<>();
      for (Dimensions place : places) {
        each.getValue().forEach(value -> more.add(place.with(each.getKey(), value)));
      }
      places = more;
      if (places.size() > MAX_PLACES) {
        throw new Misuse(
            "%s %s: more than %d places, %d at most"
                .formatted(OPTION, shown(), MAX_PLACES, MAX_PLACES));
      }
    }
    return places;
  }

  /**
   * The one place of a single point.
   *
   * @throws Misuse naming a word that is none, or if there are several
   */
  Dimensions only() {
    List<Dimensions> places = all();
    if (places.size() > 1) {
      throw new Misuse(
          "%s %s: one value of each expected here; a sweep takes several"
              .formatted(OPTION, shown()));
    }
    return places.get(0);
  }

  private String shown() {
    return PrintableText.of(String.join(",", words), LONGEST_SHOWN);
  }

  private Map<Dimension, Set<String>> values() {
    Map<Dimension, Set<String>> values = new LinkedHashMap<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      if (equals < 1) {
        throw new Misuse("%s '%s': NAME=VALUE expected".formatted(OPTION, PrintableText.of(word)));
      }
      Dimension dimension = find(word.substring(0, equals));
      try {
        values
            .computeIfAbsent(dimension, d -> new LinkedHashSet<>())
            .add(dimension.canonical(word.substring(equals + 1)));
      } catch (IllegalArgumentException e) {
        throw new Misuse(OPTION + ": " + e.getMessage());
      }
    }
    return values;
  }

  private static Dimension find(String name) {
    List<String> names = Dimensions.further().stream().map(Dimension::name).toList();
    return Dimensions.find(name)
        .filter(Dimensions.further()::contains)
        .orElseThrow(
            () ->
                new Misuse(
                    Dimensions.find(name).isPresent()
                        ? "%s %s: it is one of this program's own, which have options of their own"
                            .formatted(OPTION, name)
                        : "%s '%s': %s"
                            .formatted(
                                OPTION,
                                PrintableText.of(name),
                                names.isEmpty()
                                    ? "no jar on the class path declares a dimension; ./sweep.sh"
                                        + " takes one with --dimension-jar FILE"
                                    : Nearest.hint(name, names))));
  }

  /** The option, as words that give the same again. */
  List<String> options() {
    return words.isEmpty() ? List.of() : List.of(OPTION, String.join(",", words));
  }
}
