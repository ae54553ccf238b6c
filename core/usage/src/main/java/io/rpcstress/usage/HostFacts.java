package io.rpcstress.usage;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What must be known about a host and its JVM to judge a number measured there, as an ordered map
 * from key to text. A fact that cannot be read is {@link #UNKNOWN}. Limits come from the control
 * groups and the JVM, not from /proc/meminfo, which shows the machine around a container. The
 * host's name and addresses are left out on purpose.
 */
public final class HostFacts {
  /** The value of a fact that could not be read. */
  public static final String UNKNOWN = "unknown";

  static final String JDK_VERSION = "jdk.version";
  static final String COLLECTORS = "jvm.collectors";

  /** The longest value kept, characters: a JVM's flags can be many. */
  private static final int MAX_VALUE_CHARS = 4096;

  private final Map<String, String> facts;

  private HostFacts(Map<String, String> facts) {
    this.facts = Collections.unmodifiableMap(facts);
  }

  public static HostFacts read() {
    return read(Path.of("/"));
  }

  public Map<String, String> asMap() {
    return facts;
  }

  /** One fact; {@link #UNKNOWN} also where the key is. */
  public String get(String key) {
    return facts.getOrDefault(key, UNKNOWN);
  }

  /** These facts and a further one; an empty value is {@link #UNKNOWN}. */
  public HostFacts with(String key, String value) {
    Map<String, String> more = new LinkedHashMap<>(facts);
    put(more, key, value);
    return new HostFacts(more);
  }

  /** The text form, one {@code key=value} a line. */
  public String toText() {
    StringBuilder text = new StringBuilder(2048);
    facts.forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
    return text.toString();
  }

  public static HostFacts parse(String text) {
    Map<String, String> facts = new LinkedHashMap<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      int equals = line.indexOf('=');
      if (equals < 0 || !line.substring(0, equals).matches("[a-z0-9][a-z0-9.]*")) {
        throw new IllegalArgumentException(
            "host facts line " + number + " \"" + UsageText.clipped(line) + "\": not key=value");
      }
      if (facts.put(line.substring(0, equals), line.substring(equals + 1)) != null) {
        throw new IllegalArgumentException(
            "host facts line " + number + ": a second " + line.substring(0, equals));
      }
    }
    return new HostFacts(facts);
  }

  /** The JDK that the process runs on: vendor and version. */
  public String jdk() {
    return get("jdk.vendor") + " " + get(JDK_VERSION);
  }

  static HostFacts read(Path root) {
    Map<String, String> facts = new LinkedHashMap<>();
    Cgroup cgroup = new Cgroup(root);
    List<String> cpus = ProcFiles.lines(root.resolve("proc/cpuinfo"));
    put(facts, "cpu.model", afterColon(ProcFiles.after("model name", cpus)));
    put(facts, "cpu.count.kernel", kernelCpus(cpus));
    put(facts, "cpu.count.jvm", Integer.toString(Runtime.getRuntime().availableProcessors()));
    put(facts, "cpu.quota.cgroup", cgroup.cpuQuota());
    put(
        facts,
        "cpu.allowed",
        ProcFiles.after("Cpus_allowed_list:", ProcFiles.lines(root.resolve("proc/self/status"))));
    put(facts, "cpu.governor", first(root, "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
    putCpuTicks(facts, ProcFiles.after("cpu ", ProcFiles.lines(root.resolve("proc/stat"))));
    put(facts, "load.average", load(first(root, "proc/loadavg")));
    put(facts, "memory.limit.cgroup.bytes", cgroup.memoryLimitBytes());
    put(facts, "memory.total.jvm.bytes", jvmMemory());
    put(facts, "heap.max.bytes", Long.toString(Runtime.getRuntime().maxMemory()));
    put(facts, "kernel", first(root, "proc/sys/kernel/osrelease"));
    put(facts, "distribution", distribution(ProcFiles.lines(root.resolve("etc/os-release"))));
    put(facts, "architecture", System.getProperty("os.arch"));
    put(
        facts,
        "clocksource",
        first(root, "sys/devices/system/clocksource/clocksource0/current_clocksource"));
    put(facts, "net.port.range", first(root, "proc/sys/net/ipv4/ip_local_port_range"));
    put(facts, "net.congestion.control", first(root, "proc/sys/net/ipv4/tcp_congestion_control"));
    put(facts, "net.somaxconn", first(root, "proc/sys/net/core/somaxconn"));
    List<String> limits = ProcFiles.lines(root.resolve("proc/self/limits"));
    put(facts, "limit.open.files", softLimit(ProcFiles.after("Max open files", limits)));
    put(facts, "limit.processes", softLimit(ProcFiles.after("Max processes", limits)));
    put(facts, "tmp.mount", tmpMount(ProcFiles.lines(root.resolve("proc/self/mounts"))));
    putJvm(facts);
    return new HostFacts(facts);
  }

  /** Whether libraries, which Netty unpacks there, may be loaded from the temporary folder. */
  private static @Nullable String tmpMount(List<String> mounts) {
    Path folder = Path.of(System.getProperty("java.io.tmpdir", "/tmp")).toAbsolutePath();
    String point = "";
    String options = null;
    for (String line : mounts) {
      String[] fields = line.split(" ", -1);
      if (fields.length > 3
          && folder.startsWith(fields[1])
          && fields[1].length() >= point.length()) {
        point = fields[1];
        options = fields[3];
      }
    }
    return options == null ? null : ("," + options + ",").contains(",noexec,") ? "noexec" : "exec";
  }

  private static void putJvm(Map<String, String> facts) {
    put(facts, "jdk.vendor", System.getProperty("java.vendor"));
    put(facts, JDK_VERSION, System.getProperty("java.runtime.version"));
    put(facts, "jvm.name", System.getProperty("java.vm.name"));
    put(
        facts,
        "jvm.flags",
        String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()));
    put(facts, COLLECTORS, Collector.beans());
  }

  private static void putCpuTicks(Map<String, String> facts, @Nullable String ticks) {
    // user nice system idle iowait irq softirq steal: ticks of all CPUs since boot
    String[] columns = ticks == null ? new String[0] : ticks.trim().split("\\s+", -1);
    int idle = 3;
    int waiting = 4;
    int steal = 7;
    long total = 0;
    for (int i = 0; i <= steal && i < columns.length; i++) {
      total += Math.max(0, ProcFiles.leadingNumber(columns[i]));
    }
    put(
        facts,
        "cpu.idle.ticks",
        columns.length > steal
            ? Long.toString(
                ProcFiles.leadingNumber(columns[idle]) + ProcFiles.leadingNumber(columns[waiting]))
            : null);
    put(facts, "cpu.steal.ticks", columns.length > steal ? columns[steal] : null);
    put(facts, "cpu.total.ticks", columns.length > steal ? Long.toString(total) : null);
  }

  private static void put(Map<String, String> facts, String key, @Nullable String value) {
    String plain = value == null ? "" : value.replaceAll("\\p{Cntrl}+", " ").trim();
    if (plain.length() > MAX_VALUE_CHARS) {
      plain = plain.substring(0, MAX_VALUE_CHARS);
    }
    facts.put(key, plain.isEmpty() ? UNKNOWN : plain);
  }

  private static @Nullable String first(Path root, String file) {
    return ProcFiles.firstLine(root.resolve(file));
  }

  private static @Nullable String afterColon(@Nullable String text) {
    return text == null ? null : text.substring(text.indexOf(':') + 1).trim();
  }

  private static @Nullable String kernelCpus(List<String> cpuinfo) {
    long count = cpuinfo.stream().filter(line -> line.startsWith("processor")).count();
    return count == 0 ? null : Long.toString(count);
  }

  private static @Nullable String load(@Nullable String line) {
    if (line == null) {
      return null;
    }
    String[] words = line.split(" ", -1);
    return words.length < 3 ? null : words[0] + " " + words[1] + " " + words[2];
  }

  private static @Nullable String jvmMemory() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? Long.toString(system.getTotalMemorySize())
        : null;
  }

  private static @Nullable String distribution(List<String> release) {
    String name = ProcFiles.after("PRETTY_NAME=", release);
    return name == null ? null : name.replace("\"", "");
  }

  /** "1024 4096 files" to "1024": the soft limit. */
  private static @Nullable String softLimit(@Nullable String line) {
    return line == null ? null : line.trim().split("\\s+", -1)[0];
  }
}
