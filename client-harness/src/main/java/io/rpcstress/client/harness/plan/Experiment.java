package io.rpcstress.client.harness.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.rpcstress.client.harness.plan.Misuse.Nearest;
import io.rpcstress.contract.Labelled;
import io.rpcstress.contract.PrintableText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * A plan from {@code experiments/}: data, no code. A key that is not known is refused, so that a
 * slip is not a silently different experiment.
 *
 * @param values by key, as text; a list's items joined by commas
 * @param quick what is otherwise where the experiment is scaled down to minutes; empty where it
 *     does not say how
 */
public record Experiment(Map<String, String> values, Map<String, String> quick) {

  /** The section of what is otherwise in a quick run; its keys are those of an experiment. */
  public static final String QUICK = "quick";

  /** What a failed cell of a counted grid ends; {@link StopRule} has the words. */
  public static final String STOP_RULE = "stop-rule";

  /** What its publication compares; {@link Statistic} has the words. */
  public static final String STATISTIC = "statistic";

  /** Where it was published: title, year, DOI. */
  public static final String SOURCE = "source";

  public static final List<String> SHIPPED =
      List.of(
          "rpcx-grid",
          "paper",
          "paper-limits",
          QUICK,
          "put",
          "greet-rate",
          "list-echo",
          "order-flow",
          "order-chain",
          "paths",
          "faults");

  public static final List<String> KEYS =
      List.of(
          "name",
          "title",
          "technologies",
          "operation",
          "message",
          "encoding",
          "payload",
          "payloads",
          "threads",
          "requests",
          "request-mode",
          "in-flight",
          "clients",
          "path",
          "tls",
          "compression",
          "jdk",
          "gc",
          "fault",
          "deadline",
          "late-after",
          "rate",
          "shape",
          "start",
          "full-speed",
          "runs",
          "duration",
          "warmup",
          "windows",
          "until-steady",
          "warmup-cap",
          "warmup-threads",
          "repeat",
          "fresh",
          "timeout",
          "order",
          STOP_RULE,
          STATISTIC,
          SOURCE);

  private static final String FOLDER = "/experiments/";
  private static final String ENDING = ".yaml";

  /** Longer than any plan. */
  private static final int MAX_FILE_BYTES = 1 << 20;

  private static final int MAX_VALUE_CHARACTERS = 100_000;
  private static final int LONGEST_KEY = 40;
  private static final int LONGEST_PROBLEM = 200;

  public Experiment {
    values = Map.copyOf(values);
    quick = Map.copyOf(quick);
  }

  /** Whether a technology is among those that it measures in full, in whichever variant. */
  public boolean measures(String technology) {
    return Arrays.stream(values.getOrDefault("technologies", "").split(",", -1))
        .anyMatch(each -> each.strip().replaceFirst("@.*", "").equals(technology));
  }

