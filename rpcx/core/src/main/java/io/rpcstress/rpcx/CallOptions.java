package io.rpcstress.rpcx;

import io.rpcstress.rpcx.wire.Metadata;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What calls differ in from what their interface declares; see {@link RPCX#with}. Immutable.
 *
 * <pre>{@code
 * GreeterClient patient = RPCX.with(greeter, CallOptions.ofDeadline(Duration.ofSeconds(30)));
 * RPCX.with(greeter, CallOptions.ofMetadata("tenant", "acme")).greet("Ada");
 * }</pre>
 */
public final class CallOptions {
  private static final CallOptions NONE = new CallOptions(null, Map.of());

  private final @Nullable Duration deadline;
  private final Map<String, String> metadata;

  private CallOptions(@Nullable Duration deadline, Map<String, String> metadata) {
    this.deadline = deadline;
    this.metadata = metadata;
  }

  /** Options with a {@link #deadline(Duration)} alone. */
  public static CallOptions ofDeadline(Duration value) {
    return NONE.deadline(value);
  }

  /** Options with one entry of {@link #metadata(String, String)} alone. */
  public static CallOptions ofMetadata(String key, String value) {
    return NONE.metadata(key, value);
  }

  /**
   * How long each call may take, instead of what its {@link Method} or the client sets. What a
   * handler calls still ends with the call that it serves.
   *
   * @param value 1 ms to a week
   * @return further options
   * @throws IllegalArgumentException if it is shorter or longer
   */
  public CallOptions deadline(Duration value) {
    Durations.check(
        "deadline", value, Duration.ofMillis(1), Duration.ofMillis(Limits.MAX_DEADLINE_MILLIS));
    return new CallOptions(value, metadata);
  }

  /**
   * Sends something beside the arguments, for {@link CallContext#metadata} of the handler.
   *
   * @param key at most 4,096 bytes of UTF-8; an entry of this key is replaced, a forwarded one too
   * @param value at most 4,096 bytes of UTF-8
   * @return further options
   * @throws IllegalArgumentException if a part is longer or no text, or there are 32 entries
   *     already
   */
  public CallOptions metadata(String key, String value) {
    Metadata.check(key);
    Metadata.check(value);
    Map<String, String> entries = new LinkedHashMap<>(metadata);
    entries.put(key, value);
    Metadata.checkSize(entries);
    return new CallOptions(deadline, Collections.unmodifiableMap(entries));
  }

  /** What {@link #deadline(Duration)} was given; null for what the method sets. */
  public @Nullable Duration deadline() {
    return deadline;
  }

  /** What calls send beside their arguments; unmodifiable. */
  public Map<String, String> metadata() {
    return metadata;
  }
}
