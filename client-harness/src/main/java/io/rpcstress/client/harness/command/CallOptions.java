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
          "Where the servers are (default: ${DEFAULT-VALUE}). Of a name with several addresses the"
              + " first that answers.")
  String host = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "SERVER=PORT",
      split = ",",
      description =
          "Ports other than the default ones (see list), for example rpcx=9555,grpc@tuned=9556."
              + " A name without @ is that of --variant, so the example's server and no other"
              + " where that is not given.")
  Map<String, Integer> ports = new LinkedHashMap<>();

  @Option(
      names = "--usage-port",
      paramLabel = "SERVER=PORT",
      split = ",",
      description = "Ports of the servers' usage counters (default: the service's + 1000).")
  Map<String, Integer> usagePorts = new LinkedHashMap<>();

  @Option(
      names = "--variant",
      paramLabel = "NAME",
      description =
          "example: as in the technology's official example; tuned: as its experts would, on both"
              + " sides; others: see list (default: ${DEFAULT-VALUE}). For one technology alone:"
              + " --protocol grpc@tuned.")
  String variant = "example";

  @Option(
      names = Paths.OPTION,
      split = ",",
      paramLabel = "PATH",
      defaultValue = "direct",
      description =
          "What lies between client and server: direct, or a proxy on host B, of haproxy, nginx and "
              + "envoy; list says which technology can take which (default: ${DEFAULT-VALUE}). A sweep"
              + " takes "
              + "several, such as direct,haproxy, and measures each technology on those that it can.")
  List<String> paths = List.of("direct");

  @Option(
      names = Paths.PORT,
      split = ",",
      paramLabel = "PROXY=PORT",
      description =
          "Ports of proxies other than the default ones, for example haproxy-grpc@tuned=9557"
              + " (default: that of the server and 2000 for haproxy, 4000 nginx, 6000 envoy).")
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
          "Further servers that each client calls in turn, of technologies that can (see list), for"
              + " example mml=9113; their usage counters are at the port + 1000.")
  List<String> replicas = List.of();

  @Option(
      names = Calls.LINE,
      paramLabel = "WORDS",
      description =
          "What the line between the hosts is shaped to, as rate=1mbit,rtt=20ms,jitter=2ms,loss=0.1%%"
              + " (deploy/line.sh and lab.sh take the same words). Rate each way and round trip are"
              + " measured before, by a sweep before each round and at its end, and have to be"
              + " within 10 %%; it stands in each row (default: as it is).")
  @Nullable String line;

  @Option(
      names = Transport.TLS,
      split = ",",
      paramLabel = "MODE",
      description =
          "How connections are encrypted: off, on (clients verify the server) or mtls (it verifies"
              + " them, too), by the keys that tls-keys made, of technologies that can (see list)."
              + " Calls the server of that mode, such as tls-grpc (default: off). A sweep takes"
              + " several, such as off,on.")
  List<String> tls = List.of();

  @Option(
      names = Transport.COMPRESSION,
      split = ",",
      paramLabel = "WORD",
      description =
          "How requests and replies are compressed, of technologies whose library has it (see"
              + " list): none, gzip (each by itself) or deflate (a connection as one stream, as"
              + " rpcx does); openfeign compresses replies of 2 KB and more (default: none). A sweep"
              + " takes several, such as none,gzip.")
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
          "The garbage collector of client and server: serial, parallel, g1, zgc or shenandoah,"
              + " likewise (default: serial, which is not checked).")
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
          "What every call carries, such as name=1000. Its sizes, for example key=64,value=512 (the default of put),"
              + " elements=10 (of list-echo) or name=1000; of greet also the name itself."
              + " @FILE takes this text from a file, without its last line break.")
  @Nullable String payload;

  @Option(
      names = "--payload-bytes",
      paramLabel = "N",
      description = "A name of this many bytes instead of the default one, which has 16.")
  @Nullable Integer payloadBytes;

  @Option(
      names = PackedMessage.OPTION,
      paramLabel = "FILE",
      description =
          "A message of your own, as a pack that \"client-harness message\" made: what every call "
              + "carries. Its servers need --message with the same file. A pack is code that runs on "
              + "both hosts.")
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
          "multiplexed:N, pool:K, per-thread, or N: that many of the technology's own kind "
              + "(default: the technology's own, see list).")
  @Nullable String connections;

  @Option(names = "--virtual-threads", description = "Calling threads are virtual (JDK 21+).")
  boolean virtualThreads;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description =
          "How long one call may take, connecting included (default: 60s; of a timed loop its"
              + " window, but 5s at least and 60s at most).")
  @Nullable Duration deadline;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "600s",
      description =
          "How long one technology's whole execution may take (default: ${DEFAULT-VALUE}).")
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
      description = "JVM options of the measuring process instead of the ones that all share.")
  @Nullable String jvmOptions;

  @Option(
      names = Calls.SERVERS_ARE,
      hidden = true,
      description = "How long a server lives in the sweep that asks, for the row.")
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

  Calls calls() {
    return calls(null);
  }

  /** The same, of a mix of messages; null for none. */
  Calls calls(@Nullable MessageMix mix) {
    PackedMessage packed = PackedMessage.of(message, encodings, mix);
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
