package io.rpcstress.rpcx.bench;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.value.Codecs;
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

/** Numbers and texts to bytes and back: straight into an array, and by Protobuf's streams. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ValueBenchmark {
  private static final int ROOM = 64;

  /** The type of the value. */
  @Param({"int", "long", "double", "text"})
  public String type = "int";

  private final byte[] target = new byte[ROOM];
  private ValueCodec codec = new Codecs().of(int.class);
  private Object value = 0;
  private byte[] encoded = {};

  /** Makes a value of the type. */
  @Setup
  public void prepare() {
    switch (type) {
      case "int" -> set(int.class, 300);
      case "long" -> set(long.class, 1L << 50);
      case "double" -> set(double.class, Math.PI);
      default -> set(String.class, "0123456789abcdef");
    }
  }

  private void set(Class<?> of, Object some) {
    codec = new Codecs().of(of);
    value = some;
    encoded = codec.encode(some).toByteArray();
  }

  /** As a request's template and a reply write it, where the codec can. */
  @Benchmark
  public int writePlain() {
    int size = codec.plainSize(value);
    if (size < 0) {
      ByteString content = codec.encode(value);
      content.copyTo(target, 0);
      return content.size();
    }
    codec.writePlain(value, target, 0);
    return size;
  }

  /** As inside of lists and records. */
  @Benchmark
  public ByteString encode() {
    return codec.encode(value);
  }

  /** As an argument or a result is read. */
  @Benchmark
  public Object decode() {
    return codec.decode(encoded, 0, encoded.length);
  }
}
