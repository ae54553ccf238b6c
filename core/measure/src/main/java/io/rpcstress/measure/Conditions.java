package io.rpcstress.measure;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How one run's load was made: what must be equal before two numbers may be compared. */
public record Conditions(
    String operation,
    @Nullable Long payloadBytes,
    @Nullable Long replyBytes,
    String loop,
    String connectionPolicy,
    @Nullable Long connections) {

  public Conditions {
    operation = Objects.requireNonNullElse(operation, ""); // as a row without it has them
    connectionPolicy = Objects.requireNonNullElse(connectionPolicy, "");
  }

  Conditions opened(@Nullable Long number) {
    return new Conditions(operation, payloadBytes, replyBytes, loop, connectionPolicy, number);
  }

  /** Each thread waits for a reply before its next call. */
  public static final String CLOSED = "closed";

  /** Calls start when they are due, whatever became of the ones before. */
  public static final String OPEN = "open";
}
