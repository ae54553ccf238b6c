package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.contract.Tls;
import io.rpcstress.contract.TlsKeys;
import io.rpcstress.contract.TlsSide;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tls-keys}: keys and certificates of one measurement. */
@Command(
    name = "tls-keys",
    mixinStandardHelpOptions = true,
    header = "Makes keys and certificates for --tls.",
    description =
        "Makes DIR, readable by its owner alone, with a certificate authority, and a key and a "
            + "certificate each for the servers and for the clients. Replaces keys that are "
            + "there, so restart servers that use them. servers.sh start makes DIR if it is "
            + "missing.",
    footer = {
      "",
      "Example:",
      "  client-harness tls-keys keys --host host-b,10.0.0.5",
      "  export RPC_STRESS_TLS_KEYS=$PWD/keys",
      "  deploy/servers.sh start tls-grpc",
      "  client-harness run --protocol grpc --tls on --threads 10 --requests 100"
    })
final class TlsKeysCommand extends HarnessCommand {

  private static final int MAX_DAYS = 825;

  /** How long what is there has to be valid still. */
  private static final Duration SPARE = Duration.ofDays(1);

  @Parameters(paramLabel = "DIR", description = "Folder of the keys; made if it is missing.")
  private Path folder = Path.of("");

  @Option(
      names = "--host",
      split = ",",
      paramLabel = "HOST",
      converter = Converters.OfHost.class,
      description =
          "Names and addresses by which clients call the servers, besides localhost, 127.0.0.1 "
              + "and ::1.")
  private List<String> hosts = new ArrayList<>();

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "" + TlsKeys.DAYS,
      description = "How long the certificates are valid (default: ${DEFAULT-VALUE}).")
  private int days;

  @Option(
      names = "--if-needed",
      description =
          "Make nothing if there are keys. They must be for these hosts and valid for another day.")
  private boolean ifNeeded;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (days < 1 || days > MAX_DAYS) {
      throw new Misuse("--days %d: 1 to %d expected".formatted(days, MAX_DAYS));
    }
    if (ifNeeded && TlsKeys.areIn(folder)) {
      try {
        TlsSide.server(Tls.MTLS, folder).requireUsable(Instant.now().plus(SPARE), hosts);
        return ExitCode.OK;
      } catch (IllegalArgumentException e) { // a server may run with them, or they are the user's
        stderr.printf(
            "%s; make new ones with 'client-harness tls-keys %s', and restart the servers that "
                + "use them%n",
            e.getMessage(), folder);
        return ExitCode.FAILED;
      }
    }
    try {
      TlsKeys.make(folder, hosts, days);
    } catch (IOException e) {
      stderr.printf("%s: %s%n", folder, e.getMessage());
      return ExitCode.FAILED;
    }
    stderr.printf("keys for %d days in %s%n", days, folder);
    return ExitCode.OK;
  }
}
