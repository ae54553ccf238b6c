package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.ClientHosts;
import io.rpcstress.client.harness.plan.MessageMix;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How calls are made that become rows of a result, and which of their answers are accepted. */
class LoadOptions extends CallOptions {

  @Option(
      names = Calls.LATE_AFTER,
      paramLabel = "TIME",
      description =
          "How long a right answer may take to be accepted. One that comes later is late: counted"
              + " apart, "
              + "as right and not accepted; of an open loop from when the call was due. Less than"
              + " --deadline, "
              + "beyond which there is no answer at all (default: every right answer is accepted).")
  @Nullable Duration lateAfter;

  @Option(
      names = ClientHosts.OPTION,
      split = ",",
      paramLabel = "HOST",
      description =
          "Hosts that make the calls together, 2 to 16: here, or user@host as ssh takes it. Threads, "
              + "requests and rate are dealt to them, to the last one, and all are released together; an "
              + "agent of this very jar is started on each over ssh, and ends with the connection"
              + " (default: "
              + "this host alone).")
  List<String> clientHosts = List.of();

  @Option(
      names = ClientHosts.SSH_CONFIG,
      paramLabel = "FILE",
      description = "As ssh -F, for --client-hosts.")
  @Nullable String sshConfig;

  @Override
  Calls calls(@Nullable MessageMix mix) {
    return super.calls(mix).withLateAfter(lateAfter).from(new ClientHosts(clientHosts, sshConfig));
  }
}
