package io.rpcstress.measure;

import org.jspecify.annotations.Nullable;

/**
 * What one run cost on both hosts and on the wire. Steadier than throughput on a noisy machine.
 * Null means unknown, and is empty in a file; it is never 0.
 *
 * @param serverRssKb resident memory of the server after the run, KiB
 */
public record Cost(
    @Cell("client") ProcessCost client,
    @Cell("server") ProcessCost server,
    @Nullable Long serverRssKb,
    WireCost wire,
    @Cell("proxy") ProxyShare proxy,
    EnergyCost energy) {

  public static final Cost UNKNOWN =
      new Cost(
          ProcessCost.UNKNOWN,
          ProcessCost.UNKNOWN,
          null,
          WireCost.UNKNOWN,
          ProxyShare.NONE,
          EnergyCost.UNKNOWN);

  public Cost withoutEnergy() {
    return new Cost(client, server, serverRssKb, wire, proxy, EnergyCost.UNKNOWN);
  }
}
