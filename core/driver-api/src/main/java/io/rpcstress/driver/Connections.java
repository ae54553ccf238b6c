package io.rpcstress.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A session's connections, over which its threads are spread in turn. Thread-safe.
 *
 * @param <C> one connection
 */
public final class Connections<C> {
  private final List<C> all = new ArrayList<>();
  private final Consumer<C> end;

  /**
   * Makes one connection.
   *
   * @param <C> the connection
   */
  @FunctionalInterface
  public interface Opening<C> {
    /**
     * Makes it.
     *
     * @throws CallException where it cannot be made
     */
    C open() throws CallException;
  }

  private Connections(Consumer<C> end) {
    this.end = end;
  }

  /**
   * Makes connections, one after the other.
   *
   * @param count how many, 1 or more
   * @param end ends one; throws nothing
   * @throws CallException as the first that cannot be made; those before it are ended
   */
  public static <C> Connections<C> open(int count, Opening<C> opening, Consumer<C> end)
      throws CallException {
    Connections<C> made = new Connections<>(end);
    try {
      for (int i = 0; i < count; i++) {
        made.all.add(opening.open());
      }
      return made;
    } catch (CallException | RuntimeException e) {
      made.close();
      throw e;
    }
  }

  /** A thread's connection. */
  public C of(int thread) {
    return all.get(thread % all.size());
  }

  /** Ends all. */
  public void close() {
    all.forEach(end);
  }
}
