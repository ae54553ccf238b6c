package io.rpcstress.rpcx.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a fresh client process loads and compiles, of technologies side by side. */
@Command(
    name = "startup",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Counts the classes that a fresh client loads and the methods that it compiles.",
    description = {
      "Starts client-harness.jar for its first calls to servers that run, again and again, in turns,",
      "and prints medians. More calls show when compiling is over. Times are the work of",
      "client-harness coldstart: logging takes some here. null is the harness without a technology."
    },
    footer = {
      "",
      "Exit codes: 0 all counted, 1 something could not be, 2 misuse.",
      "",
      "Examples:",
      "  deploy/servers.sh start rpcx grpc",
      "  java -jar rpcx-bench.jar startup --harness client-harness/target/client-harness.jar",
      "  java -jar rpcx-bench.jar startup --harness client-harness.jar --calls 1,100,25000,100000"
    })
final class StartUpCommand implements Callable<Integer> {
  private static final int MAX_ROUNDS = 1000;
  private static final int MAX_CALLS = 10_000_000;
  private static final long PROCESS_MINUTES = 10;
  private static final Pattern CPU = Pattern.compile("first-calls .*\\bcpuNanos=(\\d+).*");

  /** Number, flags, tier, method: a method that was compiled, in whichever tier. */
  private static final Pattern COMPILED =
      Pattern.compile(".*\\[jit,compilation\\s*\\]\\s+\\d+[\\s%sbn!]+([1-4])\\s+\\S+::\\S+.*\\)");

  private static final String LOADED = " source: ";
  private static final String LAST_TIER = "4";
  private static final double NANOS_PER_MILLI = 1e6;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--harness",
      required = true,
      split = ",",
      paramLabel = "JAR",
      description = "client-harness.jar, with drivers beside it; or several builds of it.")
  private List<Path> harnesses = List.of();

  @Option(
      names = "--protocol",
      split = ",",
      paramLabel = "NAME[@VARIANT]",
      defaultValue = "null,rpcx,grpc",
      description = "Technologies (default: ${DEFAULT-VALUE}).")
  private List<String> protocols = List.of();

  @Option(
      names = "--calls",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,100",
      description = "Calls that each process makes, one by one (default: ${DEFAULT-VALUE}).")
  private List<Integer> calls = List.of();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "Processes of each (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description = "Where the servers are (default: ${DEFAULT-VALUE}).")
  private String host = "";

  @Option(
      names = "--port",
      paramLabel = "T=N",
      description = "Port of a technology, as client-harness has it.")
  private List<String> ports = new ArrayList<>();

  /** What one process did. */
  private record Sample(long classes, long compiled, long last, double cpuMillis) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Bounds.check(spec, "--rounds", rounds, MAX_ROUNDS);
    for (int each : calls) {
      Bounds.check(spec, "--calls", each, MAX_CALLS);
    }
    for (Path harness : harnesses) {
      if (!Files.isRegularFile(harness)) {
        throw new ParameterException(
            spec.commandLine(), "--harness " + harness + ": there is no such file");
      }
    }
    Map<String, List<Sample>> samples = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      for (int count : calls) {
        for (String protocol : protocols) {
          for (int build = 0; build < harnesses.size(); build++) {
            samples
                .computeIfAbsent(key(protocol, build, count), unused -> new ArrayList<>())
                .add(sample(harnesses.get(build), protocol, count));
          }
        }
      }
    }
    print(samples);
    return 0;
  }

  private String key(String protocol, int build, int count) {
    String which = harnesses.size() == 1 ? "" : " jar " + (build + 1);
    return "%-20s %,9d".formatted(protocol + which, count);
  }

  private Sample sample(Path harness, String protocol, int count)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("rpcx-startup");
    Path log = folder.resolve("jvm.log");
    Path out = folder.resolve("out");
    try {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-XX:+UseSerialGC", "-Xss256k"));
      command.add("-Xlog:class+load=info,jit+compilation=debug:file=" + log + "::filecount=0");
      command.addAll(List.of("-jar", harness.toString(), "first-calls", "--protocol", protocol));
      command.addAll(List.of("--calls", Integer.toString(count), "--host", host));
      for (String port : ports) {
        command.addAll(List.of("--port", port));
      }
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(out.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      if (!process.waitFor(PROCESS_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new IOException(protocol + " took longer than " + PROCESS_MINUTES + " minutes");
      }
      Matcher cpu = CPU.matcher(Files.readString(out).trim());
      if (process.exitValue() != 0 || !cpu.find()) {
        throw new IOException(protocol + " made no calls: does its server run?");
      }
      return count(log, Long.parseLong(cpu.group(1)) / NANOS_PER_MILLI);
    } finally {
      Files.deleteIfExists(log);
      Files.deleteIfExists(out);
      Files.deleteIfExists(folder);
    }
  }

  private static Sample count(Path log, double cpuMillis) throws IOException {
    long classes = 0;
    long compiled = 0;
    long last = 0;
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      for (String line : (Iterable<String>) lines::iterator) {
        if (line.contains(LOADED)) {
          classes++;
        } else {
          Matcher method = COMPILED.matcher(line);
          if (method.matches()) {
            compiled++;
            last += LAST_TIER.equals(method.group(1)) ? 1 : 0;
          }
        }
      }
    }
    return new Sample(classes, compiled, last, cpuMillis);
  }

  private static void print(Map<String, List<Sample>> samples) {
    System.out.printf(
        "%-20s %9s %9s %9s %9s %9s%n", "median", "calls", "classes", "compiled", "by C2", "CPU ms");
    samples.forEach(
        (key, of) ->
            System.out.printf(
                "%s %,9.0f %,9.0f %,9.0f %,9.0f%n",
                key,
                median(of.stream().mapToDouble(Sample::classes).toArray()),
                median(of.stream().mapToDouble(Sample::compiled).toArray()),
                median(of.stream().mapToDouble(Sample::last).toArray()),
                median(of.stream().mapToDouble(Sample::cpuMillis).toArray())));
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    int middle = values.length / 2;
    return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }
}
