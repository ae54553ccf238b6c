package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.metrics.MeasurementMetrics;
import io.rpcstress.client.harness.metrics.MetricsEndpoint;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.driver.Address;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether Prometheus may ask how measuring goes, and where. */
final class MetricsOption {

  static final String NAME = "--metrics-port";

  private static final int MAX_PORT = 65_535;
  private static final Pattern ADDRESS = Pattern.compile("(?:(.+):)?([0-9]{1,5})");

  @Option(
      names = NAME,
      paramLabel = "[ADDRESS:]PORT",
      description =
          "Answer GET /metrics on this port while measuring, for Prometheus. Listens on "
              + "127.0.0.1 unless an ADDRESS is given; 0 takes a free port. Each scrape takes "
              + "processor time on the measuring host.")
  private @Nullable String given;

  record Open(MeasurementMetrics metrics, MetricsEndpoint endpoint) implements AutoCloseable {
    @Override
    public void close() {
      endpoint.close();
    }
  }

  boolean isGiven() {
    return given != null;
  }

  @Nullable Open open(String command, PrintStream stderr) {
    InetSocketAddress address = address();
    if (address == null) {
      return null;
    }
    MeasurementMetrics metrics = new MeasurementMetrics(command, Clock.systemUTC());
    try {
      MetricsEndpoint endpoint = MetricsEndpoint.start(address, metrics::text);
      InetSocketAddress open = endpoint.address();
      stderr.printf(
          "metrics at http://%s/metrics%n",
          new Address(open.getAddress().getHostAddress(), open.getPort()));
      return new Open(metrics, endpoint);
    } catch (IOException e) {
      throw cannotBeListenedOn(e);
    }
  }

  private Misuse cannotBeListenedOn(IOException e) {
    return new Misuse(
        "%s %s cannot be listened on (%s): a free port on an address of this host expected"
            .formatted(NAME, given, e.getMessage()));
  }

  private @Nullable InetSocketAddress address() {
    String text = given;
    if (text == null) {
      return null;
    }
    Matcher matcher = ADDRESS.matcher(text);
    int port = matcher.matches() ? Integer.parseInt(matcher.group(2)) : -1;
    if (port < 0 || port > MAX_PORT) {
      throw new Misuse(
          "%s %s: [ADDRESS:]PORT, a port from 0 to %d, expected".formatted(NAME, text, MAX_PORT));
    }
    String host = matcher.group(1);
    try {
      return new InetSocketAddress(
          host == null ? InetAddress.getLoopbackAddress() : InetAddress.getAllByName(host)[0],
          port);
    } catch (UnknownHostException e) {
      throw new Misuse("%s %s: no address '%s' is known".formatted(NAME, text, host));
    }
  }
}
