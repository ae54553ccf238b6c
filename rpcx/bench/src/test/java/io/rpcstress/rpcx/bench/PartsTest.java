package io.rpcstress.rpcx.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Every benchmark of a part still runs; what it measures here means nothing. */
class PartsTest {
  @Test
  void everyBenchmarkRuns() throws RunnerException {
    System.setProperty("jmh.ignoreLock", "true");
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .forks(0)
                    .warmupIterations(0)
                    .measurementIterations(1)
                    .measurementTime(TimeValue.milliseconds(1))
                    .shouldDoGC(false)
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .run();
    Set<String> ran =
        results.stream()
            .map(result -> result.getParams().getBenchmark())
            .collect(Collectors.toSet());
    Set<String> there =
        BenchmarkList.defaultList().getAll(null, List.of()).stream()
            .map(BenchmarkListEntry::getUsername)
            .collect(Collectors.toSet());
    assertThat(ran).isEqualTo(there).hasSizeGreaterThan(10);
  }
}
