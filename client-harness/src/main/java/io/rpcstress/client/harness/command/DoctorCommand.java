package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.console.DoctorReport;
import io.rpcstress.client.harness.host.Diagnosis;
import io.rpcstress.client.harness.host.Examination;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.engine.point.NeededServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "doctor",
    header = "Lists what would spoil a measurement, and how to fix it.",
    mixinStandardHelpOptions = true,
    description =
        "Prints facts of both hosts and of the link between them, and one line for each problem: "
            + "what was found, what is expected, how to fix it. Run it on host A while nothing is "
            + "measured. It takes about five seconds.",
    footer = {
      "",
      "Exit codes: 0 nothing to warn of, 1 warnings, 2 misuse.",
      "",
      "Examples:",
      "  client-harness doctor                    # this host alone",
      "  client-harness doctor --host 10.0.0.2    # both, and the link"
    })
final class DoctorCommand extends HarnessCommand {

  private static final List<String> PAPERS = List.of("rpcx", "grpc", "openfeign");

  @Option(
      names = "--host",
      paramLabel = "HOST",
      converter = Converters.OfHost.class,
      description = "Host B, where the servers are (default: check this host alone).")
  private @Nullable String host;

  @Option(
      names = {"--protocol", "--protocols"},
      split = ",",
      paramLabel = "NAME[@VARIANT]",
      description =
          "Technologies whose servers should be running there (default: " + "rpcx,grpc,openfeign).")
  private List<String> protocols = new ArrayList<>();

  @Option(
      names = "--port",
      paramLabel = "SERVER=PORT",
      split = ",",
      description =
          "Ports that differ from the default ones (see list), for example "
              + "rpcx=9555,grpc@tuned=9556. A name without @ means the example's server.")
  private Map<String, Integer> ports = new LinkedHashMap<>();

  @Option(
      names = "--usage-port",
      paramLabel = "SERVER=PORT",
      split = ",",
      description = "Ports of the servers' usage counters (default: the server's + 1000).")
  private Map<String, Integer> usagePorts = new LinkedHashMap<>();

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Examination seen = Examination.of(servers(), stderr::println);
    Diagnosis diagnosis = Diagnosis.of(seen);
    DoctorReport report = new DoctorReport(seen, diagnosis);
    if (json) {
      stdout.println(report.toJson());
    } else {
      report.lines().forEach(stdout::println);
    }
    return diagnosis.warnings().isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }

  private List<NeededServer> servers() throws IOException, InterruptedException {
    String hostB = host;
    if (hostB == null) {
      if (!protocols.isEmpty() || !ports.isEmpty() || !usagePorts.isEmpty()) {
        throw new Misuse(
            "--protocol, --port and --usage-port say which servers of host B to look at: give"
                + " --host too");
      }
      return List.of();
    }
    try {
      InetAddress.getByName(hostB);
    } catch (UnknownHostException e) {
      throw new Misuse("--host '" + hostB + "': no such name; an address or a known name expected");
    }
    CallOptions options = new CallOptions();
    options.host = hostB;
    options.ports = ports;
    options.usagePorts = usagePorts;
    return NeededServer.distinct(
        options.reaching(
            () -> PointPlans.ofOneRun(options.calls(), protocols.isEmpty() ? PAPERS : protocols, 1),
            stderr));
  }
}
