package io.rpcstress.usage;

/**
 * Which JDK a process runs on, and which collector it uses.
 *
 * @param jdk its number, such as 25; empty for any
 * @param collector label of a {@link Collector}; empty for any
 */
public record JvmKind(String jdk, String collector) {

  public static final JvmKind ANY = new JvmKind("", "");

  public static JvmKind ofThisProcess() {
    return new JvmKind(
        Integer.toString(Runtime.version().feature()), collectorOf(Collector.beans()));
  }

  /** That of the process that reported these facts; unknown parts are as reported. */
  public static JvmKind of(HostFacts facts) {
    return new JvmKind(
        facts.get(HostFacts.JDK_VERSION).replaceFirst("^([0-9]+).*", "$1"),
        collectorOf(facts.get(HostFacts.COLLECTORS)));
  }

  private static String collectorOf(String beans) {
    return Collector.of(beans).map(Collector::label).orElse(beans);
  }

  public boolean isAny() {
    return equals(ANY);
  }

  /** Whether a process of another kind does where this one is needed. */
  public boolean takes(JvmKind other) {
    return (jdk.isEmpty() || jdk.equals(other.jdk))
        && (collector.isEmpty() || collector.equals(other.collector));
  }

  /** For a person, as options: {@code --jdk 25 --gc zgc}. */
  @Override
  public String toString() {
    String number = jdk.isEmpty() ? "" : "--jdk " + jdk + " ";
    return (number + (collector.isEmpty() ? "" : "--gc " + collector)).trim();
  }
}
