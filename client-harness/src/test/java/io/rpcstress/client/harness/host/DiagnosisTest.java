package io.rpcstress.client.harness.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.host.Examination.Reach;
import io.rpcstress.engine.load.ClockReading;
import io.rpcstress.usage.HostFacts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Made-up facts in, warnings out. */
class DiagnosisTest {

  private static final ClockReading GOOD_CLOCK = new ClockReading(20, 25);
  private static final Map<String, String> GOOD =
      Map.ofEntries(
          Map.entry("cpu.count.jvm", "2"),
          Map.entry("cpu.governor", "performance"),
          Map.entry("cpu.steal.ticks", "1000"),
          Map.entry("cpu.total.ticks", "50000"),
          Map.entry("load.average", "0.60 2.00 3.00"),
          Map.entry("memory.limit.cgroup.bytes", "none"),
          Map.entry("memory.total.jvm.bytes", "2000000000"),
          Map.entry("clocksource", "tsc"),
          Map.entry("net.port.range", "15000\t64999"),
          Map.entry("limit.open.files", "4096"),
          Map.entry("limit.processes", "unlimited"),
          Map.entry("tmp.mount", "exec"),
          Map.entry("jdk.vendor", "Some"),
          Map.entry("jdk.version", "17.0.9+9"));

  private static HostFacts facts(Map<String, String> base, String key, String value) {
    Map<String, String> all = new LinkedHashMap<>(base);
    all.put(key, value);
    return HostFacts.parse(
        all.entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue())
            .collect(Collectors.joining("\n")));
  }

  /** A host on which 200 ticks pass, none of them stolen. */
  private static HostState with(String key, String value) {
    return new HostState(facts(GOOD, key, value), facts(GOOD, "cpu.total.ticks", "50200"));
  }

  private static final HostState GOOD_HOST = with("jdk.vendor", "Some");

  private static Examination alone(HostState client) {
    return alone(client, GOOD_CLOCK);
  }

  private static Examination alone(HostState client, ClockReading clock) {
    return new Examination(client, clock, null, false, List.of(), LinkReading.UNKNOWN);
  }

  private static Examination both(HostState server, boolean sameHost) {
    return new Examination(
        GOOD_HOST, GOOD_CLOCK, server, sameHost, List.of(reach(null, null)), LinkReading.UNKNOWN);
  }

  private static Reach reach(@Nullable String serviceProblem, @Nullable String usageProblem) {
    return new Reach("tcp", "10.0.0.2:9004", serviceProblem, "10.0.0.2:10004", usageProblem, null);
  }

  @Test
  void hostsAsTheyShouldBeAreNothingToWarnOf() {
    assertThat(Diagnosis.of(alone(GOOD_HOST))).isEqualTo(new Diagnosis(List.of(), List.of()));
    assertThat(Diagnosis.of(both(GOOD_HOST, false))).isEqualTo(new Diagnosis(List.of(), List.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "load.average | 0.62 0.1 0.1 | 0.31 a CPU | 0.3 a CPU | top",
        "limit.open.files | 4095 | 4095 open files | 4096 or more | nofile 65536",
        "limit.processes | 2047 | 2047 processes | 2048 or more | nproc 8192",
        "net.port.range | 32768 52766 | 19999 ports | 20000 or more | ip_local_port_range",
        "cpu.governor | powersave | powersave | performance | scaling_governor",
        "clocksource | acpi_pm | acpi_pm | tsc | current_clocksource",
        "memory.total.jvm.bytes | 900000000 | 858 MiB | 987 MiB | larger host",
        "memory.limit.cgroup.bytes | 536870912 | 512 MiB | 987 MiB | MemoryMax",
        "tmp.mount | noexec | mounted noexec | libraries can be loaded from | remount,exec",
        "jdk.version | 1.8.0_392-b08 | JDK 1.8.0_392-b08 | JDK 17 | dnf install java-17",
        "jdk.version | 11.0.2+9 | JDK 11.0.2+9 | JDK 17 | openjdk-17"
      })
  void eachFactBeyondItsThresholdIsOneWarningWithItsFix(
      String key, String value, String found, String expected, String fix) {
    Diagnosis diagnosis = Diagnosis.of(alone(with(key, value)));
    assertThat(diagnosis.notJudged()).isEmpty();
    assertThat(diagnosis.warnings())
        .singleElement()
        .satisfies(
            warning -> {
              assertThat(warning.where()).isEqualTo("host A");
              assertThat(warning.found()).contains(found);
              assertThat(warning.expected()).contains(expected);
              assertThat(warning.fix()).contains(fix);
              assertThat(warning.toString()).doesNotContain("\n");
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "net.port.range | 32768 52767",
        "clocksource | kvm-clock",
        "memory.limit.cgroup.bytes | 1048576000",
        "memory.limit.cgroup.bytes | unknown",
        "limit.open.files | unlimited",
        "jdk.version | 25+36-LTS"
      })
  void whatIsJustEnoughIsNoWarning(String key, String value) {
    assertThat(Diagnosis.of(alone(with(key, value))).warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1004,0", "1005,1"})
  void stolenTimeIsJudgedByItsShareOfWhatPassed(String stolen, int warnings) {
    HostState state =
        new HostState(
            facts(GOOD, "cpu.steal.ticks", "1000"),
            facts(Map.of("cpu.total.ticks", "50200"), "cpu.steal.ticks", stolen));
    assertThat(Diagnosis.of(alone(state)).warnings())
        .hasSize(warnings)
        .allMatch(warning -> warning.found().contains("2.5 %"));
  }

  @ParameterizedTest
  @CsvSource({"1000,200,0", "1001,200,1", "1000,201,1", "4000000,900,2"})
  void aCoarseOrDearClockIsAWarning(long granularity, long cost, int warnings) {
    ClockReading clock = new ClockReading(granularity, cost);
    assertThat(Diagnosis.of(alone(GOOD_HOST, clock)).warnings())
        .hasSize(warnings)
        .allMatch(warning -> warning.found().contains("nanoTime"));
  }

  @Test
  void oneHostForBothIsAWarningAndItsFactsAreJudgedOnce() {
    assertThat(Diagnosis.of(both(with("cpu.governor", "powersave"), true)).warnings())
        .singleElement()
        .matches(warning -> warning.found().contains("on the same host"));
  }

  @ParameterizedTest
  @CsvSource({"jdk.version,21.0.1+12", "jdk.vendor,Other"})
  void differentJdksAreAWarning(String key, String value) {
    assertThat(Diagnosis.of(both(with(key, value), false)).warnings())
        .singleElement()
        .matches(warning -> warning.found().contains(value) && warning.found().contains("on B"));
  }
}
