package io.rpcstress.rpcx.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.rpcstress.rpcx.ServiceCentre;
import java.util.function.Supplier;

/**
 * What a service centre holds, as gauges: {@code rpcx.server.connections}, {@code
 * rpcx.server.off.loop} (calls of handlers that block or return futures), and in bytes {@code
 * rpcx.server.unwritten}, {@code rpcx.server.receiving} and {@code rpcx.server.requests} (what the
 * requests of those calls hold); and the counter {@code rpcx.server.served}. Thread-safe.
 *
 * <pre>{@code
 * new ServiceCentreMetrics(centre).bindTo(registry);
 * }</pre>
 */
public final class ServiceCentreMetrics implements MeterBinder {
  private final Supplier<ServiceCentre> centre;

  /**
   * Makes the binder.
   *
   * @param centre what is looked at; kept for as long as the registry lives
   */
  public ServiceCentreMetrics(ServiceCentre centre) {
    this(() -> centre);
  }

  /**
   * Makes the binder of a service centre that another one may follow, since a registry keeps the
   * first meter of a name.
   *
   * @param centre gives what is looked at; kept for as long as the registry lives
   */
  public ServiceCentreMetrics(Supplier<ServiceCentre> centre) {
    this.centre = centre;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge unusedConnections =
        Gauge.builder("rpcx.server.connections", centre, from -> from.get().connections())
            .description("clients that are connected")
            .strongReference(true)
            .register(registry);
    Gauge unusedOffLoop =
        Gauge.builder("rpcx.server.off.loop", centre, from -> from.get().inFlight())
            .description("calls in flight that have left the event loop")
            .strongReference(true)
            .register(registry);
    Gauge unusedUnwritten =
        Gauge.builder("rpcx.server.unwritten", centre, from -> from.get().unwrittenBytes())
            .description("replies that clients have not read")
            .baseUnit(BaseUnits.BYTES)
            .strongReference(true)
            .register(registry);
    Gauge unusedReceiving =
        Gauge.builder("rpcx.server.receiving", centre, from -> from.get().receivingBytes())
            .description("incomplete large frames")
            .baseUnit(BaseUnits.BYTES)
            .strongReference(true)
            .register(registry);
    Gauge unusedRequests =
        Gauge.builder("rpcx.server.requests", centre, from -> from.get().requestBytes())
            .description("requests of calls that have left the event loop")
            .baseUnit(BaseUnits.BYTES)
            .strongReference(true)
            .register(registry);
    FunctionCounter unusedServed =
        FunctionCounter.builder("rpcx.server.served", centre, from -> from.get().callsServed())
            .description("calls that succeeded")
            .register(registry);
  }
}
