package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.PaperGrid;
import io.rpcstress.analysis.table.PointGrid.Place;
import java.math.BigDecimal;
import java.util.List;

/**
 * What the paper published of its experiment as text (Scientific Reports 2023, DOI
 * 10.1038/s41598-023-39355-4). What is not here was published as an image or not at all.
 */
public final class Paper {

  /** Thread rows of tables 3 and 4. */
  public static final List<Integer> THREADS =
      List.of(10, 110, 210, 310, 410, 510, 610, 710, 810, 910, 990);

  /** Request counts of tables 3 and 4. */
  public static final List<Integer> REQUESTS = List.of(100, 300, 500);

  static final List<Place> TABLE_2 = List.of(new Place(10, 10), new Place(10, 20));

  /** How much less time RPCX takes than the other two, %. */
  public static final Range LESS_TIME_PERCENT = new Range("55.9", "88.9");

  /** How much more TPS RPCX has than the other two, %. */
  public static final Range MORE_TPS_PERCENT = new Range("126.9", "802.8");

  /** Runtime of another by that of RPCX. */
  public static final Range TIME_RATIO =
      new Range(PaperGrid.TIME_RATIO.get(0).toString(), PaperGrid.TIME_RATIO.get(1).toString());

  public static final String NOT_PUBLISHED = "not published";

  private Paper() {}

  /** A published range. */
  public record Range(String low, String high) {

    Entry entry() {
      return Entry.both(new BigDecimal(low), new BigDecimal(high));
    }

    @Override
    public String toString() {
      return low + " to " + high;
    }
  }

  static String requestsReached(String technology) {
    return switch (technology) {
      case "rpcx" -> "to 1000, at 10 to 990 threads and more";
      case "grpc" -> "to 500; no result above 300 threads with more than 500 requests";
      case "openfeign" -> "to 900";
      default -> NOT_PUBLISHED;
    };
  }
}
