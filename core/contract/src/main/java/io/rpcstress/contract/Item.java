package io.rpcstress.contract;

import java.io.Serializable;
import java.util.Objects;

/**
 * A simple object of a list: what {@link ListEcho} sends there and back. Immutable. Serialisable
 * for the one technology that needs it.
 *
 * @param name of {@value ListEcho#MAX_NAME_BYTES} bytes of UTF-8 at most, which servers check
 */
public record Item(long id, String name, int quantity, boolean active) implements Serializable {

  /** Refuses an item without a name, whatever it was read from. */
  public Item {
    Objects.requireNonNull(name, "an item has a name");
  }
}
