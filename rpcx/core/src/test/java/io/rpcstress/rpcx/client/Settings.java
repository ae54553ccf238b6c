package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.Balancing;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.value.OwnCodecs;
import java.util.List;

/** What the tests of this package build clients with. */
final class Settings {
  private Settings() {}

  /** One connection to an address that the test gives, in clear text, and the defaults. */
  static ClientSettings of(Limits limits, OwnCodecs codecs, int attempts) {
    return new ClientSettings(
        null,
        0,
        List.of(),
        null,
        Balancing.ROUND_ROBIN,
        attempts,
        null,
        1,
        1,
        Limits.DEADLINE.toMillis(),
        codecs,
        null,
        List.of(),
        null,
        limits,
        false,
        false,
        true,
        List.of());
  }
}
