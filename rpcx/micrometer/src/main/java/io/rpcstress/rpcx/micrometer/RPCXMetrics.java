package io.rpcstress.rpcx.micrometer;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.rpcstress.rpcx.RPCX;

/**
 * What an RPCX client holds, as a gauge: {@code rpcx.client.receiving}, incomplete replies, in
 * bytes. Its calls are counted by {@link ClientMetrics}. Thread-safe.
 *
 * <pre>{@code
 * new RPCXMetrics(rpcx).bindTo(registry);
 * }</pre>
 */
public final class RPCXMetrics implements MeterBinder {
  private final RPCX rpcx;
  private final Iterable<Tag> tags;

  /**
   * Makes the binder of a process's only client.
   *
   * @param rpcx what is looked at; kept for as long as the registry lives
   */
  public RPCXMetrics(RPCX rpcx) {
    this(rpcx, Tags.empty());
  }

  /**
   * Makes the binder of one client of several.
   *
   * @param rpcx what is looked at; kept for as long as the registry lives
   * @param tags what tells it from the others
   */
  public RPCXMetrics(RPCX rpcx, Iterable<Tag> tags) {
    this.rpcx = rpcx;
    this.tags = tags;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge unusedReceiving =
        Gauge.builder("rpcx.client.receiving", rpcx, RPCX::receivingBytes)
            .description("incomplete large frames")
            .tags(tags)
            .baseUnit(BaseUnits.BYTES)
            .strongReference(true)
            .register(registry);
  }
}
