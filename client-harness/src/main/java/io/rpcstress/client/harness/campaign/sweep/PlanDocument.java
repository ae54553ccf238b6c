package io.rpcstress.client.harness.campaign.sweep;

import io.rpcstress.client.harness.plan.Documents;
import io.rpcstress.measure.record.SweepFile;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * A sweep's plan in its file: what its beginning writes, and what every later step reads.
 * Stateless.
 */
public final class PlanDocument {

  /** Of what is written; another one is not read, since it would mean something else. */
  private static final int VERSION = 2;

  private static final String VERSION_KEY = "version";
  private static final String KEY = "plan";

  private PlanDocument() {}

  /** Writes a plan into a sweep's file, which is not saved yet. */
  public static void put(SweepPlan plan, SweepFile file) {
    file.put(KEY, of(plan));
  }

  public static ObjectNode of(SweepPlan plan) {
    return Documents.tree(plan.reaching(Map.of())).put(VERSION_KEY, VERSION);
  }

  /**
   * The plan in a sweep's file.
   *
   * @throws IllegalArgumentException naming what is missing, or is not what it has to be
   */
  public static SweepPlan in(SweepFile file) {
    if (!(file.section(KEY) instanceof ObjectNode document)) {
      throw new IllegalArgumentException("it has no plan: begin another sweep");
    }
    int version = document.path(VERSION_KEY).asInt(0);
    if (version != VERSION) {
      throw new IllegalArgumentException(
          "plan.version is %d: %d expected; go on with the client-harness.jar that began the sweep"
              .formatted(version, VERSION));
    }
    return Documents.read(KEY, document.deepCopy().without(VERSION_KEY), SweepPlan.class);
  }
}
