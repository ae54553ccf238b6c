package io.rpcstress.server.base;

import io.rpcstress.contract.ServerVariant;
import java.util.List;
import java.util.ListResourceBundle;
import java.util.stream.Collectors;

/**
 * What the help prints of technologies, and of ports: {@code 9001}, or {@code 9002, tuned 9102}; of
 * several technologies {@code http-json 9005, tuned 9105; http-form 9006}. Scripts read the ports.
 */
final class HelpDefaults extends ListResourceBundle {
  private final List<Server> servers;
  private final List<Server> shown;

  /** The defaults of a program, whose help shows the ports of one or more of its servers. */
  HelpDefaults(List<Server> servers, List<Server> shown) {
    this.servers = servers;
    this.shown = shown;
  }

  @Override
  protected Object[][] getContents() {
    String ports =
        shown.size() == 1
            ? ports(shown.get(0))
            : shown.stream()
                .map(server -> server.technology() + " " + ports(server))
                .collect(Collectors.joining("; "));
    return new Object[][] {
      {CommandLineOptions.PORTS_KEY, ports},
      {CommandLineOptions.VARIANTS_KEY, variants(servers.get(0).offer())},
      {CommandLineOptions.TECHNOLOGIES_KEY, ServerProgram.names(servers)}
    };
  }

  private static String variants(Offer offer) {
    return offer.has(Offer.Part.GO)
        ? "go, the only one of this program"
        : "example (as in the technology's official example) or tuned (as its experts would set it"
            + " up); default: example";
  }

  private static String ports(Server server) {
    Offer offer = server.offer();
    String ports = Integer.toString(offer.variants().get(0).port(offer.defaultPort()));
    if (offer.has(Offer.Part.TUNED)) {
      ServerVariant tuned = ServerVariant.TUNED;
      ports += ", " + tuned.label() + " " + tuned.port(offer.defaultPort());
    }
    return ports;
  }
}
