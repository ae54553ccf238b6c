package io.rpcstress.driver;

import io.rpcstress.contract.ServerVariant;
import java.util.List;
import java.util.Optional;

/**
 * What a technology is called and can do: what {@code list} prints and what options are checked
 * against. Immutable.
 *
 * @param name as in options, files and tables: lower-case letters, digits, dashes
 * @param type its number in the database: 1 rpcx, 2 grpc, 3 openfeign as in the paper, then onwards
 * @param defaultPort where its example server listens unless told otherwise
 * @param summary one line for a person
 * @param variants ways to run it, the official example first
 * @param operations names of the operations that its server and its driver know
 */
public record Technology(
    String name,
    int type,
    int defaultPort,
    String summary,
    List<Variant> variants,
    List<String> operations) {

  /** Copies the lists. */
  public Technology {
    variants = List.copyOf(variants);
    operations = List.copyOf(operations);
  }

  /** The variant of a name, if there is one. */
  public Optional<Variant> variant(String variantName) {
    return variants.stream().filter(v -> v.name().equals(variantName)).findFirst();
  }

  /**
   * One way to run the technology.
   *
   * @param name {@code example} for its official example, {@code tuned} for what its experts do, or
   *     another where there is more to compare
   * @param summary one sentence: what is set, and why
   * @param own the connection policy that this variant has when nobody asks for another
   * @param supported the kinds that it can be asked for, its own among them
   * @param server how its server has to be set up; the example, where only the client differs
   */
  public record Variant(
      String name,
      String summary,
      OwnPolicy own,
      List<ConnectionPolicy.Kind> supported,
      ServerVariant server) {

    /** Copies the list. */
    public Variant {
      supported = List.copyOf(supported);
    }

    /** One that calls the example's server. */
    public Variant(
        String name, String summary, OwnPolicy own, List<ConnectionPolicy.Kind> supported) {
      this(name, summary, own, supported, ServerVariant.EXAMPLE);
    }

    /** The policy for a number of threads when nobody asks for another. */
    public ConnectionPolicy ownPolicy(int threads) {
      return own.forThreads(threads);
    }
  }

  /** A variant's own connection policy; some depend on the number of calling threads. */
  @FunctionalInterface
  public interface OwnPolicy {

    /** The policy for that many calling threads. */
    ConnectionPolicy forThreads(int threads);

    /** The same for any number of threads. */
    static OwnPolicy of(ConnectionPolicy policy) {
      return threads -> policy;
    }

    /** A pool with a connection for each thread. */
    static OwnPolicy poolAsLargeAsThreads() {
      return ConnectionPolicy::pool;
    }
  }
}
