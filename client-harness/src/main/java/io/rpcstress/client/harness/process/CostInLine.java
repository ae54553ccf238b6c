package io.rpcstress.client.harness.process;

import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Cost.EnergyCost;
import io.rpcstress.measure.Cost.ProcessCost;
import io.rpcstress.measure.Cost.ProxyShare;
import io.rpcstress.measure.Cost.WireCost;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.util.StdConverter;

/**
 * A cost as {@link PointEvents} writes it: under the names of result files, in one level. Whoever
 * reads {@code --json} does not notice how {@link Cost} groups them. Components are that one's.
 */
record CostInLine(
    @Nullable Double clientCpuMs,
    @Nullable Long clientCtxSwitches,
    @Nullable Long clientAllocBytes,
    @Nullable Long clientGcMs,
    @Nullable Double serverCpuMs,
    @Nullable Long serverCtxSwitches,
    @Nullable Long serverRssKb,
    @Nullable Long bytesOut,
    @Nullable Long bytesIn,
    @Nullable Long packetsOut,
    @Nullable Long packetsIn,
    @Nullable Long clientCompileMs,
    @Nullable Long serverAllocBytes,
    @Nullable Long serverGcMs,
    @Nullable Long serverCompileMs,
    @Nullable String bytesFrom,
    ProxyShare proxy,
    EnergyCost energy) {

  /** Says to a mapper that a cost is written and read so. */
  @JsonSerialize(converter = Writing.class)
  @JsonDeserialize(converter = ToCost.class)
  interface MixIn {}

  static final class Writing extends StdConverter<Cost, CostInLine> {
    @Override
    public CostInLine convert(Cost cost) {
      ProcessCost client = cost.client();
      ProcessCost server = cost.server();
      WireCost wire = cost.wire();
      return new CostInLine(
          client.cpuMs(),
          client.ctxSwitches(),
          client.allocBytes(),
          client.gcMs(),
          server.cpuMs(),
          server.ctxSwitches(),
          cost.serverRssKb(),
          wire.bytesOut(),
          wire.bytesIn(),
          wire.packetsOut(),
          wire.packetsIn(),
          client.compileMs(),
          server.allocBytes(),
          server.gcMs(),
          server.compileMs(),
          wire.countedBy(),
          cost.proxy(),
          cost.energy());
    }
  }

  static final class ToCost extends StdConverter<CostInLine, Cost> {
    @Override
    public Cost convert(CostInLine line) {
      return new Cost(
          new ProcessCost(
              line.clientCpuMs,
              line.clientCtxSwitches,
              line.clientAllocBytes,
              line.clientGcMs,
              line.clientCompileMs),
          new ProcessCost(
              line.serverCpuMs,
              line.serverCtxSwitches,
              line.serverAllocBytes,
              line.serverGcMs,
              line.serverCompileMs),
          line.serverRssKb,
          new WireCost(
              line.bytesOut, line.bytesIn, line.packetsOut, line.packetsIn, line.bytesFrom),
          line.proxy,
          line.energy);
    }
  }
}
