package io.rpcstress.rpcx.tls;

import io.netty.handler.ssl.SslContext;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Contexts that the application makes.
 *
 * @param contexts called for each connection, so that it can give another one at any time
 */
public record GivenContexts(Supplier<SslContext> contexts) implements TlsMaterial {
  @Override
  public SslContext server() throws GeneralSecurityException {
    SslContext context = contexts.get();
    if (!context.isServer()) {
      throw new GeneralSecurityException("the given context is a client's, expected a server's");
    }
    return context;
  }

  @Override
  public SslContext client() throws GeneralSecurityException {
    SslContext context = contexts.get();
    if (!context.isClient()) {
      throw new GeneralSecurityException("the given context is a server's, expected a client's");
    }
    return context;
  }

  @Override
  public List<Path> files() {
    return List.of();
  }

  @Override
  public boolean changes() {
    return true;
  }
}
