package io.rpcstress.measure;

import org.jspecify.annotations.Nullable;

/**
 * What the processors of both hosts used in one run, by all processes. Null means unknown, and is
 * empty in a file: most virtual machines report nothing, and no host of a time too short to know.
 * Of two programs on one machine both sides' are that machine's: they are not to be added.
 *
 * @param clientMj energy of the client's host beyond what it uses idle in the same time, mJ; 0
 *     where it was no more than that
 */
public record EnergyCost(
    @Cell("clientEnergyMj") @Nullable Double clientMj,
    @Cell("serverEnergyMj") @Nullable Double serverMj,
    @Nullable Double clientIdleMw,
    @Nullable Double serverIdleMw) {

  public static final EnergyCost UNKNOWN = new EnergyCost(null, null, null, null);
}
