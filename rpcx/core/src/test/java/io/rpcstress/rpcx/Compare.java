package io.rpcstress.rpcx;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Compares two builds of RPCX in one interleaved run: each round measures both, in turns, with a
 * client and a server of its own. For changes of the hot path; no test and no result.
 *
 * <pre>java -cp rpcx/target/test-classes io.rpcstress.rpcx.Compare OLD NEW [ROUNDS [THREADS]]</pre>
 *
 * <p>OLD and NEW are class paths: a jar that is shipped, such as server-rpcx.jar, or rpcx.jar and
 * what it needs. ROUNDS is 5 and THREADS, the callers that share a connection, 10,100 unless given
 * otherwise. Prints each round, and the median of each measure with the ratio of new to old, and
 * the lowest and the highest ratio of a round. Classes and allocated bytes are nearly the same in
 * every round; times are worth something as ratios only.
 */
final class Compare {
  private static final int COLD_CALLS = 500;
  private static final int LONE_CALLS = 50_000;
  private static final String ROUNDS = "5";
  private static final String THREADS = "10,100";
  private static final int CALLS = 100_000;
  private static final Pattern MEASURE = Pattern.compile("([a-z-]+) (\\d+)");
  private static final Pattern ROUND =
      Pattern.compile("([\\d,]+) calls/s, ([\\d.]+) us client CPU per call");

  private final String tests;
  private final Path log;
  private final int[] threads;

  private Compare(String tests, Path log, int[] threads) {
    this.tests = tests;
    this.log = log;
    this.threads = threads;
  }

  public static void main(String[] args) throws Exception {
    String wantedRounds = args.length > 2 ? args[2] : ROUNDS;
    String wantedThreads = args.length > 3 ? args[3] : THREADS;
    if (args.length < 2
        || args.length > 4
        || !wantedRounds.matches("[1-9]\\d{0,2}")
        || !wantedThreads.matches("[1-9]\\d{0,3}(,[1-9]\\d{0,3})*")) {
      System.err.println(
          "usage: Compare OLD NEW [ROUNDS [THREADS]]: two class paths, 1 to 999, such as 1,10,990");
      System.exit(2);
    }
    int rounds = Integer.parseInt(wantedRounds);
    int[] threads = Stream.of(wantedThreads.split(",")).mapToInt(Integer::parseInt).toArray();
    Path log = Files.createTempFile("rpcx-classes", ".log");
    try {
      Compare compare = new Compare(System.getProperty("java.class.path"), log, threads);
      List<Map<String, List<Double>>> measures =
          List.of(new LinkedHashMap<>(), new LinkedHashMap<>());
      for (int round = 0; round < rounds; round++) {
        for (int turn = 0; turn < 2; turn++) {
          int side = (round + turn) % 2;
          compare.measure(args[side], measures.get(side));
        }
        System.out.println("round " + (round + 1) + " of " + rounds + " over");
      }
      print(measures.get(0), measures.get(1));
    } finally {
      Files.deleteIfExists(log);
    }
  }

  private Process start(String build, List<String> options, String... program) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xss256k"));
    command.addAll(options);
    command.addAll(List.of("-cp", build + ":" + tests));
    command.addAll(Arrays.asList(program));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private static BufferedReader output(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private void measure(String build, Map<String, List<Double>> into)
      throws IOException, InterruptedException {
    Process server = start(build, List.of(), Bench.class.getName(), "serve");
    try (BufferedReader out = output(server)) {
      String port = out.readLine();
      if (port == null) {
        throw new IOException("no server of " + build);
      }
      client(build, List.of("-Xlog:class+load:file=" + log), "first", port, 1, into);
      try (Stream<String> lines = Files.lines(log)) {
        add(into, "classes", (double) lines.filter(line -> line.contains(" source: ")).count());
      }
      client(build, List.of(), "cold", port, COLD_CALLS, into);
      client(build, List.of(), "lone", port, LONE_CALLS, into);
      for (int callers : threads) {
        steady(build, port, callers, into);
      }
    } finally {
      server.destroy();
      int unused = server.waitFor();
    }
  }

  private void client(
      String build,
      List<String> options,
      String name,
      String port,
      int calls,
      Map<String, List<Double>> into)
      throws IOException, InterruptedException {
    Process client = start(build, options, FirstCall.class.getName(), port, String.valueOf(calls));
    try (BufferedReader out = output(client)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        Matcher found = MEASURE.matcher(line);
        if (found.matches()) {
          add(into, name + " " + found.group(1), Double.parseDouble(found.group(2)));
        }
      }
    }
    ended(client, build);
  }

  private void steady(String build, String port, int threads, Map<String, List<Double>> into)
      throws IOException, InterruptedException {
    Process client =
        start(
            build,
            List.of(),
            Bench.class.getName(),
            "call",
            port,
            String.valueOf(threads),
            String.valueOf(CALLS));
    String last = "";
    try (BufferedReader out = output(client)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        last = line;
      }
    }
    ended(client, build);
    Matcher found = ROUND.matcher(last);
    if (!found.matches()) {
      throw new IOException("the last round is \"" + last + "\"");
    }
    add(into, threads + " threads calls/s", Double.parseDouble(found.group(1).replace(",", "")));
    add(into, threads + " threads cpu-us a call", Double.parseDouble(found.group(2)));
  }

  private static void ended(Process client, String build) throws InterruptedException, IOException {
    if (client.waitFor() != 0) {
      throw new IOException("a client of " + build + " ended with " + client.exitValue());
    }
  }

  private static void add(Map<String, List<Double>> into, String measure, double value) {
    into.computeIfAbsent(measure, name -> new ArrayList<>()).add(value);
  }

  private static void print(Map<String, List<Double>> old, Map<String, List<Double>> current) {
    System.out.printf(
        "%-28s %12s %12s %8s %8s %8s%n", "median", "old", "new", "ratio", "lowest", "highest");
    for (Map.Entry<String, List<Double>> measure : old.entrySet()) {
      List<Double> other = current.get(measure.getKey());
      if (other != null) {
        double before = median(measure.getValue());
        double now = median(other);
        double[] ratios =
            IntStream.range(0, Math.min(other.size(), measure.getValue().size()))
                .mapToDouble(round -> other.get(round) / measure.getValue().get(round))
                .sorted()
                .toArray();
        System.out.printf(
            "%-28s %,12.1f %,12.1f %8.2f %8.2f %8.2f%n",
            measure.getKey(), before, now, now / before, ratios[0], ratios[ratios.length - 1]);
      }
    }
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
