package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.value.ValueCodec;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What becomes of a request's frame when it leaves: it gets its head, and for a peer of wire 1.0 or
 * 1.1 it is copied to get the types of its parameters. So 1.1 less 1.2 is what that copy costs.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HeadBenchmark {
  /** Version of the wire. */
  @Param({"1.0", "1.1", "1.2"})
  public String wire = "1.2";

  /** Length of the text that is the only parameter, in bytes. */
  @Param({"16", "1000", "65536"})
  public int bytes = 1;

  private final ValueCodec[] codecs = Fixtures.codecs(String.class);
  private final Signature signature = Fixtures.signature(codecs);
  private RequestHeads heads = Fixtures.heads(wire);
  private byte[] frame = {};
  private long id = 1;

  /** Writes a frame but for its head, and gives the method its number. */
  @Setup
  public void prepare() {
    heads = Fixtures.heads(wire);
    RequestTemplate template = new RequestTemplate(signature.names().length, codecs, false);
    frame = template.frame(new Object[] {"x".repeat(bytes)}, 0);
    byte[] unusedFirst = head();
  }

  /** The head, and the types where they are said. */
  @Benchmark
  public byte[] head() {
    return heads.write(frame, signature, ++id);
  }
}
