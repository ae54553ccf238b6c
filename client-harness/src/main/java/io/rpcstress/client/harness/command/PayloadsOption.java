package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.Workloads;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** What calls of a sweep carry, where its points differ in it. */
final class PayloadsOption {

  static final String NAME = "--payloads";

  @Option(
      names = NAME,
      split = ";",
      paramLabel = "TEXT;TEXT",
      description =
          "With --duration: several payloads separated by semicolons, each a point of its own, "
              + "for example 'elements=0;elements=100'. Each is a text as --payload takes it.")
  List<String> given = new ArrayList<>();

  void refuse() {
    if (!given.isEmpty()) {
      throw new Misuse(NAME + " belongs to timed loops: give --duration, too");
    }
  }

  /** What the points' calls carry, in the one spelling; empty where all carry the same. */
  List<String> carried(PointOptions point) {
    if (!given.isEmpty() && (point.payload != null || point.payloadBytes != null)) {
      throw new Misuse(NAME + " and --payload or --payload-bytes exclude each other: give one");
    }
    Set<String> carried = new LinkedHashSet<>();
    for (String each : given) {
      if (!carried.add(Workloads.sizes(point.calls(), each))) {
        throw new Misuse("%s names %s twice".formatted(NAME, each));
      }
    }
    return List.copyOf(carried);
  }
}
