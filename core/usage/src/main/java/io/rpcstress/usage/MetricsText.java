package io.rpcstress.usage;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;

/**
 * Writes what Prometheus scrapes: its text exposition format, version 0.0.4. Each metric has a
 * {@code HELP} and a {@code TYPE} line and a name with its unit, in seconds and bytes; unknown
 * values are left out. Confined to one thread.
 */
public final class MetricsText {

  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final int NANO_DIGITS = 9;
  private static final int MILLI_DIGITS = 3;
  private static final String COUNTER = "counter";
  private static final String GAUGE = "gauge";
  private static final String HISTOGRAM = "histogram";
  private static final String BOUND = "le";

  private final StringBuilder text = new StringBuilder(4096);

  private String last = "";

  public static BigDecimal secondsOfNanos(long nanos) {
    return BigDecimal.valueOf(nanos, NANO_DIGITS);
  }

  /** A duration, or a time since 1970, in seconds. */
  public static BigDecimal secondsOfMillis(long millis) {
    return BigDecimal.valueOf(millis, MILLI_DIGITS);
  }

  /**
   * A value that only grows while its process lives.
   *
   * @param name with its unit, ending in {@code _total}
   * @param value left out where it is below 0: unknown
   */
  public MetricsText counter(String name, String help, BigDecimal value, String... labels) {
    return sample(COUNTER, name, help, value, labels);
  }

  public MetricsText counter(String name, String help, long value, String... labels) {
    return counter(name, help, BigDecimal.valueOf(value), labels);
  }

  /** A value that may fall, by a name with its unit; left out where it is below 0: unknown. */
  public MetricsText gauge(String name, String help, BigDecimal value, String... labels) {
    return sample(GAUGE, name, help, value, labels);
  }

  public MetricsText gauge(String name, String help, long value, String... labels) {
    return gauge(name, help, BigDecimal.valueOf(value), labels);
  }

  /**
   * A classic histogram.
   *
   * @param name with its unit
   * @param bounds upper ends of its buckets, rising
   * @param upTo values up to each bound, and last of all
   */
  public MetricsText histogram(
      String name,
      String help,
      List<BigDecimal> bounds,
      List<Long> upTo,
      BigDecimal sum,
      String... labels) {
    begin(HISTOGRAM, name, help);
    String[] bucket = Arrays.copyOf(labels, labels.length + 2);
    bucket[labels.length] = BOUND;
    for (int i = 0; i < upTo.size(); i++) {
      bucket[labels.length + 1] = i < bounds.size() ? plain(bounds.get(i)) : "+Inf";
      line(name + "_bucket", BigDecimal.valueOf(upTo.get(i)), bucket);
    }
    line(name + "_sum", sum, labels);
    line(name + "_count", BigDecimal.valueOf(upTo.get(bounds.size())), labels);
    return this;
  }

  private MetricsText sample(
      String type, String name, String help, BigDecimal value, String... labels) {
    if (value.signum() < 0) {
      return this;
    }
    begin(type, name, help);
    line(name, value, labels);
    return this;
  }

  private void line(String name, BigDecimal value, String... labels) {
    text.append(name);
    for (int i = 0; i < labels.length; i += 2) {
      text.append(i == 0 ? '{' : ',').append(labels[i]);
      text.append("=\"").append(escaped(labels[i + 1]).replace("\"", "\\\"")).append('"');
    }
    text.append(labels.length > 0 ? "} " : " ");
    text.append(plain(value)).append('\n');
  }

  /** All samples of a metric stand together: a scraper refuses a second beginning. */
  private void begin(String type, String name, String help) {
    if (name.equals(last)) {
      return;
    }
    last = name;
    text.append("# HELP ").append(name).append(' ').append(escaped(help)).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  private static String escaped(String words) {
    return words.replace("\\", "\\\\").replace("\n", "\\n");
  }

  private static String plain(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
