package io.rpcstress.client.harness.campaign.sweep;

import io.rpcstress.client.harness.plan.Axis;
import io.rpcstress.client.harness.plan.CallsDocument;
import io.rpcstress.client.harness.plan.ClosedRuns;
import io.rpcstress.client.harness.plan.Freshness;
import io.rpcstress.client.harness.plan.JsonPart;
import io.rpcstress.client.harness.plan.StopRule;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.client.harness.plan.SweepOrder;
import io.rpcstress.client.harness.plan.UntilNarrow;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.record.SweepFile;
import io.rpcstress.measure.statistics.TargetWidth;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * A sweep's plan as a document: what its beginning writes into sweep.json, and what every later
 * step reads from there instead of options. Stateless.
 */
public final class PlanDocument {

  /** Of what is written; another one is not read, since it would mean something else. */
  private static final int VERSION = 1;

  private static final String KEY = "plan";

  private PlanDocument() {}

  /** Writes a plan into a sweep's file, which is not saved yet. */
  public static void put(SweepPlan plan, SweepFile file) {
    file.put(KEY, of(plan));
  }

  /** The plan in a sweep's file. */
  public static SweepPlan in(SweepFile file) {
    return read(file.section(KEY));
  }

  /** What is written: texts, numbers, lists and maps. */
  public static Map<String, Object> of(SweepPlan plan) {
    SweepGrid grid = plan.grid();
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("version", VERSION);
    document.put("technologies", grid.contenders().stream().map(PlanDocument::of).toList());
    document.put("threads", grid.threads().toString());
    if (!grid.isTimed() && !grid.isOpen()) {
      document.put("requests", grid.requests().toString());
    }
    document.put("requestMode", grid.mode().label());
    document.put("dimensions", grid.dimensions().values());
    if (grid.isOpen()) {
      document.put("loads", grid.loads().stream().map(CallsDocument::of).toList());
      document.put("start", plan.start());
    }
    if (!grid.payloads().isEmpty()) {
      document.put("payloads", grid.payloads());
    }
    document.put("order", of(grid.order()));
    if (grid.hasSteps()) {
      document.put("stopRule", plan.stopRule().label());
    }
    document.put("calls", CallsDocument.of(plan.calls()));
    document.put("runs", of(plan.runs()));
    Map<String, Object> servers = new LinkedHashMap<>();
    servers.put("fresh", plan.fresh().label());
    servers.put("warmupMillis", plan.warmup().toMillis());
    document.put("servers", servers);
    UntilNarrow until = plan.until();
    if (until != null) {
      document.put("until", of(until));
    }
    return document;
  }

  private static Map<String, Object> of(Contender contender) {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("technology", contender.technology());
    one.put("variant", contender.variant());
    if (!contender.own().values().isEmpty()) {
      one.put("dimensions", contender.own().values());
    }
    return one;
  }

  private static Map<String, Object> of(SweepOrder order) {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("points", order.points());
    one.put("repetitions", order.repetitions());
    one.put("seed", order.seed());
    one.put("technologiesShuffled", order.technologiesShuffled());
    return one;
  }

  private static Map<String, Object> of(ClosedRuns runs) {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("count", runs.count());
    one.put("requestMode", runs.mode().label());
    one.put("clients", runs.clients());
    one.put("inFlight", runs.inFlight());
    return one;
  }

  private static Map<String, Object> of(UntilNarrow until) {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("width", until.rule().width());
    one.put("minRounds", until.rule().minRounds());
    one.put("maxRounds", until.rule().maxRounds());
    Duration budget = until.budget();
    if (budget != null) {
      one.put("budgetMillis", budget.toMillis());
    }
    return one;
  }

  /** Reads what {@link #of} gave. */
  static SweepPlan read(JsonNode document) {
    JsonPart root = new JsonPart(KEY, document);
    int version = root.whole("version");
    if (version != VERSION) {
      throw new IllegalArgumentException(
          "plan.version is %d: %d expected; go on with the client-harness.jar that began the sweep"
              .formatted(version, VERSION));
    }
    JsonPart servers = root.part("servers");
    SweepGrid grid = grid(root);
    return new SweepPlan(
        grid,
        CallsDocument.calls(root.part("calls"), Freshness.CLIENT), // each point is told
        runs(root.part("runs")),
        Freshness.of(servers.text("fresh")),
        Duration.ofMillis(servers.large("warmupMillis")),
        root.has("until") ? until(root.part("until")) : null,
        root.text("start", OpenRun.ASYNC),
        stopRule(root, grid));
  }

  /** A plan from before there was a choice has none. */
  private static StopRule stopRule(JsonPart root, SweepGrid grid) {
    StopRule rule;
    try {
      rule = StopRule.of(root.text("stopRule", StopRule.UNLESS_SAID.label()));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("plan.stopRule " + e.getMessage(), e);
    }
    if (rule == StopRule.NONE) {
      checkEnd("threads", grid.threads());
      checkEnd("requests", grid.requests());
    }
    return rule;
  }

  /** Towards an open end one goes until a failed cell ends its row. */
  private static void checkEnd(String name, Axis axis) {
    if (axis.isOpenEnded()) {
      throw new IllegalArgumentException(
          "plan.stopRule %s leaves %s %s without an end: %s expected"
              .formatted(StopRule.NONE.label(), name, axis, StopRule.FAILED_CELL_ENDS_ROW.label()));
    }
  }

  private static SweepGrid grid(JsonPart root) {
    List<OfferedLoad> loads = root.parts("loads").stream().map(CallsDocument::load).toList();
    List<String> payloads = root.texts("payloads");
    List<?> places = loads.isEmpty() ? payloads : loads;
    return new SweepGrid(
        root.parts("technologies").stream().map(PlanDocument::contender).toList(),
        Axis.parse(root.text("threads")),
        places.isEmpty()
            ? Axis.parse(root.text("requests", SweepGrid.NO_REQUESTS.toString()))
            : SweepGrid.places(places),
        RequestMode.of(root.text("requestMode")),
        order(root.part("order")),
        new Dimensions(root.part("dimensions").allTexts()),
        loads,
        payloads);
  }

  private static Contender contender(JsonPart part) {
    Contender named = new Contender(part.text("technology"), part.text("variant"));
    return part.has("dimensions")
        ? named.with(new Dimensions(part.part("dimensions").allTexts()))
        : named;
  }

  private static SweepOrder order(JsonPart part) {
    return new SweepOrder(
        part.text("points"),
        part.whole("repetitions"),
        part.large("seed"),
        part.flag("technologiesShuffled"));
  }

  private static ClosedRuns runs(JsonPart part) {
    return new ClosedRuns(
        part.whole("count"),
        RequestMode.of(part.text("requestMode")),
        part.wholes("clients"),
        part.wholes("inFlight"));
  }

  private static UntilNarrow until(JsonPart part) {
    return new UntilNarrow(
        new TargetWidth(part.number("width"), part.whole("minRounds"), part.whole("maxRounds")),
        part.has("budgetMillis") ? Duration.ofMillis(part.large("budgetMillis")) : null);
  }
}
