package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.host.HostAddresses;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.ClientHosts;
import io.rpcstress.client.harness.plan.Freshness;
import io.rpcstress.client.harness.plan.Jvms;
import io.rpcstress.client.harness.plan.MessageMix;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.PackedMessage;
import io.rpcstress.client.harness.plan.Paths;
import io.rpcstress.client.harness.plan.Replicas;
import io.rpcstress.client.harness.plan.Transport;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.Operation;
import io.rpcstress.contract.Operations;
import io.rpcstress.engine.point.PointPlan;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How calls are made and where to, whichever load they are: the same options for every command. */
class CallOptions {

  private static final String DEFAULT_OPERATION = "greet";

  @Option(
      names = "--host",
      paramLabel = "HOST",
      converter = Converters.OfHost.class,
      description =
          "Where the servers are (default: ${DEFAULT-VALUE}). If a name has several addresses, "
              + "the first that answers is called.")
  String host = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "SERVER=PORT",
      split = ",",
      description =
          "Ports that differ from the default ones (see list), for example "
              + "rpcx=9555,grpc@tuned=9556. A name without @ means the variant of --variant.")
  Map<String, Integer> ports = new LinkedHashMap<>();

  @Option(
      names = "--usage-port",
      paramLabel = "SERVER=PORT",
      split = ",",
      description = "Ports of the servers' usage counters (default: the server's + 1000).")
  Map<String, Integer> usagePorts = new LinkedHashMap<>();

  @Option(
      names = "--variant",
      paramLabel = "NAME",
      description =
          "Variant of each name without an @ (default: ${DEFAULT-VALUE}). example is set up as "
              + "in the technology's official example, tuned as its experts would do it, on both "
              + "sides; list shows others. For one technology alone: --protocol grpc@tuned.")
  String variant = "example";

  @Option(
      names = Paths.OPTION,
      split = ",",
      paramLabel = "PATH",
      defaultValue = "direct",
      description =
          "What lies between client and server: direct, or a proxy on host B: haproxy, nginx or "
              + "envoy (default: ${DEFAULT-VALUE}). list shows which technology can take which. A "
              + "sweep takes several, such as direct,haproxy, and measures each technology on "
              + "those that it can take.")
  List<String> paths = List.of("direct");

  @Option(
      names = Paths.PORT,
      split = ",",
      paramLabel = "PROXY=PORT",
      description =
          "Ports of proxies that differ from the default ones, for example "
              + "haproxy-grpc@tuned=9557 (default: the server's + 2000 for haproxy, + 4000 for "
              + "nginx, + 6000 for envoy).")
  Map<String, Integer> pathPorts = new LinkedHashMap<>();

  @Option(
      names = Paths.USAGE_PORT,
      split = ",",
      paramLabel = "PROXY=PORT",
      description = "Ports of the proxies' usage counters (default: the proxy's + 1000).")
  Map<String, Integer> pathUsagePorts = new LinkedHashMap<>();

  @Option(
      names = Replicas.OPTION,
      split = ",",
      paramLabel = "SERVER=[HOST:]PORT",
      description =
          "Further servers that each client balances its calls over, such as mml=9113. Only some "
              + "technologies can do this (see list). Their usage counters are at the port + 1000.")
  List<String> replicas = List.of();

  @Option(
      names = Calls.LINE,
      paramLabel = "WORDS",
      description =
          "How the line between the hosts is shaped, such as rate=1mbit,rtt=20ms,jitter=2ms,loss=0.1%% "
              + "(default: not shaped). deploy/line.sh and lab.sh take the same words. Rate and round trip are "
              + "measured first, and in a sweep also before each round and at its end. They must "
              + "be within 10 %%. The words are kept in each row.")
  @Nullable String line;

  @Option(
      names = Transport.TLS,
      split = ",",
      paramLabel = "MODE",
      description =
          "How connections are encrypted: off, on (clients verify the server) or mtls (it "
              + "verifies them, too) (default: off). Uses the keys made by tls-keys and calls the "
              + "server of that mode, such as tls-grpc. Only some technologies can do this (see "
              + "list). A sweep takes several, such as off,on.")
  List<String> tls = List.of();

  @Option(
      names = Transport.COMPRESSION,
      split = ",",
      paramLabel = "WORD",
      description =
          "How requests and replies are compressed: none, gzip (each by itself) or deflate (a "
              + "connection as one stream, as in rpcx) (default: none). Only some libraries can "
              + "do this (see list). openfeign compresses only replies of 2 KB and more. A sweep "
              + "takes several, such as none,gzip.")
  List<String> compression = List.of();

  @Option(
      names = Jvms.JDK,
      split = ",",
      paramLabel = "N|DIR",
      description =
          "The JDK that client and server run on, by its number (JAVA_HOME_N, JAVA_HOME, the JDK"
              + " that runs this, then the usual folders) or its folder; both have to report it"
              + " (default: what each host runs). A sweep takes several, such as 17,25, and starts"
              + " servers on each.")
  List<String> jdks = List.of();

  @Option(
      names = Jvms.COLLECTOR,
      split = ",",
      paramLabel = "NAME",
      description =
          "The garbage collector of client and server: serial, parallel, g1, zgc or shenandoah; both"
              + " have to report it (default: serial, which is not checked). A sweep takes several.")
  List<String> collectors = List.of();

  @Option(
      names = "--operation",
      paramLabel = "NAME",
      description =
          "What every call does (default: ${DEFAULT-VALUE}). One of ${COMPLETION-CANDIDATES}; see"
              + " list.",
      completionCandidates = OperationNames.class)
  String operation = DEFAULT_OPERATION;

  @Option(
      names = "--payload",
      paramLabel = "TEXT",
      converter = Converters.OfText.class,
      description =
          "What every call carries, such as name=1000. Sizes depend on the operation: name=1000 "
              + "for greet (or the name itself), key=64,value=512 for put (its default), "
              + "elements=10 for list-echo. @FILE reads this text from a file, without its last "
              + "line break.")
  @Nullable String payload;

  @Option(
      names = "--payload-bytes",
      paramLabel = "N",
      description = "Bytes of the name in each call (default: 16).")
  @Nullable Integer payloadBytes;

  @Option(
      names = PackedMessage.OPTION,
      paramLabel = "FILE",
      description =
          "A message of your own: a pack that \"client-harness message\" made. Its servers need "
              + "--message with the same file. A pack is code that runs on both hosts.")
  @Nullable String message;

  @Option(
      names = PackedMessage.ENCODING,
      split = ",",
      paramLabel = "NAME",
      description =
          "With --message: json, protobuf, avro, cbor or java (default: json). A sweep takes"
              + " several, such as json,protobuf.")
  List<String> encodings = List.of();

  @Option(
      names = "--connections",
      paramLabel = "POLICY",
      description =
          "Connections: multiplexed:N, pool:K, per-thread, or N of the technology's own kind "
              + "(default: the technology's own, see list).")
  @Nullable String connections;

  @Option(names = "--virtual-threads", description = "Make calls on virtual threads (JDK 21+).")
  boolean virtualThreads;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description =
          "How long one call may take, connecting included (default: 60s; in a timed loop as "
              + "long as a window, but at least 5s and at most 60s).")
  @Nullable Duration deadline;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "600s",
      description = "How long one measuring process may take in all (default: ${DEFAULT-VALUE}).")
  Duration timeout = Duration.ofMinutes(10);

  @Option(
      names = "--tolerate",
      paramLabel = "SHARE",
      defaultValue = "0%",
      converter = Converters.OfShare.class,
      description =
          "Share of a run's calls that may fail before the point counts as failed (default: 0%%).")
  double tolerate;

  @Option(
      names = "--jvm-options",
      paramLabel = "'OPTIONS'",
      description =
          "JVM options of the measuring process, instead of those that all "
              + "technologies share.")
  @Nullable String jvmOptions;

  @Option(
      names = Calls.SERVERS_ARE,
      hidden = true,
      description = "How long a server lives in the sweep that calls it, for the row.")
  Freshness serversAre = Freshness.CLIENT;

  /** What the names of hosts stand for; null until it is looked for. */
  @Nullable Map<String, String> addresses;

  /**
   * Plans to the addresses that their hosts' names stand for, which are looked up once, before
   * anything is measured, as the JVMs are.
   */
  List<PointPlan> reaching(Supplier<List<PointPlan>> plans, PrintStream stderr)
      throws IOException, InterruptedException {
    calls().checkJvms();
    if (addresses == null) {
      addresses = HostAddresses.ofPlans(plans.get(), stderr::println);
    }
    return plans.get();
  }

  /** Messages of several packs in place of one; null where they are none. */
  @Nullable MessageMix mix() {
    return null;
  }

  Calls calls() {
    PackedMessage packed = PackedMessage.of(message, encodings, mix());
    return new Calls(
        host,
        ports,
        usagePorts,
        variant,
        packed != null && operation.equals(DEFAULT_OPERATION)
            ? Message.OPERATION.name()
            : operation,
        payload,
        payloadBytes,
        connections,
        virtualThreads,
        deadline,
        null,
        timeout,
        tolerate,
        jvmOptions,
        serversAre,
        new Paths(paths, pathPorts, pathUsagePorts),
        new Replicas(replicas),
        ClientHosts.NONE,
        line,
        packed,
        null,
        new Transport(tls, compression),
        new Jvms(jdks, collectors),
        null,
        addresses);
  }

  void checkTimeout(Duration whole, String parts) {
    if (whole.compareTo(timeout) >= 0) {
      throw new Misuse(
          "--timeout %d s: more than the %d s of %s expected"
              .formatted(timeout.toSeconds(), whole.toSeconds(), parts));
    }
  }

  static final class OperationNames implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return Operations.all().stream().map(Operation::name).iterator();
    }
  }
}
