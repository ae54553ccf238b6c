package io.rpcstress.client.harness.process;

import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.measure.ServiceRow;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a point reports, as JSON lines: what {@code --json} prints, and what a forked JVM sends its
 * parent. Each line is an object with an {@code event}: {@code run}, {@code client}, {@code rate},
 * {@code series}, {@code services}, {@code parent}, {@code warning} or {@code failed}.
 */
public final class PointEvents {

  private static final JsonMapper JSON =
      JsonMapper.builder().addMixIn(Cost.class, CostInLine.MixIn.class).build();

  /** Significant digits of a histogram: as many as a load records. */
  private static final int MAX_DIGITS = 3;

  /** Where compressed bytes begin in HdrHistogram's format, and the digits in what they were. */
  private static final int COMPRESSED_AT = 8;

  private static final int DIGITS_AT = 12;

  /** What a histogram of the format's second version begins with, beside the size of its words. */
  private static final int VERSION_2 = 0x1C849303;

  private static final int WORD_SIZE = 0xF0;

  private PointEvents() {}

  /**
   * A listener that prints each event as a line.
   *
   * @param point what the events are of: each names its technology, variant and repetition
   * @param technologyOrder the technology's place in the order in which its point is measured, from
   *     0
   */
  public static PointListener writer(PrintStream out, Point point, int technologyOrder) {
    return new Writer(out, point, technologyOrder);
  }

  /**
   * Passes what one line says on to a listener.
   *
   * @throws IllegalArgumentException if the line is no event
   */
  public static void read(String line, PointListener listener) {
    try {
      JsonNode event = JSON.readTree(line);
      switch (event.path("event").asString("")) {
        case "run" ->
            listener.run(
                JSON.treeToValue(event.required("run"), Run.class),
                histogram(event.path("histogram").asString("")));
        case "client" ->
            listener.client(
                JSON.treeToValue(event.required("run"), Run.class),
                histogram(event.path("histogram").asString("")));
        case "rate" ->
            listener.open(
                JSON.treeToValue(event.required("open"), OpenRun.class),
                histogram(event.path("response").asString("")),
                histogram(event.path("service").asString("")));
        case "series" ->
            listener.series(List.of(JSON.treeToValue(event.required("rows"), SeriesRow[].class)));
        case "services" ->
            listener.services(
                List.of(JSON.treeToValue(event.required("rows"), ServiceRow[].class)));
        case "parent" -> listener.parentCpu(event.required("cpuMs").asDouble());
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

  private static Histogram histogram(String base64) throws DataFormatException {
    byte[] bytes = Base64.getDecoder().decode(base64);
    checkDigits(bytes);
    try {
      return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
    } catch (RuntimeException e) { // of many kinds: the library trusts what it reads
      throw new DataFormatException("no histogram: " + e);
    }
  }

  /**
   * Sees that what becomes of a histogram's bytes takes no more memory than one of ours, of which
   * each further digit takes ten times as much: a hundred bytes may stand for fifty megabytes.
   */
  private static void checkDigits(byte[] bytes) throws DataFormatException {
    Inflater inflater = new Inflater();
    try {
      byte[] head = new byte[DIGITS_AT + Integer.BYTES];
      int from = Math.min(COMPRESSED_AT, bytes.length);
      inflater.setInput(bytes, from, bytes.length - from);
      boolean whole = inflater.inflate(head) == head.length;
      ByteBuffer fields = ByteBuffer.wrap(head);
      if (!whole
          || (fields.getInt(0) & ~WORD_SIZE) != VERSION_2
          || fields.getInt(DIGITS_AT) > MAX_DIGITS) {
        throw new DataFormatException("no histogram of %d digits at most".formatted(MAX_DIGITS));
      }
    } finally {
      inflater.end();
    }
  }

  private static String base64(Histogram histogram) {
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(bytes);
    byte[] exact = new byte[length];
    bytes.get(0, exact);
    return Base64.getEncoder().encodeToString(exact);
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
      event.put("histogram", base64(latencies));
      return event;
    }

    @Override
    public void open(OpenRun open, Histogram response, Histogram service) {
      ObjectNode event = event("rate");
      event.put("offeredPerSecond", open.offeredPerSecond());
      event.put("achievedPerSecond", open.achievedPerSecond());
      event.set("open", JSON.valueToTree(open));
      event.put("response", base64(response));
      event.put("service", base64(service));
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
