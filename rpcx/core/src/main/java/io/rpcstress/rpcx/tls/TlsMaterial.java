package io.rpcstress.rpcx.tls;

import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;

/** Where one side's certificates come from. Thread-safe. */
public interface TlsMaterial {
  /**
   * What a server's connections need, from what is there now.
   *
   * @return a new context, or the one that the application gives
   * @throws IOException if a file cannot be read
   * @throws GeneralSecurityException if it holds nothing that fits
   */
  SslContext server() throws IOException, GeneralSecurityException;

  /**
   * What a client's connections need, from what is there now.
   *
   * @return a new context, or the one that the application gives
   * @throws IOException if a file cannot be read
   * @throws GeneralSecurityException if it holds nothing that fits
   */
  SslContext client() throws IOException, GeneralSecurityException;

  /** The files that it is read from, which may be replaced; empty if there are none. */
  List<Path> files();

  /** Whether the application gives the context of each connection. */
  default boolean changes() {
    return false;
  }
}
