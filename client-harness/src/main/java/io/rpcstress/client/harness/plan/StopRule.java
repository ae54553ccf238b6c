package io.rpcstress.client.harness.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;

/** What a failed cell of a counted grid means for those with more requests. */
public enum StopRule {
  /** The paper's: its technology is measured with no more requests at that thread count. */
  FAILED_CELL_ENDS_ROW("failed-cell-ends-row"),

  /** Nothing: each cell is tried, whatever has become of the others. */
  NONE("none");

  /** Of sweeps that were begun before there was a choice, and of experiments that make none. */
  public static final StopRule UNLESS_SAID = FAILED_CELL_ENDS_ROW;

  private final String label;

  StopRule(String label) {
    this.label = label;
  }

  @JsonValue
  public String label() {
    return label;
  }

  @JsonCreator
  public static StopRule of(String word) {
    return Nearest.of(word, List.of(values()), StopRule::label);
  }
}
