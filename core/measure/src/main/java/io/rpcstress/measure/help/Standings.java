package io.rpcstress.measure.help;

import io.rpcstress.measure.statistics.Verdict;
import io.rpcstress.measure.statistics.Withheld;
import java.util.Map;
import picocli.CommandLine.Help.Ansi;

/** The words of a standing for a console. */
public final class Standings {

  /** Those of a report's marks, and of a gate. */
  private static final Map<String, String> STYLES =
      Map.of(
          Verdict.FASTER.label(),
          "bold,cyan",
          Verdict.SLOWER.label(),
          "bold,yellow",
          Withheld.NOT_HELD,
          "bold,yellow",
          "pass",
          "bold,green",
          "fail",
          "bold,red");

  private Standings() {}

  /** In colour on a terminal, unless NO_COLOR is set; elsewhere the words alone. */
  public static String coloured(String standing) {
    String style = STYLES.get(standing);
    return style == null ? standing : Ansi.AUTO.string("@|" + style + " " + standing + "|@");
  }
}
