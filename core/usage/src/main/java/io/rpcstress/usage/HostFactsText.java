package io.rpcstress.usage;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The facts of a host as Prometheus scrapes them, and back. A fact that is one or several numbers
 * has a sample for each; any other is a label of one that is always 1.
 */
final class HostFactsText {

  private static final String FACT = "rpcstress_server_host_fact";
  private static final String NUMBER = "rpcstress_server_host_number";
  private static final String KEY = "key";
  private static final String VALUE = "value";
  private static final String PLACE = "place";

  /** What a scraper reads as a number, and what comes back from there as it was. */
  private static final Pattern NUMBER_TEXT = Pattern.compile("[0-9]{1,18}(?:\\.[0-9]{1,9})?");

  private static final int MAX_NUMBERS = 8;

  private HostFactsText() {}

  static String of(Map<String, String> facts) {
    MetricsText text = new MetricsText();
    facts.forEach(
        (key, value) -> {
          if (!isNumbers(value)) {
            text.gauge(
                FACT,
                "What the server's host and its JVM are: always 1.",
                1,
                KEY,
                key,
                VALUE,
                value);
          }
        });
    facts.forEach(
        (key, value) -> {
          if (isNumbers(value)) {
            String[] numbers = numbers(value);
            for (int i = 0; i < numbers.length; i++) {
              text.gaugeAsWritten(
                  NUMBER,
                  "What of the server's host and its JVM is a number, in the unit that its key says.",
                  numbers[i],
                  KEY,
                  key,
                  PLACE,
                  Integer.toString(i + 1));
            }
          }
        });
    return text.toString();
  }

  private static String[] numbers(String value) {
    return value.split(" ", -1);
  }

  private static boolean isNumber(String word) {
    return NUMBER_TEXT.matcher(word).matches();
  }

  private static boolean isNumbers(String value) {
    String[] words = numbers(value);
    return words.length <= MAX_NUMBERS && Arrays.stream(words).allMatch(HostFactsText::isNumber);
  }

  /** Whether a text is of this form, and not of the one before it. */
  static boolean isOfThisForm(String text) {
    return text.startsWith("# ") || text.startsWith(FACT) || text.startsWith(NUMBER);
  }

  /**
   * Key to text. Metrics that are not known here are ignored.
   *
   * @throws IllegalArgumentException naming the line that is not of the form, or that repeats one,
   *     or where there is no fact
   */
  static Map<String, String> parse(String text) {
    Map<String, String> facts = new LinkedHashMap<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (line.startsWith(FACT + "{")) {
        Sample sample = sample(number, line, FACT);
        if (facts.put(sample.label(KEY), sample.label(VALUE)) != null) {
          throw UsageText.malformed(number, line, "a second " + sample.label(KEY));
        }
      } else if (line.startsWith(NUMBER + "{")) {
        Sample sample = sample(number, line, NUMBER);
        boolean first = sample.label(PLACE).equals("1");
        if (first == facts.containsKey(sample.label(KEY))) {
          throw UsageText.malformed(
              number, line, "a second " + sample.label(KEY) + ", or no first");
        }
        facts.merge(sample.label(KEY), sample.value, (before, one) -> before + " " + one);
      }
    }
    if (facts.isEmpty()) {
      throw new IllegalArgumentException("a text without any " + FACT);
    }
    return facts;
  }

  private static Sample sample(int number, String line, String name) {
    try {
      return new Reader(line, name.length() + 1).sample();
    } catch (IllegalArgumentException e) {
      throw UsageText.malformed(number, line, String.valueOf(e.getMessage()));
    }
  }

  private record Sample(Map<String, String> labels, String value) {
    String label(String name) {
      String text = labels.get(name);
      if (text == null) {
        throw new IllegalArgumentException("facts without the label " + name);
      }
      return text;
    }
  }

  /** Reads the labels and the value of one line, from behind the opening brace. */
  private static final class Reader {
    private final String line;
    private int at;

    Reader(String line, int at) {
      this.line = line;
      this.at = at;
    }

    Sample sample() {
      Map<String, String> labels = new LinkedHashMap<>();
      do {
        int equals = line.indexOf("=\"", at);
        if (equals < 0) {
          throw new IllegalArgumentException("expected label=\"text\"");
        }
        String name = line.substring(at, equals);
        at = equals + 2;
        labels.put(name, quoted());
      } while (next() == ',');
      String value = line.substring(at);
      if (line.charAt(at - 1) != '}' || !value.startsWith(" ") || !isNumber(value.substring(1))) {
        throw new IllegalArgumentException("expected a number behind the labels");
      }
      return new Sample(labels, value.substring(1));
    }

    private String quoted() {
      StringBuilder text = new StringBuilder();
      for (char c = next(); c != '"'; c = next()) {
        char plain = c == '\\' ? next() : c;
        text.append(c == '\\' && plain == 'n' ? '\n' : plain);
      }
      return text.toString();
    }

    private char next() {
      if (at >= line.length()) {
        throw new IllegalArgumentException("it ends within the labels");
      }
      return line.charAt(at++);
    }
  }
}
