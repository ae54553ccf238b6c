package io.rpcstress.server.base;

import io.rpcstress.contract.Tls;
import io.rpcstress.contract.TlsSide;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How connections to a server are encrypted, where it can encrypt them. */
final class TlsOptions {

  @Option(
      names = "--tls",
      paramLabel = "MODE",
      defaultValue = "off",
      description =
          "off, on (clients verify this server) or mtls (it verifies them, too); each has its "
              + "own default port (default: ${DEFAULT-VALUE})")
  private Tls mode = Tls.OFF;

  @Option(
      names = "--tls-keys",
      paramLabel = "DIR",
      description =
          "folder made by \"client-harness tls-keys\" (default: $RPC_STRESS_TLS_KEYS, or the "
              + "folder tls beside the jar or above)")
  private @Nullable Path keys;

  Tls mode() {
    return mode;
  }

  /** What connections are encrypted with; null for plain ones. */
  @Nullable TlsSide side(Server server) {
    if (mode == Tls.OFF) {
      return null;
    }
    Path folder = keys;
    TlsSide side =
        TlsSide.server(mode, folder == null ? TlsSide.folderFor(server.getClass()) : folder);
    side.requireUsable();
    return side;
  }
}
