package io.rpcstress.client.harness.campaign.crosscheck;

import io.rpcstress.client.harness.campaign.crosscheck.CrossCheck.Reading;
import io.rpcstress.client.harness.campaign.crosscheck.ForeignGenerator.ForeignLoad;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** For gRPC, with as many connections as the harness' channel has. */
final class Ghz {

  /** What of core/contract's greet.proto it calls. */
  static final String PROTO =
      """
      syntax = "proto3";
      package rpcstress.greet.v1;
      service Greeter {
        rpc Greet(GreetRequest) returns (GreetReply);
      }
      message GreetRequest {
        string name = 1;
      }
      message GreetReply {
        string message = 1;
      }
      """;

  private static final double NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);
  private static final int MEDIAN = 50;
  private static final int NINETY_NINTH = 99;

  private Ghz() {}

  static List<String> words(ForeignLoad load, Path document) {
    List<String> words = new ArrayList<>(closedLoop(load, document));
    Integer rate = load.rate();
    if (rate != null) {
      words.addAll(0, List.of("--async", "--rps", rate.toString()));
    }
    return words;
  }

  private static List<String> closedLoop(ForeignLoad load, Path document) {
    return List.of(
        "--insecure",
        "--proto",
        document.toString(),
        "--call",
        "rpcstress.greet.v1.Greeter.Greet",
        "--data",
        JsonMapper.shared().writeValueAsString(Map.of("name", load.name())),
        "--concurrency",
        Integer.toString(load.threads()),
        "--connections",
        Integer.toString(load.connections()),
        "--duration",
        load.duration().toMillis() + "ms",
        "--duration-stop",
        "wait",
        "--format",
        "json",
        load.server().toString());
  }

  static Reading reading(String output) {
    try {
      JsonNode root = JsonMapper.shared().readTree(output);
      long good = root.path("statusCodeDistribution").path("OK").asLong(0);
      double seconds = root.path("total").asDouble(0) / TimeUnit.SECONDS.toNanos(1);
      if (good == 0 || seconds <= 0) {
        throw new IllegalArgumentException("no good call in its report");
      }
      return new Reading(
          good / seconds,
          percentile(root, MEDIAN),
          percentile(root, NINETY_NINTH),
          root.path("count").asLong(good) - good);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("its report is no JSON", e);
    }
  }

  private static double percentile(JsonNode root, int percent) {
    for (JsonNode each : root.path("latencyDistribution")) {
      if (each.path("percentage").asInt(0) == percent) {
        return each.path("latency").asDouble(Double.NaN) / NANOS_PER_MICRO;
      }
    }
    return Double.NaN;
  }
}
