package io.rpcstress.rpcx.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.ServerInterceptor;
import io.rpcstress.rpcx.ServiceCentre;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The spans that calls leave on both sides, and that they are one trace. */
class CallTracingTest {
  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final OpenTelemetrySdk telemetry =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(spans))
                  .build())
          .setPropagators(
              ContextPropagators.create(
                  TextMapPropagator.composite(
                      W3CTraceContextPropagator.getInstance(), W3CBaggagePropagator.getInstance())))
          .build();
  private final Map<String, String> metadata = new ConcurrentHashMap<>();
  private ServiceCentre storeCentre;
  private ServiceCentre deskCentre;
  private RPCX toStore;
  private RPCX toDesk;
  private Library.DeskService service;
  private Library.Desk desk;

  @BeforeEach
  void start() {
    ServerInterceptor note =
        (call, next) -> {
          metadata.putAll(call.metadata());
          return next.proceed();
        };
    storeCentre =
        ServiceCentre.builder()
            .publish(new Library.StoreService())
            .intercept(new ServerTracing(telemetry))
            .start();
    toStore = client(storeCentre, telemetry);
    service = new Library.DeskService(toStore.client(Library.Store.class));
    deskCentre =
        ServiceCentre.builder()
            .publish(service)
            .intercept(note)
            .intercept(new ServerTracing(telemetry))
            .start();
    toDesk = client(deskCentre, telemetry);
    desk = toDesk.client(Library.Desk.class);
  }

  private static RPCX client(ServiceCentre centre, OpenTelemetry telemetry) {
    return RPCX.builder()
        .address(centre.address())
        .port(centre.port())
        .intercept(new ClientTracing(telemetry))
        .build();
  }

  @AfterEach
  void stop() {
    service.copier.countDown();
    toDesk.close();
    deskCentre.close();
    toStore.close();
    storeCentre.close();
    telemetry.close();
  }

  private List<SpanData> finished(int count) {
    await().until(() -> spans.getFinishedSpanItems().size() >= count);
    assertThat(spans.getFinishedSpanItems()).hasSize(count);
    return spans.getFinishedSpanItems();
  }

  private static SpanData only(List<SpanData> all, SpanKind kind, String name) {
    List<SpanData> found =
        all.stream().filter(s -> s.getKind() == kind && s.getName().equals(name)).toList();
    assertThat(found).as("%s spans called %s", kind, name).hasSize(1);
    return found.get(0);
  }

  private static String attribute(SpanData span, String key) {
    return span.getAttributes().get(AttributeKey.stringKey(key));
  }

  private static void isChild(SpanData child, SpanData parent) {
    assertThat(child.getTraceId()).isEqualTo(parent.getTraceId());
    assertThat(child.getParentSpanId()).isEqualTo(parent.getSpanId());
  }

  @Test
  void theServersSpanIsAChildOfTheClientsWhichIsAChildOfTheCallers() {
    Span work = telemetry.getTracer("test").spanBuilder("work").startSpan();
    assertThat(Context.root().with(work).wrapSupplier(() -> desk.lend("Emma")).get())
        .isEqualTo("lent Emma");
    work.end();
    List<SpanData> all = finished(3);
    SpanData client = only(all, SpanKind.CLIENT, "desk/lend");
    SpanData server = only(all, SpanKind.SERVER, "desk/lend");
    isChild(server, client);
    isChild(client, only(all, SpanKind.INTERNAL, "work"));
    for (SpanData span : List.of(client, server)) {
      assertThat(attribute(span, "rpc.system.name")).isEqualTo("rpcx");
      assertThat(attribute(span, "rpc.method")).isEqualTo("desk/lend");
      assertThat(attribute(span, "rpc.response.status_code")).isEqualTo("OK");
      assertThat(attribute(span, "error.type")).isNull();
      assertThat(span.getStatus()).isEqualTo(StatusData.unset());
    }
  }

  @Test
  void aCallThatAHandlerMakesIsPartOfTheTrace() throws Exception {
    assertThat(desk.reserve("Emma").get(20, TimeUnit.SECONDS)).isEqualTo("reserved Emma");
    List<SpanData> all = finished(4);
    SpanData first = only(all, SpanKind.CLIENT, "desk/reserve");
    SpanData middle = only(all, SpanKind.SERVER, "desk/reserve");
    SpanData onward = only(all, SpanKind.CLIENT, "store/fetch");
    SpanData last = only(all, SpanKind.SERVER, "store/fetch");
    assertThat(first.getParentSpanId()).isEqualTo(SpanId.getInvalid());
    isChild(middle, first);
    isChild(onward, middle);
    isChild(last, onward);
    assertThat(middle.getEndEpochNanos()).isGreaterThanOrEqualTo(onward.getStartEpochNanos());
  }

  @Test
  void twoCallsWithoutAParentAreTwoTraces() throws Exception {
    desk.lend("Emma");
    desk.lendAsync("Persuasion").get(20, TimeUnit.SECONDS);
    assertThat(finished(4).stream().map(SpanData::getTraceId).distinct()).hasSize(2);
  }

  @Test
  void aOneWayCallHasBothSpans() {
    desk.drop("Emma");
    List<SpanData> all = finished(2);
    isChild(only(all, SpanKind.SERVER, "desk/lend"), only(all, SpanKind.CLIENT, "desk/lend"));
  }

  @Test
  void aFailureOfTheServerIsAnErrorOnBothSidesAndRevealsNoSecret() {
    assertThatThrownBy(() -> desk.lend("burnt")).isInstanceOf(RPCXException.class);
    List<SpanData> all = finished(2);
    for (SpanData span : all) {
      assertThat(span.getStatus().getStatusCode())
          .isEqualTo(io.opentelemetry.api.trace.StatusCode.ERROR);
      assertThat(attribute(span, "rpc.response.status_code")).isEqualTo("INTERNAL");
      assertThat(attribute(span, "error.type")).isEqualTo("INTERNAL");
      assertThat(span.toString()).doesNotContain("secret");
    }
    assertThat(only(all, SpanKind.SERVER, "desk/lend").getStatus().getDescription())
        .isEqualTo("java.lang.IllegalStateException");
  }

  @Test
  void whatTheCallerDidWrongIsAnErrorOfTheClientAlone() {
    assertThatThrownBy(() -> desk.lend("lost")).isInstanceOf(RPCXException.class);
    List<SpanData> all = finished(2);
    SpanData client = only(all, SpanKind.CLIENT, "desk/lend");
    assertThat(client.getStatus())
        .isEqualTo(
            StatusData.create(io.opentelemetry.api.trace.StatusCode.ERROR, "it does not exist"));
    SpanData server = only(all, SpanKind.SERVER, "desk/lend");
    assertThat(server.getStatus()).isEqualTo(StatusData.unset());
    assertThat(attribute(server, "rpc.response.status_code")).isEqualTo("NOT_FOUND");
  }

  @Test
  void aFailureThatComesThroughFuturesIsTheHandlersOwnAndNamesItsCause() {
    CompletableFuture<String> reserved = desk.reserve("lost");
    assertThatThrownBy(reserved::join).hasMessageContaining("NOT_FOUND");
    List<SpanData> all = finished(4);
    assertThat(attribute(only(all, SpanKind.SERVER, "desk/reserve"), "rpc.response.status_code"))
        .isEqualTo("NOT_FOUND");
    assertThat(only(all, SpanKind.CLIENT, "desk/reserve").getStatus().getDescription())
        .isEqualTo("a call that the method made ended with NOT_FOUND");
  }

  @Test
  void aDeadlineIsAnErrorOfTheClient() {
    assertThatThrownBy(() -> desk.copy("Emma")).isInstanceOf(RPCXException.class);
    SpanData client = only(finished(1), SpanKind.CLIENT, "desk/copy");
    assertThat(attribute(client, "error.type")).isEqualTo("DEADLINE_EXCEEDED");
  }

  @Test
  void baggageTravelsAndWhatIsTooLongForACallDoesNotBreakIt() {
    lendWithBaggage("A7");
    assertThat(metadata).containsEntry("baggage", "shelf=A7").containsKey("traceparent");
    metadata.clear();
    lendWithBaggage("A".repeat(5000));
    assertThat(metadata).containsOnlyKeys("traceparent");
  }

  private void lendWithBaggage(String shelf) {
    Baggage baggage = Baggage.builder().put("shelf", shelf).build();
    assertThat(Context.root().with(baggage).wrapSupplier(() -> desk.lend("Emma")).get())
        .isEqualTo("lent Emma");
  }

  @Test
  void aCallWhoseMetadataIsFullIsMadeWithoutContext() {
    try (RPCX full =
        RPCX.builder()
            .address(deskCentre.address())
            .port(deskCentre.port())
            .intercept(
                (call, next) -> {
                  for (int i = 0; i < ClientTracing.MAX_ENTRIES; i++) {
                    call.metadata().put("key" + i, "value");
                  }
                  return next.proceed();
                })
            .intercept(new ClientTracing(telemetry))
            .build()) {
      assertThat(full.client(Library.Desk.class).lend("Emma")).isEqualTo("lent Emma");
    }
    assertThat(finished(2).stream().map(SpanData::getTraceId).distinct()).hasSize(2);
  }

  @Test
  void aContextThatIsNoneIsIgnored() {
    try (RPCX liar =
        RPCX.builder()
            .address(deskCentre.address())
            .port(deskCentre.port())
            .intercept(
                (call, next) -> {
                  call.metadata().put("traceparent", "00-zz-zz-01");
                  call.metadata().put("tracestate", "=".repeat(4096));
                  return next.proceed();
                })
            .build()) {
      assertThat(liar.client(Library.Desk.class).lend("Emma")).isEqualTo("lent Emma");
    }
    assertThat(only(finished(1), SpanKind.SERVER, "desk/lend").getParentSpanId())
        .isEqualTo(SpanId.getInvalid());
  }
}
