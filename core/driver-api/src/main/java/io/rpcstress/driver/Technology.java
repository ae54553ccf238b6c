package io.rpcstress.driver;

import io.rpcstress.contract.Carriage;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.ProxyPath;
import io.rpcstress.contract.ServerVariant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a technology is called and can do: what {@code list} prints and what options are checked
 * against. Immutable.
 *
 * @param name as in options, files and tables: lower-case letters, digits, dashes
 * @param type its number in the database: 1 rpcx, 2 grpc, 3 openfeign as in the paper, then onwards
 * @param defaultPort where its example server listens by default
 * @param summary one line for a person
 * @param variants ways to run it, the official example first
 * @param operations names of the operations that its server and its driver know
 * @param carriages as what a proxy can carry its calls, by variant; a variant that is missing has
 *     to be called directly
 * @param encrypted names of the variants whose connections can be encrypted
 * @param compressed how a variant can compress what its calls carry; one that is missing cannot
 * @param balances whether a client calls several servers, those of {@link Target#replicas} among
 *     them
 * @param maxMessageBytes how long a request or reply of a user's own may be, bytes, 1 to {@link
 *     Message#MAX_BYTES}; in a mix, 8 bytes of it name the message
 */
public record Technology(
    String name,
    int type,
    int defaultPort,
    String summary,
    List<Variant> variants,
    List<String> operations,
    Map<String, Carriage> carriages,
    Set<String> encrypted,
    Map<String, Compression> compressed,
    boolean balances,
    int maxMessageBytes) {

  /** Copies the collections. */
  public Technology {
    variants = List.copyOf(variants);
    operations = List.copyOf(operations);
    carriages = Map.copyOf(carriages);
    encrypted = Set.copyOf(encrypted);
    compressed = Map.copyOf(compressed);
    if (maxMessageBytes < 1 || maxMessageBytes > Message.MAX_BYTES) {
      throw new IllegalArgumentException(
          "%s: messages of up to %d bytes, 1 to %d expected"
              .formatted(name, maxMessageBytes, Message.MAX_BYTES));
    }
  }

  /**
   * One without encryption and compression, which carries messages of up to {@link
   * Message#MAX_BYTES}.
   */
  public Technology(
      String name,
      int type,
      int defaultPort,
      String summary,
      List<Variant> variants,
      List<String> operations,
      Map<String, Carriage> carriages,
      boolean balances) {
    this(
        name,
        type,
        defaultPort,
        summary,
        variants,
        operations,
        carriages,
        Set.of(),
        Map.of(),
        balances,
        Message.MAX_BYTES);
  }

  /** One that has to be called directly, without encryption and compression. */
  public Technology(
      String name,
      int type,
      int defaultPort,
      String summary,
      List<Variant> variants,
      List<String> operations) {
    this(name, type, defaultPort, summary, variants, operations, Map.of(), false);
  }

  private Technology with(
      Map<String, Carriage> carried,
      Set<String> encrypting,
      Map<String, Compression> compressing,
      boolean balancing,
      int longestMessage) {
    return new Technology(
        name,
        type,
        defaultPort,
        summary,
        variants,
        operations,
        carried,
        encrypting,
        compressing,
        balancing,
        longestMessage);
  }

  /** The same, whose client calls several servers. */
  public Technology balancing() {
    return with(carriages, encrypted, compressed, true, maxMessageBytes);
  }

  /**
   * The same, which can encrypt its connections.
   *
   * @param except names of the variants that cannot
   */
  public Technology encrypting(String... except) {
    return with(carriages, all(except), compressed, balances, maxMessageBytes);
  }

  /**
   * The same, which can compress what its calls carry.
   *
   * @param compression as what
   * @param except names of the variants that cannot
   */
  public Technology compressing(Compression compression, String... except) {
    return with(carriages, encrypted, each(compression, except), balances, maxMessageBytes);
  }

  /**
   * The same, which a proxy can carry.
   *
   * @param carriage as what
   * @param except names of the variants that it cannot carry
   */
  public Technology carriedAs(Carriage carriage, String... except) {
    return with(each(carriage, except), encrypted, compressed, balances, maxMessageBytes);
  }

  /** The same, which carries no longer messages than these, bytes. */
  public Technology carryingUpTo(int bytes) {
    return with(carriages, encrypted, compressed, balances, bytes);
  }

  private <T> Map<String, T> each(T value, String... except) {
    return all(except).stream().collect(Collectors.toMap(variant -> variant, variant -> value));
  }

  private Set<String> all(String... except) {
    Set<String> names = variants.stream().map(Variant::name).collect(Collectors.toSet());
    names.removeAll(Set.of(except));
    return names;
  }

  /** As what a path carries the calls of a variant; empty where it cannot. */
  public Optional<Carriage> carriage(ProxyPath path, String variantName) {
    return Optional.ofNullable(carriages.get(variantName)).filter(path::carries);
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
   * @param own the connection policy that this variant has by default
   * @param supported the kinds that it can have, its own among them
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

    /** One whose threads share so many connections by default. */
    public static Variant multiplexed(
        String name, int connections, String summary, ServerVariant server) {
      return new Variant(
          name,
          summary,
          OwnPolicy.of(ConnectionPolicy.multiplexed(connections)),
          List.of(ConnectionPolicy.Kind.MULTIPLEXED),
          server);
    }

    /** One whose threads have a connection each. */
    public static Variant perThread(String name, String summary, ServerVariant server) {
      return new Variant(
          name,
          summary,
          OwnPolicy.of(ConnectionPolicy.perThread()),
          List.of(ConnectionPolicy.Kind.PER_THREAD),
          server);
    }

    /** One with a pool that has a connection for each thread by default. */
    public static Variant pooled(String name, String summary, ServerVariant server) {
      return new Variant(
          name,
          summary,
          OwnPolicy.poolAsLargeAsThreads(),
          List.of(ConnectionPolicy.Kind.POOL),
          server);
    }

    /** The default policy for a number of threads. */
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
