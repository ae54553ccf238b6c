package io.rpcstress.client.harness.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.PrintableText;
import io.rpcstress.contract.Sha256;
import io.rpcstress.engine.load.Mix;
import io.rpcstress.engine.load.Trace;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.OfferedLoad;
import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file of times at which calls came, to be made again: a line each, ms, ascending, and behind a
 * comma which part of a mix the call is. Immutable.
 *
 * @param speed how much faster the calls come than they did, more than 0
 */
public record ArrivalTrace(String file, double speed) {
  public static final String OPTION = "--arrivals";
  public static final String SPEED = "--speed";
  public static final int MAX_CALLS = 10_000_000;

  private static final Set<String> HEADERS = Set.of("milliseconds", "milliseconds,part");
  private static final Pattern PART = Pattern.compile("[a-z0-9][a-z0-9-]{0,199}");
  private static final Pattern TIME = Pattern.compile("[0-9]{1,15}(\\.[0-9]{1,6})?");
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int SHOWN_CHARS = 40;
  private static final int NAME_CHARS = 30;
  private static final int HASH_CHARS = 12;

  /** A process reads a file once: up to 90 MB, for several plans, and the same for each. */
  private static final Map<ArrivalTrace, Lines> READ = new ConcurrentHashMap<>();

  /**
   * What a file has.
   *
   * @param parts the place among the names of each call's part; empty where lines have no part
   * @param firstLines those that name each part first
   */
  @SuppressWarnings("ArrayRecordComponent") // read, never compared
  private record Lines(Trace times, byte[] parts, List<String> names, List<Integer> firstLines) {}

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

  public Trace read() {
    return lines().times;
  }

  /** The same where lines name parts, which are those of a mix. */
  Trace read(@Nullable Mix<?> mix) {
    Lines read = lines();
    if (read.parts.length == 0) {
      return read.times;
    }
    if (mix == null) {
      throw new Misuse(
          "%s %s names parts, such as '%s': %s with a pack of each expected"
              .formatted(OPTION, file, read.names.get(0), MessageMix.OPTION));
    }
    List<String> packs = mix.parts().stream().map(each -> each.name()).toList();
    byte[] numbers = new byte[read.names.size()];
    for (int i = 0; i < numbers.length; i++) {
      String name = read.names.get(i);
      numbers[i] = (byte) packs.indexOf(name);
      if (numbers[i] < 0) {
        throw refused(
            read.firstLines.get(i),
            "part '%s': one of the packs of %s, %s,"
                .formatted(name, MessageMix.OPTION, String.join(", ", packs)));
      }
    }
    byte[] parts = read.parts.clone();
    for (int call = 0; call < parts.length; call++) {
      parts[call] = numbers[parts[call]];
    }
    return read.times.of(parts);
  }

  private Lines lines() {
    return READ.computeIfAbsent(this, ArrivalTrace::readLines);
  }

  private Lines readLines() {
    Reading reading = new Reading();
    int number = 0;
    try (BufferedReader lines = Files.newBufferedReader(Path.of(file))) {
      for (String line; (line = lines.readLine()) != null; ) {
        number++;
        String text = line.strip();
        if (!text.isEmpty() && !(number == 1 && HEADERS.contains(text))) {
          reading.add(number, text);
        }
      }
    } catch (IOException e) {
      throw new Misuse("%s %s cannot be read (%s)".formatted(OPTION, file, e));
    }
    if (reading.calls == 0) {
      throw new Misuse(
          "%s %s is empty: a time in ms on each line expected".formatted(OPTION, file));
    }
    return reading.lines();
  }

  /** A file so far. */
  private final class Reading {
    private final List<String> names = new ArrayList<>();
    private final List<Integer> firstLines = new ArrayList<>();
    private long[] nanos = new long[1024];
    private byte[] parts = new byte[0];
    private boolean hasParts;
    private int calls;
    private double first;
    private double last;

    void add(int line, String text) {
      int comma = text.indexOf(',');
      String before = comma < 0 ? text : text.substring(0, comma).strip();
      double time = time(line, before);
      if (calls == 0) {
        first = time;
        hasParts = comma >= 0;
      } else if (time < last) {
        throw refused(line, "%s is before the line above: ascending times".formatted(before));
      } else if (hasParts != (comma >= 0)) {
        throw refused(line, hasParts ? "a part behind the time" : "no part, as above,");
      }
      last = time;
      if (calls == MAX_CALLS) {
        throw refused(line, "at most %,d calls".formatted(MAX_CALLS));
      }
      nanos = calls == nanos.length ? Arrays.copyOf(nanos, 2 * calls) : nanos;
      nanos[calls] = Math.round((time - first) * NANOS_PER_MILLI / speed);
      if (hasParts) {
        parts = calls < parts.length ? parts : Arrays.copyOf(parts, nanos.length);
        parts[calls] = part(line, text.substring(comma + 1).strip());
      }
      calls++;
    }

    private byte part(int line, String name) {
      int known = names.indexOf(name);
      if (known >= 0) {
        return (byte) known;
      }
      if (!PART.matcher(name).matches() || names.size() == MessageMix.MAX_SHARES) {
        throw refused(
            line, "'%s': the name of a pack".formatted(PrintableText.of(name, SHOWN_CHARS)));
      }
      names.add(name);
      firstLines.add(line);
      return (byte) (names.size() - 1);
    }

    Lines lines() {
      byte[] own = hasParts ? Arrays.copyOf(parts, calls) : new byte[0];
      return new Lines(new Trace(Arrays.copyOf(nanos, calls)), own, names, firstLines);
    }
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
    return Misuse.named(
        "%s %s: ".formatted(OPTION, file),
        () -> new OfferedLoad(ArrivalShape.TRACE, (int) rate, (int) seconds, warmupSeconds, 0));
  }

  /** How points are named after it: by its file, and a hash of its times and parts. */
  public String name() {
    Lines read = lines();
    Trace trace = read.times;
    byte[] names = String.join(",", read.names).getBytes(UTF_8);
    ByteBuffer bytes =
        ByteBuffer.allocate(trace.calls() * Long.BYTES + read.parts.length + names.length);
    for (int call = 0; call < trace.calls(); call++) {
      bytes.putLong(trace.nanos(call));
    }
    bytes.put(read.parts).put(names);
    String word =
        String.valueOf(Path.of(file).getFileName())
            .replaceFirst("\\.[^.]*$", "")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-+", "");
    String hash = Sha256.of(bytes.array()).substring(0, HASH_CHARS);
    return word.substring(0, Math.min(word.length(), NAME_CHARS)) + "-" + hash;
  }

  OptionWords options() {
    String factor = speed == 1 ? null : BigDecimal.valueOf(speed).toPlainString();
    return new OptionWords().add(OPTION, file).add(SPEED, factor);
  }
}
