package io.rpcstress.client.harness.plan;

import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A point's task as a document: what a process that forks writes, and what the forked one reads
 * instead of options. Both are of one jar, so there is no version in it. Stateless.
 */
public final class PointDocument {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** A week: nobody waits longer for one process. */
  private static final long MAX_MILLIS = Duration.ofDays(7).toMillis();

  private static final Set<String> OF_TASK =
      Set.of("point", "calls", "fresh", "runs", "start", "fault", "endsAfterMillis");

  private static final Set<String> OF_POINT =
      Set.of(
          "technology",
          "variant",
          "threads",
          "requests",
          "requestMode",
          "repetition",
          "load",
          "dimensions");

  private PointDocument() {}

  /** The document of a task, JSON. */
  public static String of(PointTask task) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("point", of(task.point()));
    document.put("calls", CallsDocument.of(task.calls()));
    document.put("fresh", task.calls().serversAre().label());
    document.put("runs", task.runs());
    document.put("start", task.start());
    if (task.fault() != null) {
      document.put("fault", task.fault());
    }
    Duration time = task.endsAfter();
    if (time != null) {
      document.put("endsAfterMillis", time.toMillis());
    }
    return JSON.writeValueAsString(document);
  }

  private static Map<String, Object> of(Point point) {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("technology", point.technology());
    one.put("variant", point.variant());
    one.put("threads", point.threadNum());
    one.put("requests", point.requestNum());
    one.put("requestMode", point.requestMode().label());
    one.put("repetition", point.repetition());
    OfferedLoad load = point.offered();
    if (load != null) {
      one.put("load", CallsDocument.of(load));
    }
    one.put("dimensions", point.dimensions().values());
    return one;
  }

  /** Reads what {@link #of(PointTask)} gave. */
  public static PointTask read(String text) {
    JsonPart root;
    try {
      root = new JsonPart("task", JSON.readTree(text));
    } catch (JacksonException e) {
      throw new IllegalArgumentException("task is no JSON: " + e.getOriginalMessage(), e);
    }
    root.only(OF_TASK);
    Point point = point(root.part("point"));
    CallsDocument.checkCalls(root.part("calls"));
    return new PointTask(
        point,
        CallsDocument.calls(root.part("calls"), Freshness.of(root.text("fresh"))),
        runs(root),
        start(root),
        root.has("fault") ? root.text("fault") : null,
        root.has("endsAfterMillis") ? endsAfter(root) : null);
  }

  private static int runs(JsonPart root) {
    int runs = root.whole("runs");
    if (runs < 1) {
      throw new IllegalArgumentException("task.runs is " + runs + ": 1 or more expected");
    }
    return runs;
  }

  private static String start(JsonPart root) {
    String start = root.text("start");
    if (!start.equals(OpenRun.ASYNC) && !start.equals(OpenRun.THREADS)) {
      throw new IllegalArgumentException(
          "task.start is '%s': %s or %s expected".formatted(start, OpenRun.ASYNC, OpenRun.THREADS));
    }
    return start;
  }

  private static Duration endsAfter(JsonPart root) {
    long millis = root.large("endsAfterMillis");
    if (millis < 1 || millis > MAX_MILLIS) {
      throw new IllegalArgumentException(
          "task.endsAfterMillis is %d: 1 to %d expected".formatted(millis, MAX_MILLIS));
    }
    return Duration.ofMillis(millis);
  }

  private static Point point(JsonPart part) {
    part.only(OF_POINT);
    if (part.has("load")) {
      CallsDocument.checkLoad(part.part("load"));
    }
    return new Point(
        part.text("technology"),
        part.text("variant"),
        part.whole("threads"),
        part.whole("requests"),
        RequestMode.of(part.text("requestMode")),
        part.whole("repetition"),
        part.has("load") ? CallsDocument.load(part.part("load")) : null,
        new Dimensions(part.part("dimensions").allTexts()));
  }
}
