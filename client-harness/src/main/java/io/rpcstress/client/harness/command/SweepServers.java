package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.command.PointOptions.Setup;
import io.rpcstress.client.harness.hosts.LinkProbe;
import io.rpcstress.client.harness.hosts.LinkReading;
import io.rpcstress.client.harness.point.NeededServer;
import io.rpcstress.client.harness.point.UsageReader;
import io.rpcstress.client.harness.sweep.SweepFile;
import io.rpcstress.client.harness.sweep.SweepGrid;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** What the servers of a sweep tell, and what of it goes into its sweep.json. */
final class SweepServers {

  /** Section of sweep.json: since when each server's process runs. */
  private static final String STARTED = "serverStarted";

  private static final long RETRY_MILLIS = 500;

  private final SweepFile file;
  private final List<NeededServer> servers;
  private final PrintStream stderr;
  private LinkReading link = LinkReading.UNKNOWN;

  /** Those that a sweep needs; nobody is asked yet. */
  SweepServers(SweepFile file, PrintStream stderr) {
    this(file, of(BegunSweep.grid(file), BegunSweep.pointOptions(file.options())), stderr);
  }

  private SweepServers(SweepFile file, List<NeededServer> servers, PrintStream stderr) {
    this.file = file;
    this.servers = servers;
    this.stderr = stderr;
  }

  /** Each once: contenders may share one. */
  static List<NeededServer> of(SweepGrid grid, PointOptions options) {
    List<String> words = grid.contenders().stream().map(Contenders::word).distinct().toList();
    return NeededServer.distinct(PointPlans.closed(options, Setup.PLAIN, words, 1, 1));
  }

  /** The server of one contender. */
  static NeededServer of(SweepGrid.Contender contender, PointOptions options) {
    List<String> words = List.of(Contenders.word(contender));
    return PointPlans.closed(options, Setup.PLAIN, words, 1, 1).get(0).neededServer();
  }

  /** Their names, in order. */
  List<String> names() {
    return servers.stream().map(NeededServer::name).toList();
  }

  private List<NeededServer> named(Collection<String> names) {
    Predicate<NeededServer> chosen = server -> names.contains(server.name());
    return servers.stream().filter(chosen).toList();
  }

  /**
   * Asks these what their hosts are, and measures the link to the first that answers, once; both
   * stand in the file, which is not saved yet.
   */
  void describe(Collection<String> names) {
    for (NeededServer each : named(names)) {
      try {
        UsageReader endpoint = new UsageReader(each.usage());
        file.put("server", each.name(), endpoint.facts().asMap());
        if (link.equals(LinkReading.UNKNOWN)) {
          link = new LinkProbe(endpoint.address(), stderr::println).measure();
        }
      } catch (IOException e) {
        stderr.printf("the host of %s stays unknown: %s%n", each.name(), e.getMessage());
      }
    }
    file.put("link", link.asMap());
  }

  /**
   * Waits until each of these answers, and checks that it is the one that is needed. One that is
   * another process than when it was last asked stands in the file from then on, which is not saved
   * yet.
   *
   * @param restarts is told a line for each that was started anew and that nobody here had ordered
   * @param ordered whether somebody here had them started anew
   * @return false where one stays away or is another; a line has said which
   */
  boolean await(Collection<String> names, int seconds, boolean ordered, PrintStream restarts)
      throws InterruptedException {
    Instant end = Instant.now().plusSeconds(seconds);
    for (NeededServer each : named(names)) {
      Optional<ServerUsage> usage = answer(new UsageReader(each.usage()), end);
      if (usage.isEmpty()) {
        stderr.printf("the server of %s has not answered for %d s%n", each.name(), seconds);
        return false;
      }
      String refusal = each.refusal(usage.get());
      if (refusal != null) {
        stderr.println(refusal);
        return false;
      }
      String started = Instant.ofEpochMilli(usage.get().startedMillis()).toString();
      String before = started(each.name());
      if (!ordered && !before.isEmpty() && !before.equals(started)) {
        restarts.printf(
            "%s the server of %s was started anew at %s%n", Instant.now(), each.name(), started);
        file.add("restarts", Map.of("technology", each.name(), "start", started));
      }
      file.put(STARTED, each.name(), started);
    }
    return true;
  }

  /** When the process of a server had started that was last heard of; empty for none. */
  String started(String name) {
    return file.text(STARTED, name);
  }

  private static Optional<ServerUsage> answer(UsageReader endpoint, Instant end)
      throws InterruptedException {
    while (true) {
      try {
        return Optional.of(endpoint.usage());
      } catch (IOException away) {
        if (Instant.now().isAfter(end)) {
          return Optional.empty();
        }
        Thread.sleep(RETRY_MILLIS);
      }
    }
  }
}
