package io.rpcstress.server.rpcx;

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
}
