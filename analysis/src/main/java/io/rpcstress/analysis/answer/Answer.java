package io.rpcstress.analysis.answer;

import java.util.List;

/**
 * The few lines that a person decides from. Immutable.
 *
 * @param conditions where and for what it holds: "On these hosts, for this payload: ..."
 * @param lines one a technology: how it stands to the baseline, how sure that is, where it flips
 * @param caveats what the lines do not say: unit of repetition, failed points, flags
 */
public record Answer(String conditions, List<String> lines, List<String> caveats) {

  /** Copies the lists. */
  public Answer {
    lines = List.copyOf(lines);
    caveats = List.copyOf(caveats);
  }
}