  public static Experiment read(String nameOrFile) throws IOException {
    if (nameOrFile.endsWith(ENDING)) {
      return parse(nameOrFile, content(Path.of(nameOrFile)));
    }
    try (InputStream in =
        nameOrFile.matches("[a-z0-9-]+")
            ? Experiment.class.getResourceAsStream(FOLDER + nameOrFile + ENDING)
            : null) {
      if (in == null) {
        throw new IllegalArgumentException(
            "'%s' is no experiment: %s, or a file that ends in %s expected"
                .formatted(nameOrFile, String.join(", ", SHIPPED), ENDING));
      }
      return parse(nameOrFile, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static String content(Path file) throws IOException {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new IllegalArgumentException("there is no readable file " + file);
    }
    if (Files.size(file) > MAX_FILE_BYTES) {
      throw new IllegalArgumentException(
          "%s has %d bytes: at most %d expected".formatted(file, Files.size(file), MAX_FILE_BYTES));
    }
    try {
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(file + " is no text: UTF-8 expected", e);
    }
  }

  private static Experiment parse(String source, String text) {
    Object root;
    try {
      LoaderOptions strict = new LoaderOptions();
      strict.setAllowDuplicateKeys(false); // the last one would count, and say nothing
      root = new Yaml(new SafeConstructor(strict)).load(text);
    } catch (RuntimeException e) { // of many kinds: tags have the library convert what they like
      throw new IllegalArgumentException(source + " is not YAML: " + problem(e), e);
    }
    if (!(root instanceof Map<?, ?> map)) {
      throw new IllegalArgumentException(source + ": keys and values expected");
    }
    Map<Object, Object> whole = new LinkedHashMap<>(map);
    Object less = whole.containsKey(QUICK) ? whole.remove(QUICK) : Map.of();
    if (!(less instanceof Map<?, ?> quick)) {
      throw new IllegalArgumentException(
          "%s: '%s' is %s: a section of keys and values expected"
              .formatted(source, QUICK, less instanceof Collection<?> ? "a list" : "one value"));
    }
    return new Experiment(values(source, whole), values(source + ": " + QUICK, quick));
  }

  private static Map<String, String> values(String source, Map<?, ?> map) {
    Map<String, String> values = new LinkedHashMap<>();
    map.forEach(
        (key, value) -> {
          if (!(key instanceof String name) || !KEYS.contains(name)) {
            String shown = key instanceof String text ? PrintableText.of(text, LONGEST_KEY) : "";
            throw new IllegalArgumentException(
                "%s: unknown key '%s', %s".formatted(source, shown, Nearest.hint(shown, KEYS)));
          }
          String text = text(source, name, value);
          checkWord(source, name, text);
          values.put(name, text);
        });
    return values;
  }

  /** Of the keys with words of their own. */
  private static void checkWord(String source, String name, String text) {
    String word = PrintableText.of(text, LONGEST_KEY); // longer than any that is valid
    try {
      if (name.equals(STOP_RULE)) {
        var unused = StopRule.of(word);
      } else if (name.equals(STATISTIC)) {
        var unused = Statistic.of(word);
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("%s: %s %s".formatted(source, name, e.getMessage()), e);
    }
  }

  /** Lists and sections in it never become text: one may hold itself, or by aliases a thousand. */
  private static String text(String source, String name, @Nullable Object value) {
    List<?> parts = value instanceof List<?> list ? list : Collections.singletonList(value);
    boolean plain = parts.stream().noneMatch(e -> e instanceof Collection || e instanceof Map);
    List<String> texts =
        plain && value != null ? parts.stream().map(String::valueOf).toList() : List.of();
    boolean fits = texts.stream().mapToLong(String::length).sum() <= MAX_VALUE_CHARACTERS;
    String text = fits ? String.join(",", texts) : "";
    String wrong =
        !plain
            ? value instanceof List<?> ? "a list of lists or sections" : "a section"
            : !fits
                ? "of more than %d characters".formatted(MAX_VALUE_CHARACTERS)
                : text.isBlank()
                    ? "empty"
                    : text.chars().anyMatch(Character::isISOControl)
                        ? "of several lines, or has another control character"
                        : null;
    if (wrong != null) {
      throw new IllegalArgumentException(
          "%s: '%s' is %s: one value or a list of some expected".formatted(source, name, wrong));
    }
    return text;
  }

  private static String problem(RuntimeException e) {
    Mark mark = e instanceof MarkedYAMLException marked ? marked.getProblemMark() : null;
    String what =
        mark == null
            ? String.valueOf(e.getMessage())
            : "line %d: %s".formatted(mark.getLine() + 1, ((MarkedYAMLException) e).getProblem());
    return PrintableText.of(what, LONGEST_PROBLEM);
  }

  /** What a failed cell of a counted grid means for those with more requests. */
  public enum StopRule implements Labelled {
    /** The paper's: its technology is measured with no more requests at that thread count. */
    FAILED_CELL_ENDS_ROW,

    /** Nothing: each cell is tried, whatever has become of the others. */
    NONE;

    /** Of sweeps that were begun before there was a choice, and of experiments that make none. */
    public static final StopRule UNLESS_SAID = FAILED_CELL_ENDS_ROW;

    @JsonValue
    @Override
    public String label() {
      return Labelled.super.label();
    }

    @JsonCreator
    public static StopRule of(String word) {
      return Nearest.of(word, values());
    }
  }

  /**
   * What an experiment's publication compares, by the number that the report's section has of it.
   */
  public enum Statistic implements Labelled {
    /** Mean runtime and TPS of a process' runs without its first. */
    MEAN_OF_LATER_RUNS,

    /** Median and mean of the rates of batches, those of several clients added. */
    RATES_OF_BATCHES,

    /** Fastest, median, p90 and slowest response time. */
    RESPONSE_TIMES,

    /** Calls a second over the windows of a timed loop. */
    CALL_RATE,

    /** Mean time of a call in a timed loop. */
    MEAN_TIME,

    /** Calls that were answered in time to be accepted, and their times. */
    ACCEPTED_CALLS;

    public static Statistic of(String word) {
      return Nearest.of(word, values());
    }
  }
}
