package io.rpcstress.analysis.choice;

import io.rpcstress.analysis.answer.Load;
import io.rpcstress.analysis.answer.Loads;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.choice.Evidence.Kind;
import io.rpcstress.analysis.explain.HostPair;
import io.rpcstress.analysis.model.MeasuringLine;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Interval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The measurements as the page's script reads them: what is unknown is left out. */
public final class ChoiceData {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final double BITS_PER_MEGABIT = 1e6;
  private static final MathContext DIGITS = new MathContext(5);

  private ChoiceData() {}

  /** JSON text, without line breaks. */
  public static String json(SweepData data) {
    List<Evidence> all = Measurements.of(data);
    Map<String, HostPair> hosts = new LinkedHashMap<>();
    all.forEach(e -> hosts.computeIfAbsent(e.protocol(), p -> HostPair.of(data.sweep(), p)));
    ObjectNode root = root(all, MeasuringLine.place(data.sweep()), hosts, Scope.ofTimed(data));
    Stream.of(LoadShape.TIMED, LoadShape.COUNTED, LoadShape.OPEN)
        .filter(shape -> data.all().stream().anyMatch(cell -> cell.is(shape)))
        .findFirst()
        .ifPresent(shape -> add(root.putObject("first"), Loads.of(data, shape).middle()));
    return JSON.writeValueAsString(root);
  }

  /** What a question about a load begins with. */
  public static void add(ObjectNode node, Load load) {
    Point place = load.place();
    Kind kind =
        switch (place.loadShape()) {
          case TIMED -> Kind.STEADY;
          case COUNTED -> Kind.FIRST_SECONDS;
          case OPEN -> Kind.OPEN;
        };
    node.put("kind", kind.id()).put("threads", place.threadNum()).put("rate", load.rate());
    text(node, "operation", place.operation());
    Long size = Measurements.bytes(place, null);
    if (size != null) {
      node.put("size", size);
    }
  }

  /**
   * The same of measurements that are known.
   *
   * @param place the words that lead a command of the harness to the servers
   * @param hosts by protocol what the client's host, its server's and the line have
   * @param timed what the timed loops are about
   */
  static String json(
      List<Evidence> all, List<String> place, Map<String, HostPair> hosts, Scope timed) {
    return JSON.writeValueAsString(root(all, place, hosts, timed));
  }

  private static ObjectNode root(
      List<Evidence> all, List<String> place, Map<String, HostPair> hosts, Scope timed) {
    ObjectNode root = JSON.createObjectNode();
    place.forEach(root.putArray("place")::add);
    ObjectNode had = root.putObject("hosts");
    ObjectNode servers = had.putObject("servers");
    hosts.forEach(
        (protocol, pair) -> {
          pair.clientCores().ifPresent(n -> had.put("client", rounded(n)));
          pair.lineBitsPerSecond().ifPresent(n -> had.put("line", rounded(n / BITS_PER_MEGABIT)));
          pair.serverCores().ifPresent(n -> servers.put(protocol, rounded(n)));
        });
    ObjectNode kinds = root.putObject("kinds");
    for (Kind kind : Kind.values()) {
      if (all.stream().anyMatch(e -> e.kind() == kind)) {
        kinds.put(kind.id(), kind.label(timed));
      }
    }
    ArrayNode rows = root.putArray("rows");
    all.forEach(e -> add(rows.addObject(), e));
    return root;
  }

  private static void add(ObjectNode node, Evidence e) {
    node.put("kind", e.kind().id()).put("subject", e.subject()).put("protocol", e.protocol());
    if (e.inFlight() > 1) {
      node.put("inFlight", e.inFlight());
    }
    if (!e.options().isEmpty()) {
      e.options().forEach(node.putArray("options")::add);
    }
    text(node, "operation", e.operation());
    text(node, "payload", e.payload());
    Long payloadBytes = e.payloadBytes();
    if (payloadBytes != null) {
      node.put("size", payloadBytes);
    }
    if (e.threads() > 0) {
      node.put("threads", e.threads());
    }
    if (e.requests() > 0) {
      node.put("requests", e.requests());
    }
    node.put("n", e.processes());
    interval(node, "rate", e.rate());
    interval(node, "p99", e.p99());
    interval(node, "client", e.costs().clientCpu());
    interval(node, "server", e.costs().serverCpu());
    interval(node, "between", e.costs().betweenCpu());
    Double bytes = e.costs().bytes();
    if (bytes != null) {
      node.put("bytes", rounded(bytes));
    }
    text(node, "against", e.against());
    text(node, "leftOut", e.leftOut());
    if (e.isInvalid()) {
      node.put("invalid", true);
    }
    text(node, "failed", e.failed());
    text(node, "arrivals", e.offer().arrivals());
    text(node, "warmup", e.offer().warmup());
  }

  private static void text(ObjectNode node, String name, String value) {
    if (!value.isEmpty()) {
      node.put(name, value);
    }
  }

  /** The value, and both ends where they are known. */
  private static void interval(ObjectNode node, String name, @Nullable Interval interval) {
    if (interval != null && Double.isFinite(interval.value())) {
      ArrayNode numbers = node.putArray(name).add(rounded(interval.value()));
      if (interval.isKnown()) {
        numbers.add(rounded(interval.low())).add(rounded(interval.high()));
      }
    }
  }

  private static BigDecimal rounded(double value) {
    BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }
}
