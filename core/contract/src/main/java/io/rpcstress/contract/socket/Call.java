package io.rpcstress.contract.socket;

import io.rpcstress.contract.Entry;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks, whatever the language: one of the operations. Immutable, as far as its entry
 * is.
 *
 * @param id chosen by the client, 0 or more, and no other open call's on its connection
 * @param name who is to be greeted; null in another request
 * @param entry what is to be kept; null in another request
 */
public record Call(long id, @Nullable String name, @Nullable Entry entry) {

  public static Call greet(long id, String name) {
    return new Call(id, name, null);
  }

  public static Call put(long id, Entry entry) {
    return new Call(id, null, entry);
  }

  /** The request where it is no greeting. */
  Entry requireEntry() {
    if (entry == null) {
      throw new IllegalArgumentException("a call that asks nothing");
    }
    return entry;
  }
}
