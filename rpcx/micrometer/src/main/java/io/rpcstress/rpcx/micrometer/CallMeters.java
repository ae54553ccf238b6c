package io.rpcstress.rpcx.micrometer;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.rpcstress.rpcx.StatusCode;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The meters of one side: a timer for each method and status, a gauge for each method. Their number
 * is bounded, whatever names come: {@link #MAX_METHODS} methods, the statuses of {@link
 * StatusCode}. Thread-safe.
 */
final class CallMeters {
  /** Methods with tags of their own; all further ones share the tags {@link #OTHER}. */
  static final int MAX_METHODS = 1000;

  /** Service and method of what has no tags of its own. */
  static final String OTHER = "_other";

  private final MeterRegistry registry;
  private final Clock clock;
  private final String side;
  private final Map<Name, MethodMeters> methods = new ConcurrentHashMap<>();
  private @Nullable MethodMeters others;

  /**
   * Makes no meter yet: each appears with its first call.
   *
   * @param side what the meters' names begin with, {@code rpcx.client} or {@code rpcx.server}
   */
  CallMeters(MeterRegistry registry, String side) {
    this.registry = registry;
    this.side = side;
    clock = registry.config().clock();
  }

  /** A call begins; the receiver of the result ends it, once. */
  Running begin(String service, String method) {
    Name name = new Name(service, method);
    MethodMeters meters = methods.get(name);
    return new Running(meters == null ? register(name) : meters);
  }

  private synchronized MethodMeters register(Name name) {
    MethodMeters meters = methods.get(name);
    if (meters != null) {
      return meters;
    }
    if (methods.size() < MAX_METHODS) {
      meters = new MethodMeters(name);
      methods.put(name, meters);
      return meters;
    }
    if (others == null) {
      others = new MethodMeters(new Name(OTHER, OTHER));
    }
    return others;
  }

  private record Name(String service, String method) {
    Tags tags() {
      return Tags.of("service", service, "method", method);
    }
  }

  /** What one method has. */
  private final class MethodMeters {
    private final Name name;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final Map<StatusCode, Timer> timers = new ConcurrentHashMap<>();

    MethodMeters(Name name) {
      this.name = name;
      Gauge unused =
          Gauge.builder(side + ".in.flight", inFlight, AtomicInteger::get)
              .description("calls that have started and not ended")
              .tags(name.tags())
              .strongReference(true)
              .register(registry);
    }

    Timer timer(StatusCode status) {
      Timer known = timers.get(status);
      return known == null ? timers.computeIfAbsent(status, this::register) : known;
    }

    private Timer register(StatusCode status) {
      return Timer.builder(side + ".calls")
          .description("calls that have ended, and how long they took")
          .tags(name.tags().and("status", status.name()))
          .register(registry);
    }
  }

  /** A started call. */
  final class Running implements BiConsumer<@Nullable Object, @Nullable Throwable> {
    private final MethodMeters meters;
    private final long startedNanos = clock.monotonicTime();

    private Running(MethodMeters meters) {
      this.meters = meters;
      meters.inFlight.incrementAndGet();
    }

    @Override
    public void accept(@Nullable Object value, @Nullable Throwable problem) {
      end(problem);
    }

    /**
     * The call has ended.
     *
     * @param problem what it failed with, or null
     */
    void end(@Nullable Throwable problem) {
      meters.inFlight.decrementAndGet();
      StatusCode status = problem == null ? StatusCode.OK : StatusCode.ofFailure(problem);
      meters.timer(status).record(clock.monotonicTime() - startedNanos, TimeUnit.NANOSECONDS);
    }
  }
}
