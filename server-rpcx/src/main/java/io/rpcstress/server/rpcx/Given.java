package io.rpcstress.server.rpcx;

import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.server.base.CallCounter;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a call must bring: a parameter without a value is null on this wire. */
final class Given {
  private Given() {}

  static <T> T present(@Nullable T value, String what) {
    if (value == null) {
      throw new IllegalArgumentException("no " + what);
    }
    return value;
  }

  /** The answer to a call, counted; an {@link IllegalArgumentException} refuses the call. */
  static <A> A answered(CallCounter calls, Supplier<A> operation) {
    try {
      return calls.counted(operation);
    } catch (IllegalArgumentException notAllowed) {
      throw refusal(notAllowed);
    }
  }

  static RPCXException refusal(IllegalArgumentException why) {
    return RPCXException.withoutTrace(
        StatusCode.INVALID_ARGUMENT, String.valueOf(why.getMessage()));
  }
}
