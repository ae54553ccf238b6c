package io.rpcstress.client.harness.host;

import io.rpcstress.client.harness.host.Diagnosis.Warning;
import io.rpcstress.measure.record.FactNames;
import io.rpcstress.usage.HostFacts;
import io.rpcstress.usage.JvmSettings;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/** The rules that hold for each host alone. Confined to one thread. */
final class HostRules {

  private static final String CLOCKS = "/sys/devices/system/clocksource/clocksource0/";

  static final String FASTER_CLOCK =
      "where %savailable_clocksource lists tsc: echo tsc | sudo tee %scurrent_clocksource"
          .formatted(CLOCKS, CLOCKS);

  /** Sources that a process reads without a system call, by architecture and hypervisor. */
  private static final Set<String> FAST_CLOCKS =
      Set.of("tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter");

  private static final String LIMITS = "/etc/security/limits.d/90-rpc-stress.conf";
  private static final double PERCENT = 100;

  private final String name;
  private final HostState state;
  private final List<Warning> warnings;
  private final List<String> notJudged;

  HostRules(String name, HostState state, List<Warning> warnings, List<String> notJudged) {
    this.name = name;
    this.state = state;
    this.warnings = warnings;
    this.notJudged = notJudged;
  }

  void judge() {
    load();
    steal();
    limit("limit.open.files", HostLimits.MIN_OPEN_FILES, "open files a process", "nofile 65536");
    limit(
        "limit.processes", HostLimits.MIN_PROCESSES, "processes and threads a user", "nproc 8192");
    ports();
    memory();
    governor();
    clockSource();
    temporaryFolder();
    jdk();
  }

  private void load() {
    String average = state.facts().get("load.average").split(" ", -1)[0];
    OptionalLong cpus = number(FactNames.CPUS);
    if (!average.matches("[0-9]{1,9}(\\.[0-9]{1,9})?") || cpus.orElse(0) == 0) {
      notJudged.add(name + " load.average");
      return;
    }
    double perCpu = Double.parseDouble(average) / cpus.getAsLong();
    if (perCpu > HostLimits.MAX_LOAD_PER_CPU) {
      warn(
          text("load average %s on %d CPUs, %.2f a CPU", average, cpus.getAsLong(), perCpu),
          text("at most %.1f a CPU before a measurement", HostLimits.MAX_LOAD_PER_CPU),
          "stop what runs there (top shows it), or wait some minutes after it ended");
    }
  }

  private void steal() {
    OptionalDouble steal = state.steal();
    if (steal.isEmpty()) {
      notJudged.add(name + " cpu.steal.ticks");
    } else if (steal.getAsDouble() > HostLimits.MAX_STEAL) {
      warn(
          text("%.1f %% of the CPU's time went to other guests", steal.getAsDouble() * PERCENT),
          text("at most %.0f %%", HostLimits.MAX_STEAL * PERCENT),
          "measure at another hour, or move to a VM with dedicated CPUs (stop and start the VM:"
              + " it may come up on another machine)");
    }
  }

  private void limit(String key, long least, String what, String setting) {
    number(key)
        .ifPresent(
            limit -> {
              if (limit < least) {
                warn(
                    text("%d %s", limit, what),
                    text(
                        "%d or more, for %d calling threads",
                        least, HostLimits.MAX_CALLING_THREADS),
                    text("echo '* - %s' | sudo tee -a %s, then log in again", setting, LIMITS));
              }
            });
  }

  private void ports() {
    String[] range = state.facts().get("net.port.range").trim().split("\\s+", -1);
    OptionalLong low = HostState.number(range[0]);
    OptionalLong high = HostState.number(range[range.length - 1]);
    if (range.length != 2 || low.isEmpty() || high.isEmpty()) {
      notJudged.add(name + " net.port.range");
      return;
    }
    long ports = high.getAsLong() - low.getAsLong() + 1;
    if (ports < HostLimits.MIN_PORTS) {
      warn(
          text("%d ports for outgoing connections", ports),
          text("%d or more", HostLimits.MIN_PORTS),
          "sudo sysctl -w net.ipv4.ip_local_port_range='15000 64999'");
    }
  }

  private void memory() {
    long limit =
        HostState.number(state.facts().get("memory.limit.cgroup.bytes")).orElse(Long.MAX_VALUE);
    OptionalLong total = number("memory.total.jvm.bytes");
    if (total.isEmpty()) {
      return;
    }
    long bytes = Math.min(limit, total.getAsLong());
    long needed = JvmNeed.bytes();
    if (bytes < needed) {
      warn(
          text("%d MiB of memory", bytes >> 20),
          text("%d MiB for one measured process with its JVM options", needed >> 20),
          "use a larger host, or raise the limit of the control group (a systemd unit: "
              + "MemoryMax=1000M)");
    }
  }

  private void governor() {
    String governor = known("cpu.governor");
    if (!governor.isEmpty() && !governor.equals("performance")) {
      warn(
          "the CPU's frequency follows the governor " + governor,
          "performance: the same frequency at every load",
          "echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor");
    }
  }

