package io.rpcstress.client.harness.host;

import io.rpcstress.engine.point.Needed;
import io.rpcstress.engine.point.NeededServer;
import io.rpcstress.measure.DeclaredLine;
import io.rpcstress.measure.record.FactNames;
import io.rpcstress.usage.HostFacts;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What the link between the hosts gave before a measurement. Empty where it could not be measured:
 * never 0.
 *
 * @param roundTripP50Us median time of a TCP connect, us: one round trip, answered by B's kernel
 * @param roundTripP90Us the time that nine of ten connects stayed within, us
 * @param bandwidthMbps bits of HTTP body from B to A over time, 10^6 bit/s
 * @param bandwidthBytes body of the download that this comes from, bytes
 * @param uploadMbps bits of as large a body from A to B over time, 10^6 bit/s
 */
public record LinkReading(
    OptionalDouble roundTripP50Us,
    OptionalDouble roundTripP90Us,
    OptionalDouble bandwidthMbps,
    OptionalLong bandwidthBytes,
    OptionalDouble uploadMbps) {

  public static final LinkReading UNKNOWN =
      new LinkReading(
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalLong.empty(),
          OptionalDouble.empty());

  /** The keys below {@code link} in sweep.json, with {@link HostFacts#UNKNOWN} where empty. */
  public Map<String, String> asMap() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("rtt.method", "TCP connect to the usage endpoint");
    facts.put("rtt.samples", Integer.toString(LinkProbe.CONNECTS));
    facts.put(FactNames.ROUND_TRIP_US, text("%.0f", roundTripP50Us));
    facts.put("rtt.p90.us", text("%.0f", roundTripP90Us));
    facts.put("bandwidth.method", "HTTP download from B to A, on a fresh connection");
    facts.put(
        "bandwidth.bytes",
        bandwidthBytes.isEmpty() ? HostFacts.UNKNOWN : Long.toString(bandwidthBytes.getAsLong()));
    facts.put(FactNames.BANDWIDTH_MBPS, text("%.3f", bandwidthMbps));
    facts.put("upload.mbps", text("%.3f", uploadMbps));
    return facts;
  }

  private static String text(String format, OptionalDouble value) {
    return value.isEmpty()
        ? HostFacts.UNKNOWN
        : String.format(Locale.ROOT, format, value.getAsDouble());
  }

  /** In what the line is not as it was declared; empty where it is. */
  public List<String> problems(DeclaredLine line) {
    return Stream.of(
            line.rateProblem("from B to A", bandwidthMbps),
            line.rateProblem("from A to B", uploadMbps),
            line.roundTripProblem(roundTripP50Us))
        .filter(problem -> !problem.isEmpty())
        .toList();
  }

  /**
   * Whether the line to the servers is what was declared, as it measures now.
   *
   * @param reading {@link LinkReading#UNKNOWN} where no server's usage endpoint answers
   * @param problems in what it is another, for a person; empty where it is as declared
   */
  public record LineCheck(LinkReading reading, List<String> problems) {

    /**
     * A host that is busy for a moment, as with a server that has just started, looks like a line.
     */
    private static final int TRIES = 3;

    /**
     * Measures, for about 6 s and up to three times, by the first server that answers. Not to be
     * used while something else is measured.
     */
    public static LineCheck of(
        String declared, Collection<? extends Needed> servers, Consumer<String> stderr) {
      DeclaredLine line = DeclaredLine.of(declared);
      LinkReading reading = LinkReading.UNKNOWN;
      for (int tries = 0; tries < TRIES; tries++) {
        reading = read(servers, stderr);
        if (reading.problems(line).isEmpty()) {
          break;
        }
      }
      List<String> problems = reading.problems(line);
      problems.forEach(each -> stderr.accept("the line is not " + declared + ": " + each));
      return new LineCheck(reading, problems);
    }

    private static LinkReading read(Collection<? extends Needed> servers, Consumer<String> stderr) {
      for (Needed each : servers) {
        if (each instanceof NeededServer) {
          LinkReading reading = new LinkProbe(each.usage(), stderr).measure();
          if (!reading.equals(LinkReading.UNKNOWN)) {
            return reading;
          }
        }
      }
      return LinkReading.UNKNOWN;
    }

    public boolean holds() {
      return problems.isEmpty();
    }
  }
}
