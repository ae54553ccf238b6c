package io.rpcstress.client.harness.plan;

import io.rpcstress.contract.PrintableText;
import io.rpcstress.engine.load.Trace;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.OfferedLoad;
import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file of times at which calls came, to be made again: a line each, ms, ascending. Immutable.
 *
 * @param file its path
 * @param speed how much faster the calls come than they did, more than 0
 */
public record ArrivalTrace(String file, double speed) {
  public static final String OPTION = "--arrivals";
  public static final String SPEED = "--speed";

  public static final int MAX_CALLS = 10_000_000;

  private static final String HEADER = "milliseconds";
  private static final Pattern TIME = Pattern.compile("[0-9]{1,15}(\\.[0-9]{1,6})?");
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int SHOWN_CHARS = 40;
  private static final int NAME_CHARS = 30;
  private static final int HASH_CHARS = 12;

  /** A process reads a file once: up to 80 MB, for several plans, and the same for each. */
  private static final Map<ArrivalTrace, Trace> READ = new ConcurrentHashMap<>();

  /**
   * What options ask for.
   *
   * @param speed null for as they came
   */
  public static ArrivalTrace of(String file, @Nullable String speed) {
    if (speed != null && !speed.matches("[0-9]{1,4}(\\.[0-9]{1,6})?|0?\\.[0-9]{1,6}")) {
      throw new Misuse(
          "%s '%s': a factor expected, such as 2 or 0.5".formatted(SPEED, PrintableText.of(speed)));
    }
    double factor = speed == null ? 1 : Double.parseDouble(speed);
    if (factor == 0) {
      throw new Misuse(SPEED + " 0: more than 0 expected");
    }
    return new ArrivalTrace(Path.of(file).toAbsolutePath().toString(), factor);
  }

  /**
   * The times, from that of the first line on.
   *
   * @throws Misuse naming the line that is none
   */
  public Trace read() {
    return READ.computeIfAbsent(this, trace -> new Trace(trace.nanos()));
  }

  private long[] nanos() {
    long[] nanos = new long[1024];
    int calls = 0;
    int number = 0;
    double first = 0;
    double last = 0;
    try (BufferedReader lines = Files.newBufferedReader(Path.of(file))) {
      for (String line; (line = lines.readLine()) != null; ) {
        number++;
        String text = line.strip();
        if (text.isEmpty() || (number == 1 && text.equals(HEADER))) {
          continue;
        }
        double time = time(number, text);
        if (calls == 0) {
          first = time;
        } else if (time < last) {
          throw refused(number, "%s is before the line above: ascending times".formatted(text));
        }
        last = time;
        if (calls == MAX_CALLS) {
          throw refused(number, "at most %,d calls".formatted(MAX_CALLS));
        }
        nanos = calls == nanos.length ? Arrays.copyOf(nanos, 2 * calls) : nanos;
        nanos[calls] = Math.round((time - first) * NANOS_PER_MILLI / speed);
        calls++;
      }
    } catch (IOException e) {
      throw new Misuse("%s %s cannot be read (%s)".formatted(OPTION, file, e));
    }
    if (calls == 0) {
      throw new Misuse(
          "%s %s is empty: a time in ms on each line expected".formatted(OPTION, file));
    }
    return Arrays.copyOf(nanos, calls);
  }

  private double time(int number, String text) {
    if (!TIME.matcher(text).matches()) {
      throw refused(
          number, "'%s': a time in ms, 0 or more,".formatted(PrintableText.of(text, SHOWN_CHARS)));
    }
    return Double.parseDouble(text);
  }

  private Misuse refused(int line, String why) {
    return new Misuse("%s %s:%d: %s expected".formatted(OPTION, file, line, why));
  }

  /** The load that it is: its mean rate for as many whole seconds as it takes. */
  public OfferedLoad load(int warmupSeconds) {
    Trace trace = read();
    long seconds = TimeUnit.NANOSECONDS.toSeconds(trace.nanos(trace.calls() - 1)) + 1;
    long rate = Math.max(1, Math.round((double) trace.calls() / seconds));
    if (seconds > Integer.MAX_VALUE || rate > Integer.MAX_VALUE) {
      throw new Misuse("%s %s takes %d s".formatted(OPTION, file, seconds));
    }
    try {
      return new OfferedLoad(ArrivalShape.TRACE, (int) rate, (int) seconds, warmupSeconds, 0);
    } catch (IllegalArgumentException e) {
      throw new Misuse("%s %s: %s".formatted(OPTION, file, e.getMessage()));
    }
  }

  /** How points are named after it: by its file, and a hash of its times. */
  public String name() {
    Trace trace = read();
    ByteBuffer bytes = ByteBuffer.allocate(trace.calls() * Long.BYTES);
    for (int call = 0; call < trace.calls(); call++) {
      bytes.putLong(trace.nanos(call));
    }
    String word =
        String.valueOf(Path.of(file).getFileName())
            .replaceFirst("\\.[^.]*$", "")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-+", "");
    String hash = HexFormat.of().formatHex(sha256(bytes.array())).substring(0, HASH_CHARS);
    return word.substring(0, Math.min(word.length(), NAME_CHARS)) + "-" + hash;
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  /** The options that give the same again. */
  OptionWords options() {
    String factor = speed == 1 ? null : BigDecimal.valueOf(speed).toPlainString();
    return new OptionWords().add(OPTION, file).add(SPEED, factor);
  }
}
