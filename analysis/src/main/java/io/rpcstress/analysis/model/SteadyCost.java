package io.rpcstress.analysis.model;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What windows of a timed loop cost together. Null means unknown. Immutable.
 *
 * @param clientCpuMs processor time of the client's process, its compilers' included, ms
 * @param clientCompileMs the part of it that its JIT compilers took, ms
 * @param clientCtxSwitches context switches of its threads
 * @param serverCpuMs processor time of the server's process, ms
 * @param serverCtxSwitches context switches of the server's threads
 * @param bytesOut that left the client
 * @param bytesIn that arrived there
 * @param proxyCpuMs processor time of the proxy or broker between them, ms
 * @param connections that the client's host opened
 * @param clientGcMs time of the client's garbage collections, ms
 * @param serverCompileMs the part of the server's processor time that its JIT compilers took, ms
 * @param serverGcMs time of the server's garbage collections, ms
 */
public record SteadyCost(
    @Nullable Double clientCpuMs,
    @Nullable Double clientCompileMs,
    @Nullable Double clientCtxSwitches,
    @Nullable Double serverCpuMs,
    @Nullable Double serverCtxSwitches,
    @Nullable Double bytesOut,
    @Nullable Double bytesIn,
    @Nullable Double proxyCpuMs,
    @Nullable Double connections,
    @Nullable Double clientGcMs,
    @Nullable Double serverCompileMs,
    @Nullable Double serverGcMs) {

  /** Of no window. */
  public static final SteadyCost ZERO =
      new SteadyCost(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0);

  /** Bytes that went over the wire, both ways; null where one way is not known. */
  public @Nullable Double bytes() {
    return sum(bytesOut, bytesIn);
  }

  /** Both together; unknown where one is. */
  public SteadyCost plus(SteadyCost other) {
    return new SteadyCost(
        sum(other, SteadyCost::clientCpuMs),
        sum(other, SteadyCost::clientCompileMs),
        sum(other, SteadyCost::clientCtxSwitches),
        sum(other, SteadyCost::serverCpuMs),
        sum(other, SteadyCost::serverCtxSwitches),
        sum(other, SteadyCost::bytesOut),
        sum(other, SteadyCost::bytesIn),
        sum(other, SteadyCost::proxyCpuMs),
        sum(other, SteadyCost::connections),
        sum(other, SteadyCost::clientGcMs),
        sum(other, SteadyCost::serverCompileMs),
        sum(other, SteadyCost::serverGcMs));
  }

  private @Nullable Double sum(SteadyCost other, Function<SteadyCost, @Nullable Double> what) {
    return sum(what.apply(this), what.apply(other));
  }

  /** The sum; null where one part is. */
  public static @Nullable Double sum(@Nullable Double one, @Nullable Double other) {
    return one == null || other == null ? null : (Double) (one + other);
  }
}
