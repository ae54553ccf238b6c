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
   * Measures, for about 6 s, by the first server that answers. Not to be used while something else
   * is measured.
   *
   * @param declared as {@link io.rpcstress.measure.Dimension#LINE} spells it
   */
  public static LineCheck of(
      String declared, Collection<? extends Needed> servers, Consumer<String> stderr) {
    LinkReading reading = LinkReading.UNKNOWN;
    for (Needed each : servers) {
      if (reading.equals(LinkReading.UNKNOWN) && each instanceof NeededServer) {
        reading = new LinkProbe(each.usage(), stderr).measure();
      }
    }
    List<String> problems = reading.problems(DeclaredLine.of(declared));
    problems.forEach(each -> stderr.accept("the line is not " + declared + ": " + each));
    return new LineCheck(reading, problems);
  }

  public boolean holds() {
    return problems.isEmpty();
  }
}
