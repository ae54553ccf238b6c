package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.TypeCodec;
import io.rpcstress.rpcx.value.OwnCodecs;
import java.util.List;

/** Servers whose connections the tests of this package make themselves. */
final class Servers {
  private Servers() {}

  /** A server for everybody, whose blocking methods run on the thread that calls. */
  static Server of(Limits limits, List<TypeCodec<?>> codecs, Object... providers) {
    return new Server(
        new ServerSettings(
            "127.0.0.1",
            0,
            null,
            1,
            List.of(providers),
            OwnCodecs.of(codecs),
            Runnable::run,
            token -> true,
            List.of(),
            null,
            limits,
            null,
            Quotas.NONE,
            false));
  }
}
