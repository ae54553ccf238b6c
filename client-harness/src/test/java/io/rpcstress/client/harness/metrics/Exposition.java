package io.rpcstress.client.harness.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A strict reader of Prometheus' text exposition format 0.0.4: stricter than Prometheus, which
 * guesses a type where none is given, and than {@code promtool check metrics} on names and units.
 */
public final class Exposition {

  private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
  private static final Pattern SAMPLE =
      Pattern.compile("(" + NAME + ")(?:\\{(.*)})? (-?[0-9]+(?:\\.[0-9]+)?)");
  private static final Pattern LABEL =
      Pattern.compile("\\G([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\n]|\\\\[\\\\n\"])*)\"(,(?!$)|$)");
  private static final Set<String> NOT_BASE =
      Set.of("milliseconds", "microseconds", "nanoseconds", "minutes", "kibibytes", "percent");

  private final Map<String, Metric> metrics;

  private Exposition(Map<String, Metric> metrics) {
    this.metrics = metrics;
  }

  /** The names of all metrics. */
  public Set<String> names() {
    return metrics.keySet();
  }

  /** A metric that must be there. */
  public Metric metric(String name) {
    Metric metric = metrics.get(name);
    if (metric == null) {
      throw new AssertionError("no " + name + " among " + metrics.keySet());
    }
    return metric;
  }

  /**
   * A metric.
   *
   * @param type counter or gauge
   * @param samples labels to value
   */
  public record Metric(String type, String help, Map<Map<String, String>, Double> samples) {

    /** The value of the one sample with these labels among its own. */
    public double value(Map<String, String> labels) {
      List<Double> found =
          samples.entrySet().stream()
              .filter(e -> e.getKey().entrySet().containsAll(labels.entrySet()))
              .map(Map.Entry::getValue)
              .toList();
      if (found.size() != 1) {
        throw new AssertionError(labels + ": " + found.size() + " samples in " + samples);
      }
      return found.get(0);
    }

    /** The value of the only sample. */
    public double value() {
      return value(Map.of());
    }
  }

  /**
   * What a text says.
   *
   * @throws AssertionError naming the line that breaks the format or its conventions
   */
  public static Exposition read(String text) {
    if (!text.endsWith("\n")) {
      throw new AssertionError("the last line is not ended");
    }
    Map<String, Metric> metrics = new LinkedHashMap<>();
    List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
    lines.remove(lines.size() - 1);
    String help = "";
    String name = "";
    for (String line : lines) {
      String[] words = line.split(" ", 4);
      if (line.startsWith("# HELP ")) {
        check(words.length == 4 && NAME.matcher(words[2]).matches(), line, "no help");
        check(help.isEmpty(), line, "a second HELP before a TYPE");
        check(!metrics.containsKey(words[2]), line, "a metric that was there before");
        name = words[2];
        help = words[3];
      } else if (line.startsWith("# TYPE ")) {
        check(!help.isEmpty() && words[2].equals(name), line, "TYPE without its HELP");
        check(Set.of("counter", "gauge").contains(words[3]), line, "no type that is used here");
        check(words[3].equals("counter") == name.endsWith("_total"), line, "_total is of counters");
        check(NOT_BASE.stream().noneMatch(name::contains), line, "no base unit");
        metrics.put(name, new Metric(words[3], help, new LinkedHashMap<>()));
        help = "";
      } else {
        sample(line, name, metrics);
      }
    }
    metrics.forEach((each, metric) -> check(!metric.samples().isEmpty(), each, "no sample"));
    return new Exposition(metrics);
  }

  private static void sample(String line, String name, Map<String, Metric> metrics) {
    Matcher sample = SAMPLE.matcher(line);
    check(sample.matches(), line, "no sample");
    Metric metric = metrics.get(sample.group(1));
    check(metric != null && sample.group(1).equals(name), line, "not under its own TYPE");
    Map<String, String> labels = new LinkedHashMap<>();
    String inside = sample.group(2);
    if (inside != null) {
      Matcher label = LABEL.matcher(inside);
      int end = 0;
      while (label.find()) {
        check(labels.put(label.group(1), label.group(2)) == null, line, "a label twice");
        end = label.end();
      }
      check(end == inside.length() && !labels.isEmpty(), line, "labels out of shape");
    }
    if (metric != null) {
      check(
          metric.samples().put(labels, Double.valueOf(sample.group(3))) == null,
          line,
          "a sample twice");
    }
  }

  private static void check(boolean good, String line, String why) {
    if (!good) {
      throw new AssertionError(why + ": " + line);
    }
  }
}
