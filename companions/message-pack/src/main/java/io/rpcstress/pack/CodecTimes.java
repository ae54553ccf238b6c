package io.rpcstress.pack;

import io.rpcstress.contract.Encoding;
import io.rpcstress.contract.MessageCodec;
import io.rpcstress.contract.MessagePack;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/**
 * How long the codecs of a pack take alone, without a transport: by JMH, in JVMs of their own.
 *
 * @param forks JVMs for each number; 0 measures in this one
 * @param iteration what one mean is taken over
 */
record CodecTimes(int forks, TimeValue iteration) {
  static final CodecTimes DEFAULT = new CodecTimes(3, TimeValue.seconds(1));

  private static final int WARMUP_ITERATIONS = 3;
  private static final int ITERATIONS = 5;
  private static final List<String> SIDES = List.of("request", CodecBenchmark.REPLY);
  private static final List<String> WORK = List.of("encode", "decode");

  /** Measures all encodings, and prints a line for each as soon as it is known. */
  void print(Path file, MessagePack pack, PrintWriter console) throws IOException {
    List<String> sides =
        SIDES.subList(0, pack.codec(Encoding.JSON).reply() == null ? 1 : SIDES.size());
    console.printf(
        "ns, mean of %d JVMs x %d iterations of %s (lowest to highest iteration); takes %s%n%n",
        forks, ITERATIONS, iteration, duration(sides.size()));
    console.printf("%-10s %-8s %10s %30s %30s%n", "encoding", "of", "bytes", "encode", "decode");
    for (Encoding encoding : Encoding.values()) {
      MessageCodec codec = pack.codec(encoding);
      for (String side : sides) {
        long bytes = side.equals(CodecBenchmark.REPLY) ? codec.replyBytes() : codec.requestBytes();
        console.printf("%-10s %-8s %,10d", encoding.label(), side, bytes);
        for (String work : WORK) {
          Statistics nanos = nanos(file, encoding, side, work);
          String range = "(%,.0f to %,.0f)".formatted(nanos.getMin(), nanos.getMax());
          console.printf(" %,10.0f %-19s", nanos.getMean(), range);
          console.flush();
        }
        console.println();
      }
    }
    console.printf(
        "%nA call encodes and decodes the request and the reply%s, each once.%n",
        sides.size() == 1 ? ", which is the request" : "");
    console.flush();
  }

  private String duration(int sides) {
    long seconds =
        (WARMUP_ITERATIONS + ITERATIONS)
            * iteration.convertTo(TimeUnit.SECONDS)
            * Math.max(1, forks)
            * sides
            * WORK.size()
            * Encoding.values().length;
    return "about %d min".formatted(Math.round(seconds / 60.0 + 0.5));
  }

  private Statistics nanos(Path pack, Encoding encoding, String side, String work)
      throws IOException {
    Options options =
        new OptionsBuilder()
            .include("\\Q%s.%s\\E$".formatted(CodecBenchmark.class.getName(), work))
            .param("pack", pack.toAbsolutePath().toString())
            .param("encoding", encoding.label())
            .param("side", side)
            .mode(Mode.AverageTime)
            .timeUnit(TimeUnit.NANOSECONDS)
            .forks(forks)
            .warmupIterations(WARMUP_ITERATIONS)
            .warmupTime(iteration)
            .measurementIterations(ITERATIONS)
            .measurementTime(iteration)
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true)
            .build();
    try {
      return new Runner(options).runSingle().getPrimaryResult().getStatistics();
    } catch (RunnerException e) {
      throw new IOException(encoding.label() + ": " + e.getMessage(), e);
    }
  }
}
