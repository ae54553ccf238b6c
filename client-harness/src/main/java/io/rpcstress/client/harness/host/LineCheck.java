package io.rpcstress.client.harness.host;

import io.rpcstress.engine.point.Needed;
import io.rpcstress.engine.point.NeededServer;
import io.rpcstress.measure.DeclaredLine;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

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
   * Measures, for about 6 s and up to three times, by the first server that answers. Not to be used
   * while something else is measured.
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
