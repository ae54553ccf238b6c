package io.rpcstress.analysis.part;

import java.util.List;

/** The parts of a report, in the order in which they are made. */
public final class Parts {

  private static final List<ReportPart> ALL = List.of();

  private Parts() {}

  /** Every part. */
  public static List<ReportPart> all() {
    return ALL;
  }
}
