package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.answer.Headline.number;
import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.analysis.answer.Overview.Row;
import io.rpcstress.analysis.model.Series;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The headline's sentence where nothing is shown of anyone: who was fastest, and how far the others
 * were. Who was fastest is said of one load: an empty list is faster than a full one.
 */
final class Unjudged {

  /** What is the floor of the others and no rival, by technology. */
  private static final Map<String, String> FLOORS =
      Map.of(
          Series.TCP,
          "the floor, bare TCP",
          Series.IN_PROCESS,
          "the floor, calls within a process");

  private Unjudged() {}

  /**
   * The sentence, with its full stop.
   *
   * @param rows all that are judged, in the order of their ratios
   */
  static String of(Overview overview, List<Row> rows) {
    String us = overview.baseline();
    List<Row> measured = rows.stream().filter(row -> !Double.isNaN(row.value())).toList();
    if (measured.isEmpty()) {
      return "no number against " + us + ".";
    }
    List<Row> missing = rows.stream().filter(row -> Double.isNaN(row.value())).toList();
    String rest = missing.isEmpty() ? "" : "; no number for " + missing(missing);
    if (overview.hasSeveralLoads()) {
      return ofLoads(us, overview.judgedRows().stream().filter(measured::contains).toList())
          + rest
          + ".";
    }
    return overview.isOfOneName()
        ? text(
                "only %s was measured, at several loads. Times as long as %s: %s",
                Overview.name(us), us, ratios(measured))
            + rest
            + "."
        : ofOneLoad(us, measured) + rest + ".";
  }

  private static String missing(List<Row> rows) {
    return Headline.isMany(rows) ? Integer.toString(rows.size()) : Headline.names(rows, Row::label);
  }

  /** Few rows are named, each with its ratio; of many the first and the last. */
  private static String ofOneLoad(String us, List<Row> measured) {
    List<Entrant> all = entrants(us, measured);
    List<Entrant> rivals = rivals(all);
    boolean led = !rivals.isEmpty() && isLed(rivals);
    if (!Headline.isMany(measured)) {
      return led
          ? text(
              "%s was fastest%s. Times as long as %s: %s",
              rivals.get(0).name(), floor(all, rivals), us, ratios(measured))
          : text("times as long as %s: %s", us, ratios(measured));
    }
    long others = measured.stream().filter(Row::apart).count();
    return (led && rivals.size() > 1 ? led(us, all, rivals) : range(us, all))
        + (others == 0 ? "" : text("; %d at other points than the rest", others));
  }

  /** Who was fastest of many, and how far the next and the last were. */
  private static String led(String us, List<Entrant> all, List<Entrant> rivals) {
    Entrant first = rivals.get(0);
    Entrant second = rivals.get(1);
    Entrant last = rivals.get(rivals.size() - 1);
    if (first.name().equals(us)) {
      boolean apart = all.size() > rivals.size() && floorsAhead(all, rivals).isEmpty();
      return text(
          "%s was fastest%s; %d others%s took %s (%s) to %s (%s) times as long",
          us,
          floor(all, rivals),
          rivals.size() - 1,
          apart ? ", floors apart," : "",
          number(second.value()),
          second.name(),
          number(last.value()),
          last.name());
    }
    return text(
        "%s was fastest (%s times %s's time)%s; %s was slowest of %d (%s times)",
        first.name(),
        number(first.value()),
        us,
        floor(all, rivals),
        last.name(),
        rivals.size(),
        number(last.value()));
  }

  /** From the least to the most, where nobody leads. */
  private static String range(String us, List<Entrant> all) {
    Entrant least = all.get(0);
    Entrant most = all.get(all.size() - 1);
    return text(
        "%d took %s (%s) to %s (%s) times as long as %s",
        all.size(), number(least.value()), least.name(), number(most.value()), most.name(), us);
  }

  private static String ratios(List<Row> measured) {
    return Headline.names(measured, Unjudged::ratio);
  }

  /** A floor is no rival, whatever it takes, and a reader sees it ahead in the chart. */
  private static String floor(List<Entrant> all, List<Entrant> rivals) {
    return butFor(floorsAhead(all, rivals).stream().limit(1).toList());
  }

  private static String butFor(Collection<String> floors) {
    return floors.isEmpty() ? "" : ", but for " + String.join(" and ", floors);
  }

