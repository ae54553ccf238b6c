package io.rpcstress.usage;

import static io.rpcstress.usage.ProcessUsage.UNKNOWN;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What passed through one network interface of this host, all processes together, and the TCP
 * connections this host opened. On the loopback interface every packet counts both in and out.
 * Unknown values are {@link ProcessUsage#UNKNOWN}.
 *
 * @param bytesIn bytes received, link headers included
 * @param activeOpens TCP connections opened by this host (its network namespace) since boot
 */
public record NetworkCounters(
    long bytesIn, long bytesOut, long packetsIn, long packetsOut, long activeOpens) {

  public static final NetworkCounters NOTHING_KNOWN =
      new NetworkCounters(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);

  // /proc/self/net is the network namespace of this process, also where /sys shows another one.
  private static final Path NET = Path.of("/proc/self/net");
  private static final int BYTES_IN = 0;
  private static final int PACKETS_IN = 1;
  private static final int BYTES_OUT = 8;
  private static final int PACKETS_OUT = 9;
  private static final int COLUMNS = 16;

  /**
   * Reads the counters of the interface that a local address belongs to: the local address of a
   * connection to the host of interest. Where no interface has it, only the opens are known.
   */
  public static NetworkCounters read(InetAddress localAddress) {
    return read(NET, interfaceOf(localAddress));
  }

  /** The growth since an earlier reading; unknown where either side is. */
  public NetworkCounters since(NetworkCounters earlier) {
    return new NetworkCounters(
        ProcessUsage.difference(bytesIn, earlier.bytesIn),
        ProcessUsage.difference(bytesOut, earlier.bytesOut),
        ProcessUsage.difference(packetsIn, earlier.packetsIn),
        ProcessUsage.difference(packetsOut, earlier.packetsOut),
        ProcessUsage.difference(activeOpens, earlier.activeOpens));
  }

  /**
   * As much of a growth as falls into another time, where it was even; opens stay what they are.
   */
  public NetworkCounters times(double part) {
    return new NetworkCounters(
        ProcessUsage.times(bytesIn, part),
        ProcessUsage.times(bytesOut, part),
        ProcessUsage.times(packetsIn, part),
        ProcessUsage.times(packetsOut, part),
        activeOpens);
  }

  static NetworkCounters read(Path net, @Nullable String interfaceName) {
    long opens = activeOpens(ProcFiles.lines(net.resolve("snmp")));
    if (interfaceName != null) {
      for (String line : ProcFiles.lines(net.resolve("dev"))) {
        int colon = line.indexOf(':');
        if (colon < 0 || !line.substring(0, colon).trim().equals(interfaceName)) {
          continue;
        }
        String[] columns = line.substring(colon + 1).trim().split("\\s+", -1);
        if (columns.length >= COLUMNS) {
          return new NetworkCounters(
              ProcFiles.leadingNumber(columns[BYTES_IN]),
              ProcFiles.leadingNumber(columns[BYTES_OUT]),
              ProcFiles.leadingNumber(columns[PACKETS_IN]),
              ProcFiles.leadingNumber(columns[PACKETS_OUT]),
              opens);
        }
      }
    }
    return new NetworkCounters(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, opens);
  }

  private static @Nullable String interfaceOf(InetAddress address) {
    try {
      // 127.0.0.2 works without being assigned, so a look-up by address does not find it.
      if (address.isLoopbackAddress()) {
        for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
          if (each.isLoopback()) {
            return each.getName();
          }
        }
      }
      NetworkInterface found = NetworkInterface.getByInetAddress(address);
      return found == null ? null : found.getName();
    } catch (SocketException unreadable) {
      return null;
    }
  }

  /** The snmp file has pairs of lines: "Tcp: names..." and "Tcp: values...". */
  private static long activeOpens(List<String> lines) {
    String[] names = null;
    for (String line : lines) {
      if (!line.startsWith("Tcp:")) {
        continue;
      }
      String[] words = line.split("\\s+", -1);
      if (names == null) {
        names = words;
        continue;
      }
      for (int i = 0; i < Math.min(names.length, words.length); i++) {
        if (names[i].equals("ActiveOpens")) {
          return ProcFiles.leadingNumber(words[i]);
        }
      }
    }
    return UNKNOWN;
  }
}
