package io.rpcstress.usage;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Connections that the kernel remembers for a minute after this host ended them (TIME-WAIT, RFC
 * 9293, section 3.6.1), each with its port, in the network namespace of this process. Known on
 * Linux alone. Immutable.
 */
public record ClosedSockets(Path net) {
  private static final Pattern ALL = Pattern.compile("\\btw (\\d{1,9})");
  private static final Pattern ONE =
      Pattern.compile("\\s*\\d+: [0-9A-F]+:[0-9A-F]{4} [0-9A-F]+:([0-9A-F]{4}) 06 .*");
  private static final int HEX = 16;

  public ClosedSockets() {
    this(Path.of("/proc/self/net"));
  }

  /**
   * How many were connections to these ports of other hosts.
   *
   * @param moreThan 0 is returned where no more than these are remembered of all ports: to know
   *     each takes some ms
   * @return 0 where it is not known
   */
  public int to(Set<Integer> ports, int moreThan) {
    try {
      return all() > moreThan ? in("tcp", ports) + in("tcp6", ports) : 0;
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  private int all() {
    String counters = ProcFiles.read(net.resolve("sockstat"));
    Matcher all = ALL.matcher(counters == null ? "" : counters);
    return all.find() ? Integer.parseInt(all.group(1)) : 0;
  }

  private int in(String table, Set<Integer> ports) throws IOException {
    Path file = net.resolve(table);
    if (!Files.exists(file)) {
      return 0; // a kernel without IPv6
    }
    try (Stream<String> lines = Files.lines(file, UTF_8)) { // megabytes, if there are thousands
      return (int)
          lines
              .map(ONE::matcher)
              .filter(Matcher::matches)
              .filter(one -> ports.contains(Integer.parseInt(one.group(1), HEX)))
              .count();
    }
  }
}
