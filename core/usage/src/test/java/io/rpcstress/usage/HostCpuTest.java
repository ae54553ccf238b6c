package io.rpcstress.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostCpuTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final Offset<Double> ROUNDING = within(1e-6);

  @TempDir Path root;

  @Test
  void onlyTheProcessorsThatThisProcessMayUseCount() {
    HostCpu before = at(0, "1,3", "cpu1 0 0 0 0 0 0 0 0 0 0", "cpu3 0 0 0 0 0 0 0 0 0 0");
    HostCpu after =
        at(
            SECOND,
            "1,3",
            "cpu0 100 0 0 0 0 0 0 0 0 0",
            "cpu1 40 0 20 30 10 0 0 0 0 0",
            "cpu2 100 0 0 0 0 0 0 0 0 0",
            "cpu3 0 0 0 100 0 0 0 0 0 0");
    HostCpu growth = after.since(before);
    assertThat(growth.processors()).isEqualTo(2);
    is(growth.busyPercent(ProcessUsage.UNKNOWN), 30);
    is(growth.foreignPercent(SECOND / 2), 5);
  }

  @Test
  void timeThatTheHypervisorTookIsBusyAndForeign() {
    HostCpu before = at(0, "0", "cpu0 0 0 0 0 0 0 0 0 0 0");
    HostCpu growth = at(SECOND, "0", "cpu0 50 0 0 10 0 0 0 40 0 0").since(before);
    is(growth.busyPercent(0), 90);
    is(growth.foreignPercent(SECOND / 2), 40);
  }

  @Test
  void interruptsAreBusyAndChargedToNoProcess() {
    HostCpu before = at(0, "0", "cpu0 0 0 0 0 0 0 0 0 0 0");
    HostCpu growth = at(SECOND, "0", "cpu0 50 0 0 20 0 5 25 0 0 0").since(before);
    is(growth.busyPercent(0), 80);
    is(growth.foreignPercent(SECOND / 2), 0);
  }

  @Test
  void aShortRunIsReadFromTheRootGroupOfVersionOne() {
    file(
        "proc/self/mountinfo",
        "34 31 0:31 / /sys/fs/cgroup/cpuacct rw - cgroup cgroup rw,cpuacct\n");
    file("sys/fs/cgroup/cpuacct/release_agent", "");
    file("sys/fs/cgroup/cpuacct/cpuacct.usage_percpu", "7 1000000000 \n");
    HostCpu before = twoProcessors(0, "1", 0);
    file("sys/fs/cgroup/cpuacct/cpuacct.usage_percpu", "9000000000 1080000000 \n");
    HostCpu growth = twoProcessors(SECOND / 10, "1", 2).since(before);
    is(growth.busyPercent(0), 80);
    is(growth.foreignPercent(SECOND / 20), 30);
    assertThat(growth.foreignPercent(ProcessUsage.UNKNOWN)).isEmpty();
  }

  @Test
  void aShortRunIsReadFromTheGroupsBelowTheRootOfVersionTwo() {
    unified("system.slice", 1_000_000);
    unified("user.slice", 500_000);
    HostCpu before = twoProcessors(0, "0-1", 0);
    unified("system.slice", 1_060_000);
    unified("user.slice", 540_000);
    HostCpu growth = twoProcessors(SECOND / 10, "0-1", 5).since(before);
    is(growth.busyPercent(0), 50);
    is(growth.foreignPercent(SECOND / 20), 25);
  }

  @Test
  void aShortRunIsReadFromTheSchedulersAccountWhereThereIsNoOther() {
    schedstat(5, 1_000_000_000);
    HostCpu before = twoProcessors(0, "1", 0);
    schedstat(9_000_000_000L, 1_090_000_000);
    HostCpu growth = twoProcessors(SECOND / 10, "1", 1).since(before);
    is(growth.foreignPercent(SECOND / 20), 40);
  }

  private void unified(String group, long micros) {
    file("proc/self/mountinfo", "31 30 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup rw\n");
    file("sys/fs/cgroup/cpu.stat", "usage_usec 99\n");
    file("sys/fs/cgroup/" + group + "/cpu.stat", "usage_usec " + micros + "\nuser_usec 1\n");
  }

  private void schedstat(long first, long second) {
    file(
        "proc/schedstat",
        """
        version 15
        timestamp 4300000000
        cpu0 0 0 0 0 0 0 %d 7 8
        domain0 00000003 0 0 0 0 0 0 0 0 0 0 0 0 0 0
        cpu1 0 0 0 0 0 0 %d 7 8
        """
            .formatted(first, second));
  }

  /** Both processors have the same idle ticks. */
  private HostCpu twoProcessors(long nanos, String allowed, int idleTicks) {
    return at(
        nanos,
        allowed,
        "cpu0 0 0 0 " + idleTicks + " 0 0 0 0 0 0",
        "cpu1 0 0 0 " + idleTicks + " 0 0 0 0 0 0");
  }

  @Test
  void aQuotaOfVersionOneIsWhatTheShareIsOf() {
    file(
        "proc/self/mountinfo",
        """
        33 31 0:30 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu
        34 31 0:31 / /sys/fs/cgroup/cpuacct rw - cgroup cgroup rw,cpuacct
        """);
    file("proc/self/cgroup", "3:cpu:/labA\n2:cpuacct:/labA\n");
    file("sys/fs/cgroup/cpu/labA/cpu.cfs_quota_us", "100000\n");
    file("sys/fs/cgroup/cpu/labA/cpu.cfs_period_us", "100000\n");
    file("sys/fs/cgroup/cpuacct/cpuacct.usage", "77000000000\n");
    file("sys/fs/cgroup/cpuacct/labA/cpuacct.usage", "1000000000\n");
    HostCpu before = twoIdle(0);
    file("sys/fs/cgroup/cpuacct/labA/cpuacct.usage", "1900000000\n");
    quotaIsUsedByNineTenths(before);
  }

  @Test
  void aQuotaOfVersionTwoIsWhatTheShareIsOf() {
    file("proc/self/mountinfo", "31 30 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup rw\n");
    file("proc/self/cgroup", "0::/labA\n");
    file("sys/fs/cgroup/labA/cpu.max", "100000 100000\n");
    file("sys/fs/cgroup/labA/cpu.stat", "usage_usec 1000000\nuser_usec 1\n");
    HostCpu before = twoIdle(0);
    file("sys/fs/cgroup/labA/cpu.stat", "usage_usec 1900000\nuser_usec 1\n");
    quotaIsUsedByNineTenths(before);
  }

  private void quotaIsUsedByNineTenths(HostCpu before) {
    HostCpu growth =
        at(SECOND, "0-1", "cpu0 90 0 0 10 0 0 0 0 0 0", "cpu1 0 0 0 100 0 0 0 0 0 0").since(before);
    is(growth.busyPercent(0), 90);
    is(growth.foreignPercent(SECOND / 2), 40);
  }

  @Test
  void whatCannotBeReadIsUnknown() {
    assertThat(HostCpu.read(root, 0)).isEqualTo(HostCpu.NOTHING_KNOWN);
    assertThat(HostCpu.NOTHING_KNOWN.since(HostCpu.NOTHING_KNOWN).busyPercent(0)).isEmpty();
    assertThat(HostCpu.NOTHING_KNOWN.plus(HostCpu.NOTHING_KNOWN).busyPercent(0)).isEmpty();
  }

  private HostCpu twoIdle(long nanos) {
    return at(nanos, "0-1", "cpu0 0 0 0 0 0 0 0 0 0 0", "cpu1 0 0 0 0 0 0 0 0 0 0");
  }

  private HostCpu at(long nanos, String allowed, String... lines) {
    file(
        "proc/self/status",
        "Name:\tjava\nCpus_allowed:\tff\nCpus_allowed_list:\t" + allowed + "\n");
    file("proc/stat", "cpu  1 2 3 4 5 6 7 8 9 10\n" + String.join("\n", lines) + "\nintr 0\n");
    return HostCpu.read(root, nanos);
  }

  private static void is(OptionalDouble percent, double expected) {
    assertThat(percent.orElseThrow()).isCloseTo(expected, ROUNDING);
  }

  private void file(String name, String text) {
    try {
      Path file = root.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
