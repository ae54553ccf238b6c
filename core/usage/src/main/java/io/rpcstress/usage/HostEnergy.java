package io.rpcstress.usage;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The energy that the processor packages of this host have used, by their own counters (RAPL, as
 * Linux' powercap shows it for Intel's and AMD's processors). It is the whole host's, whatever runs
 * on it. Most virtual machines have no such counter, and since Linux 5.10 it is root's to read
 * unless root allows others; then nothing is known.
 *
 * <p>A counter starts again from 0 at its range, after tens of minutes at full power. That is made
 * up for where it happened once between two readings. Thread-safe.
 */
public final class HostEnergy {

  /** Where sysfs is, as a system property: elsewhere than at {@code /sys} in some containers. */
  public static final String SYSFS = "rpcstress.sysfs";

  public static final HostEnergy NONE = new HostEnergy(List.of());

  private final List<Counter> packages;

  private HostEnergy(List<Counter> packages) {
    this.packages = packages;
  }

  public HostEnergy(Path sysfs) {
    this(packages(sysfs.resolve("class/powercap")));
  }

  /** Of this host: at {@link #SYSFS}, or {@code /sys}. */
  public static HostEnergy ofThisHost() {
    return new HostEnergy(Path.of(System.getProperty(SYSFS, "/sys")));
  }

  /** One counter; its owner's lock guards it. */
  private static final class Counter {
    private final Path folder;
    private final long range;
    private long last;
    private long total;

    Counter(Path folder, long first) {
      this.folder = folder;
      this.range = number(folder, "max_energy_range_uj");
      this.last = first;
    }

    /** Whether it could be read, and what it grew by is known. */
    boolean read() {
      long now = now(folder);
      if (!ProcessUsage.isKnown(now) || (now < last && range < last)) {
        return false;
      }
      total += now >= last ? now - last : range - last + now;
      last = now;
      return true;
    }

    static long now(Path folder) {
      return number(folder, "energy_uj");
    }

    private static long number(Path folder, String file) {
      return ProcFiles.leadingNumber(ProcFiles.firstLine(folder.resolve(file)));
    }
  }

  /**
   * Cores, memory and the like are parts of a package, or of the platform, and have other names.
   */
  private static List<Counter> packages(Path powercap) {
    List<Counter> found = new ArrayList<>();
    try (DirectoryStream<Path> zones = Files.newDirectoryStream(powercap, "intel-rapl:*")) {
      for (Path zone : zones) {
        if (!isPackage(zone)) {
          continue;
        }
        long first = Counter.now(zone);
        if (!ProcessUsage.isKnown(first)) {
          return List.of(); // a part of the host is not the host
        }
        found.add(new Counter(zone, first));
      }
    } catch (IOException | SecurityException unreadable) {
      return List.of();
    }
    return found;
  }

  private static boolean isPackage(Path zone) {
    @Nullable String name = ProcFiles.firstLine(zone.resolve("name"));
    return zone.getFileName().toString().matches("intel-rapl:[0-9]{1,4}")
        && Objects.requireNonNullElse(name, "").startsWith("package-");
  }

  /**
   * What was used since this was made. Opens a small file for each package, so keep it outside the
   * clock.
   *
   * @return uJ, 0 or more; {@link ProcessUsage#UNKNOWN} where this host does not report it
   */
  public synchronized long microJoules() {
    long sum = 0;
    for (Counter each : packages) {
      if (!each.read()) {
        return ProcessUsage.UNKNOWN;
      }
      sum += each.total;
    }
    return packages.isEmpty() ? ProcessUsage.UNKNOWN : sum;
  }
}
