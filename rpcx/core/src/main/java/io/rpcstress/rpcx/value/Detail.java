package io.rpcstress.rpcx.value;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.util.Optional;

/**
 * What a server reports of a failure beside its message: bytes that are a value only for who asks
 * for its type. Immutable and thread-safe.
 *
 * @param alias the type on the wire
 * @param content the value's content
 * @param own what the application's classes are carried by
 * @param maxObjects how many objects the value may become
 */
public record Detail(String alias, ByteString content, OwnCodecs own, int maxObjects) {
  /** Longest alias and content together, in bytes. */
  public static final int MAX_BYTES = 8 * 1024;

  /**
   * The detail as a value.
   *
   * @param type the class that is expected
   * @return the value, or nothing if it is of another type or unreadable
   * @throws IllegalArgumentException if no value of the type can travel
   */
  public <T> Optional<T> read(Class<T> type) {
    ValueCodec codec = new Codecs(own).of(type);
    if (!codec.alias().equals(alias)) {
      return Optional.empty();
    }
    try {
      Object value = codec.decode(content, codec.budget(maxObjects));
      return type.isInstance(value) ? Optional.of(type.cast(value)) : Optional.empty();
    } catch (MalformedFrameException e) {
      return Optional.empty();
    }
  }
}
