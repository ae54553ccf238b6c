package io.rpcstress.client.harness.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.rpcstress.client.harness.plan.Misuse.Nearest;
import java.util.List;

/** How long a server process lives in a sweep; the client's is new for each point in any case. */
public enum Freshness {
  /** New servers for each round over the grid: all points of a round meet the same ones. */
  ROUND("round", "new servers for each round of processes"),

  /** A new server for each point, and no other one up beside it. */
  CELL("cell", "a new server for each point"),

  /** The servers that are there, as long as they live; only the client is new. */
  CLIENT("client", "the servers stay up from start to end");

  private final String label;
  private final String meaning;

  Freshness(String label, String meaning) {
    this.label = label;
    this.meaning = meaning;
  }

  /** What it does, for a person who does not know the option. */
  public String meaning() {
    return meaning;
  }

  @JsonValue
  public String label() {
    return label;
  }

  /** As an option takes it: a shell offers this. */
  @Override
  public String toString() {
    return label;
  }

  @JsonCreator
  public static Freshness of(String word) {
    return Nearest.of(word, List.of(values()), Freshness::label);
  }

  /** Whether it needs somebody who can stop and start servers. */
  public boolean needsRestarts() {
    return this != CLIENT;
  }
}
