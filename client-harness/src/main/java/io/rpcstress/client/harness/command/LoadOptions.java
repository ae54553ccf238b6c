package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.ClientHosts;
import io.rpcstress.client.harness.plan.MessageMix;
import io.rpcstress.client.harness.plan.Misuse;
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
          "A right answer that takes longer counts as late, not as accepted (default: every "
              + "right answer is accepted). In an open loop the time runs from when the call was "
              + "due. Less than --deadline, after which there is no answer at all.")
  @Nullable Duration lateAfter;

  @Option(
      names = ClientHosts.OPTION,
      split = ",",
      paramLabel = "HOST",
      description =
          "Hosts that make the calls together, 2 to 16: here, or user@host as ssh takes it "
              + "(default: this host alone). Threads, requests and rate are divided exactly among "
              + "them, and all start together. An agent from this jar is started on each over "
              + "ssh, and ends with the connection.")
  List<String> clientHosts = List.of();

  @Option(
      names = ClientHosts.SSH_CONFIG,
      paramLabel = "FILE",
      description = "ssh configuration for --client-hosts, as in ssh -F.")
  @Nullable String sshConfig;

  @Option(
      names = MessageMix.OPTION,
      paramLabel = "FILE=WEIGHT,...",
      description =
          "Instead of --message: several packs with whole weights, such as "
              + "read.pack.jar=90,write.pack.jar=10. Each call carries one of them, drawn by "
              + "weight. Its servers need --message for each.")
  private @Nullable String mix;

  @Override
  @Nullable MessageMix mix() {
    MessageMix several = MessageMix.of(mix);
    if (several != null && !clientHosts.isEmpty()) {
      throw new Misuse(
          "%s and %s exclude each other: give one"
              .formatted(ClientHosts.OPTION, MessageMix.OPTION));
    }
    return several;
  }

  boolean hasMessage() {
    return message != null || mix != null;
  }

  @Override
  Calls calls() {
    return super.calls().withLateAfter(lateAfter).from(new ClientHosts(clientHosts, sshConfig));
  }
}
