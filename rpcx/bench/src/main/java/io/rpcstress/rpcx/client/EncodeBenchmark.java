package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.value.ValueCodec;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A request's frame, head included: from the prepared template and by the generated code. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EncodeBenchmark {
  private static final int BYTES = 64;

  /** Parameters: a text, five scalars, a record. */
  @Param({"text", "five", "record"})
  public String shape = "text";

  /** Version of the wire. */
  @Param({"1.0", "1.1", "1.2"})
  public String wire = "1.2";

  private RequestHeads heads = Fixtures.heads(wire);
  private Signature signature = Fixtures.SIGNATURE;
  private RequestTemplate template = new RequestTemplate(0, new ValueCodec[0], false);
  private RequestMessage message = new RequestMessage(0, new ValueCodec[0], false);
  private @Nullable Object[] arguments = {};
  private long id = 1;

  /** What a record costs. */
  record Point(String name, int x, long y) {}

  /** Prepares a method of this shape. */
  @Setup
  public void prepare() {
    heads = Fixtures.heads(wire);
    switch (shape) {
      case "text" -> method(Fixtures.codecs(String.class), "0123456789abcdef");
      case "five" ->
          method(
              Fixtures.codecs(String.class, int.class, long.class, boolean.class, byte[].class),
              "0123456789abcdef",
              1,
              1L << 50,
              true,
              new byte[BYTES]);
      default -> method(Fixtures.codecs(Point.class), new Point("0123456789abcdef", 1, 2));
    }
  }

  private void method(ValueCodec[] codecs, Object... values) {
    signature = Fixtures.signature(codecs);
    template = new RequestTemplate(signature.names().length, codecs, false);
    message = new RequestMessage(signature.names().length, codecs, false);
    arguments = values;
  }

  private byte[] headed(byte[] frame) {
    return heads.write(frame, signature, ++id);
  }

  /** By the template. */
  @Benchmark
  public byte[] template() {
    return headed(template.frame(arguments, 0));
  }

  /** By the generated code. */
  @Benchmark
  public byte[] generated() {
    return headed(message.frame(arguments, Map.of(), 0));
  }
}
