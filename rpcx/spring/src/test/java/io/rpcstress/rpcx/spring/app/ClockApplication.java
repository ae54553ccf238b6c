package io.rpcstress.rpcx.spring.app;

import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Publishes a clock and looks at it. */
@SpringBootApplication
public class ClockApplication {
  /** Keeps the spans. */
  @Bean
  InMemorySpanExporter spans() {
    return InMemorySpanExporter.create();
  }

  /** Brings them there. */
  @Bean
  SdkTracerProvider tracers(InMemorySpanExporter spans) {
    return SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(spans)).build();
  }

  /** Brings their context across. */
  @Bean
  ContextPropagators propagators() {
    return ContextPropagators.create(W3CTraceContextPropagator.getInstance());
  }
}
