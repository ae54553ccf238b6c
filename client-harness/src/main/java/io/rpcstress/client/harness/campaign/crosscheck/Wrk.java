package io.rpcstress.client.harness.campaign.crosscheck;

import io.rpcstress.client.harness.campaign.crosscheck.CrossCheck.Reading;
import io.rpcstress.client.harness.campaign.crosscheck.ForeignGenerator.ForeignLoad;
import io.rpcstress.contract.Greeting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/** For HTTP/1.1 with JSON: a connection for each call at a time. */
final class Wrk {

  private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?)(us|ms|s|m)");
  private static final Pattern RATE = Pattern.compile("(?m)^Requests/sec:\\s+(\\d+(?:\\.\\d+)?)");
  private static final Pattern BAD = Pattern.compile("(?m)^ *Non-2xx or 3xx responses: (\\d+)");
  private static final Pattern BROKEN =
      Pattern.compile(
          "(?m)^ *Socket errors: connect (\\d+), read (\\d+), write (\\d+), timeout (\\d+)");

  private static final Map<String, Double> MICROS =
      Map.of("us", 1.0, "ms", 1e3, "s", 1e6, "m", 6e7);

  private Wrk() {}

  static String document(ForeignLoad load) {
    String body = JsonMapper.shared().writeValueAsString(Map.of("name", load.name()));
    return """
        wrk.method = "POST"
        wrk.headers["Content-Type"] = "application/json"
        wrk.body = %s
        """
        .formatted(JsonMapper.shared().writeValueAsString(body));
  }

  static List<String> words(ForeignLoad load, Path document) {
    int threads = Math.min(load.threads(), Runtime.getRuntime().availableProcessors());
    return List.of(
        "--threads",
        Integer.toString(threads),
        "--connections",
        Integer.toString(load.threads()),
        "--duration",
        load.duration().toSeconds() + "s",
        "--latency",
        "--script",
        document.toString(),
        "http://" + load.server() + Greeting.HTTP_PATH);
  }

  static Reading reading(String output) {
    Matcher rate = RATE.matcher(output);
    if (!rate.find()) {
      throw new IllegalArgumentException("no line Requests/sec in what it printed");
    }
    long failed = 0;
    for (Pattern each : List.of(BAD, BROKEN)) {
      Matcher counts = each.matcher(output);
      for (int i = 1; counts.find(0) && i <= counts.groupCount(); i++) {
        failed += Long.parseLong(counts.group(i));
      }
    }
    return new Reading(
        Double.parseDouble(rate.group(1)),
        percentile(output, "50%"),
        percentile(output, "99%"),
        failed);
  }

  private static double percentile(String output, String name) {
    Matcher line = Pattern.compile("(?m)^ *" + name + "\\s+" + TIME.pattern()).matcher(output);
    return line.find()
        ? Double.parseDouble(line.group(1)) * MICROS.getOrDefault(line.group(2), Double.NaN)
        : Double.NaN;
  }
}