  private void clockSource() {
    String source = known("clocksource");
    if (!source.isEmpty() && !FAST_CLOCKS.contains(source)) {
      warn(
          "clock source " + source,
          "tsc, or the hypervisor's own that is read without a system call",
          FASTER_CLOCK);
    }
  }

  private void temporaryFolder() {
    if (known("tmp.mount").equals("noexec")) {
      warn(
          "the folder for temporary files is mounted noexec, so gRPC calls without epoll",
          "one that libraries can be loaded from",
          "sudo mount -o remount,exec /tmp, or another folder by -Djava.io.tmpdir in --jvm-options");
    }
  }

  private void jdk() {
    String version = known(FactNames.JDK);
    if (version.isEmpty()) {
      return;
    }
    String feature = version.replaceFirst("^1\\.", "").replaceFirst("[^0-9].*", "");
    OptionalLong release = HostState.number(feature);
    if (release.isEmpty()) {
      notJudged.add(name + " jdk.version");
    } else if (release.getAsLong() < HostLimits.OLDEST_JDK) {
      warn(
          "JDK " + version,
          "JDK " + HostLimits.OLDEST_JDK + " or later",
          text(
              "sudo dnf install java-%d-openjdk-headless, or: sudo apt-get install"
                  + " openjdk-%d-jre-headless",
              HostLimits.OLDEST_JDK, HostLimits.OLDEST_JDK));
    }
  }

  /** A fact, empty and noted where it is unknown. */
  private String known(String key) {
    String value = state.facts().get(key);
    if (value.equals(HostFacts.UNKNOWN)) {
      notJudged.add(name + " " + key);
      return "";
    }
    return value;
  }

  private OptionalLong number(String key) {
    OptionalLong number = HostState.number(state.facts().get(key));
    if (number.isEmpty()) {
      notJudged.add(name + " " + key);
    }
    return number;
  }

  private void warn(String found, String expected, String fix) {
    warnings.add(new Warning(name, found, expected, fix));
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** How much memory the JVM options of a measured process let it take. */
  private static final class JvmNeed {

    private static final int KIB_BITS = 10;
    private static final int MIB_BITS = 20;
    private static final int GIB_BITS = 30;

    private JvmNeed() {}

    /** Heap, direct buffers, the paper's largest number of stacks, and the JVM itself; bytes. */
    static long bytes() {
      return bytes(JvmSettings.options());
    }

    static long bytes(List<String> options) {
      return last("-Xmx", options)
          + last("-XX:MaxDirectMemorySize=", options)
          + HostLimits.MAX_CALLING_THREADS * last("-Xss", options)
          + HostLimits.JVM_ITSELF_BYTES;
    }

    /** The last of an option counts, as in the JVM; 0 where it is not given. */
    private static long last(String option, List<String> options) {
      return options.stream()
          .filter(each -> each.startsWith(option))
          .reduce((first, second) -> second)
          .map(each -> size(each.substring(option.length())))
          .orElse(0L);
    }

    /** {@code 512m} as the JVM reads it. */
    private static long size(String text) {
      long number = Long.parseLong(text.replaceAll("[^0-9]", ""));
      return switch (text.toLowerCase(Locale.ROOT).charAt(text.length() - 1)) {
        case 'k' -> number << KIB_BITS;
        case 'm' -> number << MIB_BITS;
        case 'g' -> number << GIB_BITS;
        default -> number;
      };
    }
  }

  /** Beyond what a fact spoils a measurement. The one place for these numbers. */
  static final class HostLimits {

    /** Runnable threads per CPU over the last minute, with nothing being measured. */
    static final double MAX_LOAD_PER_CPU = 0.3;

    /** Cores that other programs may keep busy when a sweep begins. */
    static final double MAX_BUSY_CORES = 0.25;

    /** Open files: 990 connections, jars and logs, and as much again for safety. */
    static final long MIN_OPEN_FILES = 4096;

    /** Processes and threads of a user: 990 calling threads and what the JVMs start beside them. */
    static final long MIN_PROCESSES = 2048;

    /** Ephemeral ports: without connection reuse every call leaves one in TIME_WAIT for 60 s. */
    static final long MIN_PORTS = 20_000;

    /**
     * Share of the CPU's time, 0 to 1: of 100 ticks a second one is noise, three are another guest.
     */
    static final double MAX_STEAL = 0.02;

    /** Fewer ticks (10 ms each) than this say nothing about a share. */
    static final long MIN_TICKS = 50;

    /**
     * One System.nanoTime, ns: a system call instead of a read of a register takes this and more.
     */
    static final long MAX_CLOCK_COST_NANOS = 200;

    static final int OLDEST_JDK = 17;

    /** Calling threads of the paper's largest point. */
    static final int MAX_CALLING_THREADS = 990;

    /** A JVM beside heap, direct buffers and stacks: code, classes, collector; bytes. */
    static final long JVM_ITSELF_BYTES = 100L << 20;

    private HostLimits() {}
  }
}
