package io.rpcstress.client.harness.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.rpcstress.client.harness.plan.Misuse.Nearest;
import io.rpcstress.contract.Labelled;

/** How long a server process lives in a sweep; the client's is new for each point in any case. */
public enum Freshness implements Labelled {
  /** New servers for each round over the grid: all points of a round meet the same ones. */
  ROUND("new servers for each round of processes"),

  /** A new server for each point, and no other one up beside it. */
  CELL("a new server for each point"),

  /** The servers that are there, as long as they live; only the client is new. */
  CLIENT("the servers stay up from start to end");

  private final String meaning;

  Freshness(String meaning) {
    this.meaning = meaning;
  }

  /** What it does, for a person who does not know the option. */
  public String meaning() {
    return meaning;
  }

  /** As an option takes it, which a shell offers, and as plans have it. */
  @JsonValue
  @Override
  public String toString() {
    return label();
  }

  @JsonCreator
  public static Freshness of(String word) {
    return Nearest.of(word, values());
  }

  /** Whether it needs somebody who can stop and start servers. */
  public boolean needsRestarts() {
    return this != CLIENT;
  }
}