  /** The floors that take less than the first rival, the fastest first. */
  private static List<String> floorsAhead(List<Entrant> all, List<Entrant> rivals) {
    double first = rivals.isEmpty() ? Double.POSITIVE_INFINITY : rivals.get(0).value();
    return all.stream()
        .filter(one -> one.isFloor() && one.value() < first)
        .map(one -> FLOORS.getOrDefault(one.technology(), ""))
        .distinct()
        .toList();
  }

  /** Each load for itself; where the same one leads everywhere, once. */
  private static String ofLoads(String us, List<Row> measured) {
    Map<String, List<Row>> byLoad =
        measured.stream()
            .collect(
                Collectors.groupingBy(
                    row -> Overview.load(row.label()), LinkedHashMap::new, Collectors.toList()));
    Map<String, List<String>> loadsOf = new LinkedHashMap<>();
    double nearest = Double.POSITIVE_INFINITY;
    double farthest = 0;
    Set<String> floors = new LinkedHashSet<>();
    for (Map.Entry<String, List<Row>> each : byLoad.entrySet()) {
      List<Entrant> all = entrants(us, each.getValue());
      List<Entrant> rivals = rivals(all);
      floors.addAll(floorsAhead(all, rivals));
      String leader = !rivals.isEmpty() && isLed(rivals) ? rivals.get(0).name() : "";
      loadsOf.computeIfAbsent(leader, name -> new ArrayList<>()).add(each.getKey());
      for (Entrant one : rivals.subList(Math.min(1, rivals.size()), rivals.size())) {
        nearest = Math.min(nearest, one.value() / rivals.get(0).value());
        farthest = Math.max(farthest, one.value() / rivals.get(0).value());
      }
    }
    int loads = byLoad.size();
    if (loadsOf.size() == 1) {
      String leader = loadsOf.keySet().iterator().next();
      return leader.isEmpty()
          ? text(
              "at none of %d loads was one the fastest alone%s; the slowest took %s times as long as"
                  + " the first",
              loads, butFor(floors), number(farthest))
          : text("%s was fastest at each of %d loads%s", leader, loads, butFor(floors))
              + (farthest == 0
                  ? ""
                  : text(
                      "; the others took %s to %s times as long",
                      number(nearest), number(farthest)));
    }
    String leaders =
        loadsOf.entrySet().stream()
            .sorted(
                Comparator.comparing(
                        (Map.Entry<String, List<String>> one) -> one.getKey().isEmpty())
                    .thenComparingInt(one -> -one.getValue().size()))
            .map(
                one ->
                    (one.getKey().isEmpty() ? "none alone" : one.getKey())
                        + " at "
                        + one.getValue().size())
            .collect(Collectors.joining(", "));
    return "the fastest"
        + (floors.isEmpty() ? "" : butFor(floors).substring(1) + ",")
        + text(" differs by load: of %d loads ", loads)
        + leaders;
  }

  /** The baseline and the rows of one load that have a place in one order, the fastest first. */
  private static List<Entrant> entrants(String us, List<Row> rows) {
    List<Entrant> all = new ArrayList<>();
    all.add(new Entrant(Overview.name(us), Overview.technology(us), 1));
    rows.stream()
        .filter(row -> !row.apart())
        .forEach(
            row -> all.add(new Entrant(Overview.name(row.label()), row.technology(), row.value())));
    return all.stream().sorted(Comparator.comparingDouble(Entrant::value)).toList();
  }

  private static List<Entrant> rivals(List<Entrant> all) {
    return all.stream().filter(one -> !one.isFloor()).toList();
  }

  /** Whether the first two print different ratios. */
  private static boolean isLed(List<Entrant> rivals) {
    return rivals.size() < 2
        || !number(rivals.get(0).value()).equals(number(rivals.get(1).value()));
  }

  /** The baseline or a row of its load, by the ratio to the baseline. */
  private record Entrant(String name, String technology, double value) {

    boolean isFloor() {
      return FLOORS.containsKey(technology);
    }
  }

  /** As an item of a list whose heading says what the number is. */
  private static String ratio(Row row) {
    return row.label()
        + " "
        + number(row.value())
        + (row.apart() ? text(" over %s points", row.counted()) : "");
  }
}
