package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.agent.Agent;
import picocli.CommandLine.Command;

/** What runs on each of several client hosts: it is told what to measure by the harness of one. */
@Command(
    name = Agent.COMMAND,
    hidden = true,
    description =
        "Measures what it receives on standard input, until that ends. run, rate and sweeps with "
            + "--client-hosts start it over ssh.")
final class AgentCommand extends HarnessCommand {

  @Override
  public Integer call() {
    return new Agent(System.in, stdout).serve();
  }
}
