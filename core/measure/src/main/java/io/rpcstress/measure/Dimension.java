package io.rpcstress.measure;

import java.util.List;
import java.util.regex.Pattern;

/**
 * One coordinate of a point, declared once: identity, file names, columns, databases and resuming
 * carry it from then on. Immutable.
 *
 * @param name as options and databases spell it, for example {@code in-flight}
 * @param column the column of raw files that holds it, for example {@code inFlight}
 * @param unit what a value counts, for a person; empty where it counts nothing
 * @param defaultValue the value of a point that does not say; files are named without it
 * @param word what stands before the value in a file's name; may be empty
 * @param timedOnly whether only a timed loop has it
 */
public record Dimension(
    String name,
    String column,
    Kind kind,
    String unit,
    String defaultValue,
    String word,
    boolean timedOnly) {

  private static final int MAX_LENGTH = 64;

  /** A file's name ends so where a repetition wrote it. */
  private static final Pattern LIKE_A_REPETITION = Pattern.compile("(.*-)?p[0-9]+");

  public static final Dimension OPERATION =
      new Dimension("operation", "operation", Kind.WORD, "", "greet", "op-", false);

  /** What every call carries, as the operation's own dimensions: {@code name=16}. */
  public static final Dimension PAYLOAD =
      new Dimension("payload", "payload", Kind.PAYLOAD, "", "name=16", "", false);

  /** The pack that a message comes out of, by name and hash; empty for other operations. */
  public static final Dimension MESSAGE =
      new Dimension("message", "message", Kind.WORD, "", "", "", false);

  public static final Dimension IN_FLIGHT =
      new Dimension("in-flight", "inFlight", Kind.COUNT, "calls", "1", "inflight", false);

  public static final Dimension CLIENTS =
      new Dimension("clients", "clients", Kind.COUNT, "processes", "1", "clients", false);

  public static final Dimension PATH =
      new Dimension("path", "path", Kind.WORD, "", "direct", "via-", false);

  /** What the line between the hosts was shaped to, as {@code rate=1mbit}; empty for as it is. */
  public static final Dimension LINE =
      new Dimension("line", "line", Kind.LINE, "", "", "line-", false);

  /** How connections were encrypted, and who showed a certificate. */
  public static final Dimension TLS =
      new Dimension("tls", "tls", Kind.WORD, "", "off", "tls-", false);

  public static final Dimension COMPRESSION =
      new Dimension("compression", "compression", Kind.WORD, "", "none", "", false);

  /** The number of the JDK that client and server ran on; empty where none was asked for. */
  public static final Dimension JDK = new Dimension("jdk", "jdk", Kind.COUNT, "", "", "jdk", false);

  /** The garbage collector of both, likewise. */
  public static final Dimension COLLECTOR =
      new Dimension("gc", "gc", Kind.WORD, "", "", "gc-", false);

  /** What was broken from outside while an open loop went on. */
  public static final Dimension FAULT =
      new Dimension("fault", "fault", Kind.WORD, "", "none", "fault-", false);

  /** Servers of the technology that each client calls. */
  public static final Dimension SERVERS =
      new Dimension("servers", "servers", Kind.COUNT, "servers", "1", "servers", false);

  /** Length of each window of a timed loop; where it is set, the loop is one. */
  public static final Dimension DURATION =
      new Dimension("duration", "duration", Kind.SPAN, "a window", "", "timed", true);

  public static final Dimension WARMUP =
      new Dimension("warmup", "warmup", Kind.SPAN, "", "10s", "warmup", true);

  public static final Dimension WINDOWS =
      new Dimension("windows", "windows", Kind.COUNT, "windows", "5", "windows", true);

  /** The longest warm-up of a timed loop that goes on until it is steady; empty where not asked. */
  public static final Dimension UNTIL_STEADY =
      new Dimension("until-steady", "untilSteady", Kind.SPAN, "", "", "steady", true);

  /** Threads that call in the first half of a timed loop's warm-up; empty where all do. */
  public static final Dimension WARMUP_THREADS =
      new Dimension(
          "warmup-threads",
          "warmupThreads",
          Kind.COUNT,
          "threads at first",
          "",
          "warmupthreads",
          true);

  /**
   * How long the process of an open loop called at full speed before, so that it is warm; empty
   * where it was cold.
   */
  public static final Dimension FULL_SPEED =
      new Dimension("full-speed", "fullSpeed", Kind.SPAN, "before", "", "fullspeed", false);

  /**
   * How long the load of an open loop went before its calls were counted, where a sweep offers it
   * after several warm-ups, whose files would else have one name; empty elsewhere.
   */
  public static final Dimension LOAD_WARMUP =
      new Dimension("load-warmup", "loadWarmup", Kind.SPAN, "of the load", "", "warmup", false);

  /** The times at which an open loop makes its calls, by file and hash; empty where it has none. */
  public static final Dimension TRACE =
      new Dimension("trace", "trace", Kind.WORD, "", "", "", false);

  /** Hosts that a point's calls are dealt to, each with one client process. */
  public static final Dimension CLIENT_HOSTS =
      new Dimension("client-hosts", "clientHosts", Kind.COUNT, "client hosts", "1", "hosts", false);

  /** Every dimension, in the order of the words in a file's name. */
  static final List<Dimension> DECLARED =
      List.of(
          OPERATION,
          PAYLOAD,
          MESSAGE,
          IN_FLIGHT,
          CLIENTS,
          PATH,
          DURATION,
          WARMUP,
          WINDOWS,
          UNTIL_STEADY,
          FULL_SPEED,
          LOAD_WARMUP,
          TRACE,
          WARMUP_THREADS,
          SERVERS,
          CLIENT_HOSTS,
          LINE,
          TLS,
          COMPRESSION,
          JDK,
          COLLECTOR,
          FAULT);

  /** What values are, and how they are spelt. */
  public enum Kind {
    WORD("[a-z0-9]([a-z0-9-]*[a-z0-9])?", "lower-case letters, digits and dashes"),
    COUNT("[1-9][0-9]{0,8}", "a whole number, 1 to 999999999"),
    SPAN("[0-9]{1,12}(ms|s)", "a time as 10s or 500ms"),
    PAYLOAD(
        "[a-z][a-z0-9-]*=[a-z0-9]+(,[a-z][a-z0-9-]*=[a-z0-9]+)*", "sizes as name=16 or key=64,n=1"),
    /** What {@link DeclaredLine} reads. */
    LINE(DeclaredLine.PATTERN, DeclaredLine.EXPECTED);

    private final Pattern pattern;
    private final String expected;

    Kind(String pattern, String expected) {
      this.pattern = Pattern.compile(pattern);
      this.expected = expected;
    }
  }

  /** One value in its one spelling. */
  public String canonical(String value) {
    if (value.length() > MAX_LENGTH || !kind.pattern.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "%s '%s': %s expected".formatted(name, value, kind.expected));
    }
    String spelt = kind == Kind.SPAN ? Spans.text(Spans.parse(value)) : value;
    if (LIKE_A_REPETITION.matcher(fileWord(spelt)).matches()) {
      throw new IllegalArgumentException(
          "%s '%s' would look like a repetition in a file's name".formatted(name, value));
    }
    return spelt;
  }

  String fileWord(String value) {
    return word + value.replace("=", "").replace("%", "").replace(',', '-');
  }
}
