package io.rpcstress.analysis.answer;

import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What numbers hold for: the threads that call or the rate that is offered, the requests of a
 * counted loop, what a call carries, and the line. No number is of two. Immutable.
 *
 * @param place a point of it, of no technology and at the defaults of what its rows differ in
 * @param onAnyLine in words, without the line: {@code 100 threads, 16 bytes}
 * @param line what it was shaped to, as options spell it; empty for as it is
 */
public record Load(Point place, String onAnyLine, String line) {

  private static final Pattern RATE = Pattern.compile("rate=([0-9]+)([kmg]?)bit(.*)");

  /** As a sentence has it: {@code 100 threads, 16 bytes, a line of 1 Mbit/s}. */
  public String words() {
    Matcher rate = RATE.matcher(line);
    return line.isEmpty()
        ? onAnyLine
        : rate.matches()
            ? "%s, a line of %s %sbit/s%s"
                .formatted(
                    onAnyLine,
                    rate.group(1),
                    rate.group(2).toUpperCase(Locale.ROOT).replace("K", "k"),
                    rate.group(3).replace(',', ' '))
            : onAnyLine + ", line " + line;
  }

  /** Whether all rows carry the same; else each carries a message in an encoding of its own. */
  public boolean hasPayload() {
    return hasPayload(place);
  }

  static boolean hasPayload(Point place) {
    return place.dimensions().has(Dimension.PAYLOAD) || !place.dimensions().has(Dimension.MESSAGE);
  }

  public int rate() {
    return Loads.rate(place);
  }

  public int requests() {
    return Loads.requests(place);
  }

  public String at() {
    return "At " + words();
  }
}
