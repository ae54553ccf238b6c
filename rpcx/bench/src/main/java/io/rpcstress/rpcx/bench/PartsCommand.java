package io.rpcstress.rpcx.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs the benchmarks of the parts. */
@Command(
    name = "parts",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Times the parts of a call with JMH: encode, decode, hand-over, dispatch, values.",
    footer = {
      "",
      "JMH's own command line, with all its options: java -cp rpcx-bench.jar org.openjdk.jmh.Main",
      "",
      "Examples:",
      "  java -jar rpcx-bench.jar parts",
      "  java -jar rpcx-bench.jar parts Encode Request --forks 5 --json parts.json"
    })
final class PartsCommand implements Callable<Integer> {
  private static final long ITERATION_MILLIS = 500;

  @Parameters(
      paramLabel = "PART",
      arity = "0..*",
      description = "Regular expressions of benchmarks (default: all).")
  private List<String> parts = new ArrayList<>();

  @Option(
      names = "--forks",
      paramLabel = "N",
      defaultValue = "2",
      description = "Processes of each; 0 for none but this (default: ${DEFAULT-VALUE}).")
  private int forks;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      defaultValue = "5",
      description =
          "Measured times half a second in each, after as many (default: ${DEFAULT-VALUE}).")
  private int iterations;

  @Option(names = "--json", paramLabel = "FILE", description = "Keep the results, too.")
  private String json = "";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws RunnerException {
    parts.forEach(this::check);
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .forks(forks)
            .warmupIterations(iterations)
            .warmupTime(TimeValue.milliseconds(ITERATION_MILLIS))
            .measurementIterations(iterations)
            .measurementTime(TimeValue.milliseconds(ITERATION_MILLIS))
            .jvmArgsAppend("-Xmx512m", "-XX:+UseSerialGC")
            .shouldFailOnError(true);
    parts.forEach(options::include);
    if (!json.isEmpty()) {
      options.resultFormat(ResultFormatType.JSON).result(json);
    }
    var unused = new Runner(options.build()).run();
    return 0;
  }

  /** JMH leaves out an expression that matches nothing, without a word. */
  private void check(String part) {
    OutputFormat silent = OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT);
    BenchmarkList all = BenchmarkList.defaultList();
    try {
      if (!all.find(silent, List.of(part), List.of()).isEmpty()) {
        return;
      }
    } catch (PatternSyntaxException wrong) {
      throw new ParameterException(
          spec.commandLine(), part + ": not a regular expression: " + wrong.getDescription());
    }
    String names =
        all.getAll(silent, List.of()).stream()
            .map(BenchmarkListEntry::getUsername)
            .map(name -> name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1))
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    throw new ParameterException(
        spec.commandLine(), part + ": no benchmark has that in its name; there are " + names);
  }
}
