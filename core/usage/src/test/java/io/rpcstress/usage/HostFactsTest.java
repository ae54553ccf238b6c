package io.rpcstress.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostFactsTest {
  @TempDir Path root;

  @Test
  void thisHostReportsItsJvmAndItsProcessors() {
    HostFacts facts = HostFacts.read();
    assertThat(facts.get("cpu.count.jvm"))
        .isEqualTo(Integer.toString(Runtime.getRuntime().availableProcessors()));
    assertThat(facts.get("jdk.version")).isEqualTo(System.getProperty("java.runtime.version"));
    assertThat(facts.get("heap.max.bytes")).matches("[0-9]+");
    assertThat(facts.asMap().values()).noneMatch(String::isBlank);
  }

  @Test
  void theHostsNameIsNotReported() throws IOException {
    String name = ProcFiles.firstLine(Path.of("/proc/sys/kernel/hostname"));
    assertThat(HostFacts.read().asMap().keySet()).noneMatch(key -> key.contains("host"));
    assertThat(name == null || !HostFacts.read().asMap().containsValue(name)).isTrue();
  }

  @Test
  void whatCannotBeReadIsUnknown() {
    assertThat(HostFacts.read(root).asMap())
        .containsEntry("cpu.model", "unknown")
        .containsEntry("cpu.governor", "unknown")
        .containsEntry("memory.limit.cgroup.bytes", "unknown")
        .containsEntry("cpu.quota.cgroup", "unknown")
        .containsEntry("cpu.steal.ticks", "unknown")
        .containsEntry("load.average", "unknown")
        .containsEntry("limit.open.files", "unknown");
  }

  @Test
  void kernelFilesAreUnderstood() {
    file("proc/cpuinfo", "processor\t: 0\nmodel name\t: Fast: one\nprocessor\t: 1\n");
    file("proc/stat", "cpu  10 0 20 60 5 1 2 3 0 0\ncpu0 1 2 3\n");
    file("proc/loadavg", "0.10 0.20 0.30 1/200 4711\n");
    file("proc/self/limits", "Max open files            1024                 4096      files\n");
    file("etc/os-release", "NAME=x\nPRETTY_NAME=\"Some Linux 8\"\n");
    assertThat(HostFacts.read(root).asMap())
        .containsEntry("cpu.model", "Fast: one")
        .containsEntry("cpu.count.kernel", "2")
        .containsEntry("cpu.steal.ticks", "3")
        .containsEntry("cpu.idle.ticks", "65")
        .containsEntry("cpu.total.ticks", "101")
        .containsEntry("load.average", "0.10 0.20 0.30")
        .containsEntry("limit.open.files", "1024")
        .containsEntry("distribution", "Some Linux 8");
  }

  @Test
  void limitsOfVersionOneGroupsCountFromTheInnermostUp() {
    file(
        "proc/self/mountinfo",
        """
        33 31 0:30 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
        34 31 0:31 / /sys/fs/cgroup/cpu rw,relatime shared:4 - cgroup cgroup rw,cpu,cpuacct
        """);
    file("proc/self/cgroup", "4:memory:/lab/B\n2:cpu,cpuacct:/lab/B\n");
    file("sys/fs/cgroup/memory/lab/B/memory.limit_in_bytes", "9223372036854771712\n");
    file("sys/fs/cgroup/memory/lab/memory.limit_in_bytes", "2147483648\n");
    file("sys/fs/cgroup/cpu/lab/B/cpu.cfs_quota_us", "150000\n");
    file("sys/fs/cgroup/cpu/lab/B/cpu.cfs_period_us", "100000\n");
    file("sys/fs/cgroup/cpu/lab/cpu.cfs_quota_us", "-1\n");
    assertThat(HostFacts.read(root).asMap())
        .containsEntry("memory.limit.cgroup.bytes", "2147483648")
        .containsEntry("cpu.quota.cgroup", "1.50");
  }

  @Test
  void limitsOfVersionTwoGroupsAreFoundInsideAContainer() {
    file("proc/self/mountinfo", "31 30 0:26 /pod/c1 /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
    file("proc/self/cgroup", "0::/pod/c1\n");
    file("sys/fs/cgroup/memory.max", "1073741824\n");
    file("sys/fs/cgroup/cpu.max", "50000 100000\n");
    assertThat(HostFacts.read(root).asMap())
        .containsEntry("memory.limit.cgroup.bytes", "1073741824")
        .containsEntry("cpu.quota.cgroup", "0.50");
  }

  @Test
  void groupsWithoutALimitSayNone() {
    file("proc/self/mountinfo", "31 30 0:26 / /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
    file("proc/self/cgroup", "0::/user.slice\n");
    file("sys/fs/cgroup/user.slice/memory.max", "max\n");
    file("sys/fs/cgroup/user.slice/cpu.max", "max 100000\n");
    assertThat(HostFacts.read(root).asMap())
        .containsEntry("memory.limit.cgroup.bytes", "none")
        .containsEntry("cpu.quota.cgroup", "none");
  }

  @Test
  void whatIsWrittenIsRead() {
    HostFacts facts = HostFacts.read();
    Map<String, String> again = HostFacts.parse(facts.toText()).asMap();
    assertThat(again).isEqualTo(facts.asMap());
    assertThat(again.keySet()).containsExactlyElementsOf(facts.asMap().keySet());
  }

  @Test
  void aLineThatIsNoFactIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HostFacts.parse("kernel=6\n<html>\n"))
        .withMessageContaining("line 2")
        .withMessageContaining("<html>");
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
