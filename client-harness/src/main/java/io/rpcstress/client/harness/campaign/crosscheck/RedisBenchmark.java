package io.rpcstress.client.harness.campaign.crosscheck;

import io.rpcstress.client.harness.campaign.crosscheck.CrossCheck.Reading;
import io.rpcstress.client.harness.campaign.crosscheck.ForeignGenerator.ForeignLoad;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** For Redis: a connection for each call at a time. It makes a number of calls, not for a time. */
final class RedisBenchmark {

  /** Name of the test, calls/s, then mean, min, p50, p95, p99 and max in ms. */
  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^\"[^\"]*\",\"([\\d.]+)\",\"[\\d.]+\",\"[\\d.]+\",\"([\\d.]+)\",\"[\\d.]+\",\"([\\d.]+)\"");

  private static final double MICROS_PER_MILLI = 1e3;

  private RedisBenchmark() {}

  static List<String> words(ForeignLoad load) {
    return List.of(
        "-h",
        load.server().host(),
        "-p",
        Integer.toString(load.server().port()),
        "-c",
        Integer.toString(load.threads()),
        "-n",
        Long.toString(Math.max(load.threads(), load.calls())),
        "--csv",
        "GREET",
        load.name());
  }

  static Reading reading(String output) {
    Matcher row = ROW.matcher(output);
    if (!row.find()) {
      throw new IllegalArgumentException("no row with numbers in what it printed");
    }
    return new Reading(
        Double.parseDouble(row.group(1)),
        Double.parseDouble(row.group(2)) * MICROS_PER_MILLI,
        Double.parseDouble(row.group(3)) * MICROS_PER_MILLI,
        0);
  }
}
