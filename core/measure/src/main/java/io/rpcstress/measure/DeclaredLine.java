package io.rpcstress.measure;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a line between two hosts is shaped to: a rate each way, a round trip and by how much it
 * varies, a share of lost packets, each of them or not. How often packets are late or lost stands
 * as the shaper has it: no probe of seconds measures it. Immutable.
 *
 * @param rateMbps 10^6 bit/s each way; empty where it is not shaped
 * @param roundTripUs us; empty where no delay is added
 */
public record DeclaredLine(OptionalDouble rateMbps, OptionalDouble roundTripUs) {

  private static final String RATE = "rate=([1-9][0-9]{0,5}(?:\\.[0-9]{1,3})?)([kmg])bit";
  private static final String TIME = "=([1-9][0-9]{0,7}(?:\\.[0-9]{1,6})?)(us|ms|s)";
  private static final String ROUND_TRIP = "rtt" + TIME + "(?:,jitter" + TIME + ")?";
  private static final String LOSS = "loss=[0-9]{1,2}(?:\\.[0-9]{1,3})?%";

  /** One word or more, each once, in this order, with commas between. */
  static final String PATTERN =
      "(?=[a-z])(?:%s)?(?:(?:^|,)%s)?(?:(?:^|,)%s)?".formatted(RATE, ROUND_TRIP, LOSS);

  static final String EXPECTED =
      "rate=, rtt=, jitter= (with rtt=) and loss= in this order, as rate=1mbit,rtt=20ms";

  private static final Map<String, Double> MBPS = Map.of("k", 1e-3, "m", 1.0, "g", 1e3);
  private static final Map<String, Double> MICROS = Map.of("us", 1.0, "ms", 1e3, "s", 1e6);

  /**
   * How far what was measured may be off: headers take 5 % of a rate, and the burst of a shaper
   * gives some of it back.
   */
  private static final double TOLERANCE = 0.1;

  /** What software adds to a round trip, at most, us. */
  private static final double SOFTWARE_US = 500;

  private static final Pattern WORDS = Pattern.compile(PATTERN);

  /** Reads a value of {@link Dimension#LINE}. */
  public static DeclaredLine of(String words) {
    return parse(words)
        .orElseThrow(
            () ->
                new IllegalArgumentException("line '%s': %s expected".formatted(words, EXPECTED)));
  }

  /** The same of a text that may be none; empty then. */
  public static Optional<DeclaredLine> parse(String words) {
    Matcher matcher = WORDS.matcher(words);
    return matcher.matches()
        ? Optional.of(
            new DeclaredLine(
                value(matcher.group(1), matcher.group(2), MBPS),
                value(matcher.group(3), matcher.group(4), MICROS)))
        : Optional.empty();
  }

  private static OptionalDouble value(String number, String unit, Map<String, Double> units) {
    return number == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(Double.parseDouble(number) * units.getOrDefault(unit, 1.0));
  }

  /**
   * What a measured rate is against what was declared; empty where it is within 10 %, or where no
   * rate was declared.
   */
  public String rateProblem(String direction, OptionalDouble measuredMbps) {
    if (rateMbps.isEmpty()) {
      return "";
    }
    double declared = rateMbps.getAsDouble();
    if (measuredMbps.isEmpty()) {
      return "its rate %s could not be measured".formatted(direction);
    }
    double measured = measuredMbps.getAsDouble();
    return Math.abs(measured / declared - 1) <= TOLERANCE
        ? ""
        : text("its rate %s is %.3f Mbit/s, declared are %.3f", direction, measured, declared);
  }

  /** The same of the round trip, us. */
  public String roundTripProblem(OptionalDouble measuredUs) {
    if (roundTripUs.isEmpty()) {
      return "";
    }
    double declared = roundTripUs.getAsDouble();
    if (measuredUs.isEmpty()) {
      return "its round trip could not be measured";
    }
    double off = measuredUs.getAsDouble() - declared;
    boolean holds = off >= -TOLERANCE * declared && off <= TOLERANCE * declared + SOFTWARE_US;
    return holds
        ? ""
        : text("its round trip is %.0f us, declared are %.0f", measuredUs.getAsDouble(), declared);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
