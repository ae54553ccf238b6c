package io.rpcstress.client.harness.campaign.calibrate;

import io.rpcstress.contract.Labelled;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** One thing that a calibration measures, each time in a process of its own. */
public record CalibrationItem(Floor floor, int threads) {

  /** The harness alone: a call that stays in the process, from one thread. */
  public static final CalibrationItem NULL = new CalibrationItem(Floor.NONE, 1);

  /** What lies below every technology. */
  public enum Floor implements Labelled {
    /** No socket at all: the harness's own cost. */
    NONE("null", "per-thread"),
    /** A blocking connection for each calling thread. */
    PER_THREAD("tcp", "per-thread"),
    /** All threads on one connection, with a thread that reads; a segment a call. */
    MULTIPLEXED("tcp", "multiplexed:1"),
    /** The same, with a thread that reads and writes; calls made at once share a segment. */
    COALESCING("tcp@coalescing", "multiplexed:1");

    private final String contender;
    private final String connections;

    Floor(String contender, String connections) {
      this.contender = contender;
      this.connections = connections;
    }

    /** The technology that makes it, with its variant, as {@code --protocol} takes it. */
    public String contender() {
      return contender;
    }

    public String connections() {
      return connections;
    }
  }

  public static List<CalibrationItem> all(Collection<Integer> threads) {
    List<CalibrationItem> items = new ArrayList<>(List.of(NULL));
    for (int count : threads) {
      for (Floor floor : Floor.values()) {
        if (floor != Floor.NONE) {
          items.add(new CalibrationItem(floor, count));
        }
      }
    }
    return items;
  }

  @Override
  public String toString() {
    return floor == Floor.NONE ? "null driver" : floor.label() + ", " + threads + " threads";
  }
}
