package io.rpcstress.client.harness.process;

import io.rpcstress.engine.load.PartResult;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.measure.ServiceRow;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a point reports, as JSON lines: what {@code --json} prints, and what a forked JVM sends its
 * parent. Each line is an object with an {@code event}: {@code run}, {@code client}, {@code rate},
 * {@code series}, {@code services}, {@code parts}, {@code parent}, {@code gate}, {@code warning} or
 * {@code failed}.
 */
public final class PointEvents {

  private static final JsonMapper JSON = JsonMapper.shared();
  private static final String GATE = "{\"event\":\"gate\"";

  private PointEvents() {}

  public static PointListener writer(PrintStream out, Point point, int technologyOrder) {
    return new Writer(out, point, technologyOrder);
  }

  public static void read(String line, PointListener listener) {
    try {
      JsonNode event = JSON.readTree(line);
      switch (event.path("event").asString("")) {
        case "run" -> listener.run(run(event), histogram(event, "histogram"));
        case "client" -> listener.client(run(event), histogram(event, "histogram"));
        case "rate" ->
            listener.open(
                JSON.treeToValue(event.required("open"), OpenRun.class),
                histogram(event, "response"),
                histogram(event, "service"));
        case "series" ->
            listener.series(List.of(JSON.treeToValue(event.required("rows"), SeriesRow[].class)));
        case "services" ->
            listener.services(
                List.of(JSON.treeToValue(event.required("rows"), ServiceRow[].class)));
        case "parts" -> listener.parts(parts(event.required("parts")));
        case "parent" -> listener.parentCpu(event.required("cpuMs").asDouble());
        case "gate" -> {} // read while the point is measured
        case "warning" -> listener.warning(event.path("warning").asString(""));
        case "failed" -> {
          Map<String, Long> failures = new TreeMap<>();
          event
              .path("failures")
              .properties()
              .forEach(kind -> failures.put(kind.getKey(), kind.getValue().asLong()));
          listener.failed(
              new PointFailure(
                  FailureCause.of(event.path("cause").asString("")),
                  event.path("detail").asString(""),
                  failures));
        }
        default -> throw new IllegalArgumentException("no event: " + line);
      }
    } catch (JacksonException | DataFormatException e) {
      throw new IllegalArgumentException("no event: " + line, e);
    }
  }

  private static Run run(JsonNode event) {
    return JSON.treeToValue(event.required("run"), Run.class);
  }

  private static Histogram histogram(JsonNode event, String key) throws DataFormatException {
    return HistogramText.read(event.path(key).asString(""));
  }

  /** When the gate opened, ms since the epoch, by the lines so far; empty where it has not. */
  static OptionalLong gateMillis(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith(GATE) && line.endsWith("}"))
        .mapToLong(line -> JSON.readTree(line).required("atMillis").asLong())
        .findFirst();
  }

  private static List<PartResult> parts(JsonNode all) throws DataFormatException {
    List<PartResult> parts = new ArrayList<>();
    for (JsonNode each : all) {
      parts.add(
          new PartResult(
              each.path("part").asString(""),
              each.path("callsNotOk").asLong(),
              histogram(each, "histogram")));
    }
    return parts;
  }

  private record Writer(PrintStream out, Point point, int technologyOrder)
      implements PointListener {

    @Override
    public void run(Run run, Histogram latencies) {
      print(of("run", run, latencies));
    }

    @Override
    public void client(Run run, Histogram latencies) {
      print(of("client", run, latencies).put("client", run.circumstances().client()));
    }

    private ObjectNode of(String name, Run run, Histogram latencies) {
      ObjectNode event = event(name);
      event.put("order", run.order());
      event.put("timeTotal", run.timeTotalMs());
      event.put("TPS", run.tps());
      event.put("callsPerSecond", run.callsPerSecond());
      event.set("run", JSON.valueToTree(run));
      event.put("histogram", HistogramText.of(latencies));
      return event;
    }

    @Override
    public void gateOpens() {
      print(event("gate").put("atMillis", System.currentTimeMillis()));
    }

    @Override
    public void open(OpenRun open, Histogram response, Histogram service) {
      ObjectNode event = event("rate");
      event.put("offeredPerSecond", open.offeredPerSecond());
      event.put("achievedPerSecond", open.achievedPerSecond());
      event.set("open", JSON.valueToTree(open));
      event.put("response", HistogramText.of(response));
      event.put("service", HistogramText.of(service));
      print(event);
    }

    @Override
    public void series(List<SeriesRow> rows) {
      print(event("series").set("rows", JSON.valueToTree(rows)));
    }

    @Override
    public void services(List<ServiceRow> rows) {
      if (!rows.isEmpty()) {
        print(event("services").set("rows", JSON.valueToTree(rows)));
      }
    }

    @Override
    public void parts(List<PartResult> parts) {
      if (parts.isEmpty()) {
        return;
      }
      ObjectNode event = event("parts");
      ArrayNode all = event.putArray("parts");
      for (PartResult each : parts) {
        ObjectNode part = JSON.valueToTree(each.row());
        all.add(part.put("histogram", HistogramText.of(each.latencies())));
      }
      print(event);
    }

    @Override
    public void parentCpu(double millis) {
      print(event("parent").put("cpuMs", millis));
    }

    @Override
    public void warning(String line) {
      print(event("warning").put("warning", line));
    }

    @Override
    public void failed(PointFailure failure) {
      ObjectNode event = event("failed");
      event.put("cause", failure.cause().label());
      event.put("detail", failure.detail());
      event.set("failures", JSON.valueToTree(failure.failures()));
      print(event);
    }

    private ObjectNode event(String name) {
      return JSON.createObjectNode()
          .put("event", name)
          .put("technology", point.technology())
          .put("variant", point.variant())
          .put("repetition", point.repetition())
          .put("technologyOrder", technologyOrder);
    }

    private void print(ObjectNode event) {
      out.println(JSON.writeValueAsString(event));
      out.flush();
    }
  }
}
