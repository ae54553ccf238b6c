package io.rpcstress.rpcx.spring;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.opentelemetry.api.OpenTelemetry;
import io.rpcstress.rpcx.ClientInterceptor;
import io.rpcstress.rpcx.ServerInterceptor;
import io.rpcstress.rpcx.ServiceCentre;
import io.rpcstress.rpcx.micrometer.ClientMetrics;
import io.rpcstress.rpcx.micrometer.RPCXMetrics;
import io.rpcstress.rpcx.micrometer.ServerMetrics;
import io.rpcstress.rpcx.micrometer.ServiceCentreMetrics;
import io.rpcstress.rpcx.opentelemetry.ClientTracing;
import io.rpcstress.rpcx.opentelemetry.ServerTracing;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * What the starter adds to an application. Beans of {@link ClientInterceptor} and {@link
 * ServerInterceptor} stand around its calls, in Spring's order; metrics and tracing come first
 * where they are on the class path and have a registry or an OpenTelemetry.
 */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.micrometer.metrics.autoconfigure"
          + ".CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple"
          + ".SimpleMetricsExportAutoConfiguration",
      "org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration"
    })
@EnableConfigurationProperties(RpcxProperties.class)
@Import(RpcxClientRegistrar.class)
public final class RpcxAutoConfiguration {
  private static final int METRICS = Ordered.HIGHEST_PRECEDENCE;
  private static final int TRACING = Ordered.HIGHEST_PRECEDENCE + 1;

  /** For Spring. */
  RpcxAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  RpcxClients rpcxClients(
      RpcxProperties properties,
      RpcxClientTypes types,
      ObjectProvider<ClientInterceptor> interceptors,
      ObjectProvider<RpcxClientCustomizer> customizers,
      ObjectProvider<RpcxClientListener> listeners) {
    return new RpcxClients(
        properties.client(),
        types,
        interceptors.orderedStream().toList(),
        customizers.orderedStream().toList(),
        listeners.orderedStream().toList());
  }

  @Bean
  @ConditionalOnMissingBean
  RpcxServer rpcxServer(
      RpcxProperties properties,
      ApplicationContext context,
      ObjectProvider<ServerInterceptor> interceptors,
      ObjectProvider<RpcxServerCustomizer> customizers) {
    return new RpcxServer(
        properties.server(),
        context,
        interceptors.orderedStream().toList(),
        customizers.orderedStream().toList());
  }

  /** Counts and times calls, and reports what clients and the server hold. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({MeterRegistry.class, ClientMetrics.class})
  @ConditionalOnBean(MeterRegistry.class)
  @ConditionalOnBooleanProperty(name = "rpcx.metrics.enabled", matchIfMissing = true)
  static final class Metrics {
    @Bean
    @Order(METRICS)
    @ConditionalOnMissingBean
    ClientMetrics rpcxClientMetrics(MeterRegistry registry) {
      return new ClientMetrics(registry);
    }

    @Bean
    @Order(METRICS)
    @ConditionalOnMissingBean
    ServerMetrics rpcxServerMetrics(MeterRegistry registry) {
      return new ServerMetrics(registry);
    }

    @Bean
    RpcxClientListener rpcxMetrics(MeterRegistry registry) {
      return (service, rpcx) -> new RPCXMetrics(rpcx, Tags.of("service", service)).bindTo(registry);
    }

    @Bean
    ApplicationListener<RpcxServerStartedEvent> rpcxServiceCentreMetrics(MeterRegistry registry) {
      return new ServiceCentreMeters(registry);
    }
  }

  /**
   * Shows the service centre that was started last: a context can be stopped and started again.
   * Typed, since Spring cannot read the event's type off a lambda.
   */
  private static final class ServiceCentreMeters
      implements ApplicationListener<RpcxServerStartedEvent> {
    private final MeterRegistry registry;
    private volatile @Nullable ServiceCentre centre;

    ServiceCentreMeters(MeterRegistry registry) {
      this.registry = registry;
    }

    @Override
    public synchronized void onApplicationEvent(RpcxServerStartedEvent event) {
      boolean first = centre == null;
      centre = event.centre();
      if (first) {
        new ServiceCentreMetrics(() -> Objects.requireNonNull(centre)).bindTo(registry);
      }
    }
  }

  /** Makes calls part of traces. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({OpenTelemetry.class, ClientTracing.class})
  @ConditionalOnBean(OpenTelemetry.class)
  static final class Tracing {
    @Bean
    @Order(TRACING)
    @ConditionalOnMissingBean
    ClientTracing rpcxClientTracing(OpenTelemetry telemetry) {
      return new ClientTracing(telemetry);
    }

    @Bean
    @Order(TRACING)
    @ConditionalOnMissingBean
    ServerTracing rpcxServerTracing(OpenTelemetry telemetry) {
      return new ServerTracing(telemetry);
    }
  }

  /** Reports to the actuator. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
  @ConditionalOnEnabledHealthIndicator("rpcx")
  static final class HealthConfiguration {
    @Bean
    @ConditionalOnMissingBean(name = "rpcxHealthIndicator")
    HealthIndicator rpcxHealthIndicator(RpcxServer server, RpcxClients clients) {
      return new RpcxHealthIndicator(server, clients);
    }
  }
}
