package io.rpcstress.rpcx.tls;

import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * What new connections of one side are encrypted with. Where that is requested, a thread looks at
 * the files and reads them again when one of them has changed; connections that are open keep what
 * they began with. What cannot be used is logged, once, and changes nothing. Thread-safe.
 */
public final class TlsContexts implements AutoCloseable {
  private final TlsMaterial material;
  private final boolean server;
  private final @Nullable ScheduledExecutorService watch;
  private volatile SslContext current;

  /** Confined to the watching thread, once that runs. */
  private String stamp;

  /** The files that could not be used last; confined in the same way. */
  private String failed = "";

  /**
   * Reads what is there.
   *
   * @param material where it comes from
   * @param server whether it is for a server
   * @param reloadEvery how often to look whether files have changed, or null for never
   * @throws IllegalArgumentException if it cannot be used
   */
  public TlsContexts(TlsMaterial material, boolean server, @Nullable Duration reloadEvery) {
    this.material = material;
    this.server = server;
    stamp = stamp();
    try {
      current = make();
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      throw new IllegalArgumentException("TLS cannot be set up: " + e.getMessage(), e);
    }
    if (reloadEvery == null || material.files().isEmpty()) {
      watch = null;
    } else {
      watch =
          Executors.newSingleThreadScheduledExecutor(
              new DefaultThreadFactory("rpcx-certificates", true));
      var unused =
          watch.scheduleWithFixedDelay(
              this::look, reloadEvery.toNanos(), reloadEvery.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private SslContext make() throws IOException, GeneralSecurityException {
    return server ? material.server() : material.client();
  }

  /**
   * What the next connection is encrypted with.
   *
   * @throws IllegalStateException if the application gave a context that does not fit
   */
  public SslContext current() {
    if (material.changes()) {
      try {
        return make();
      } catch (IOException | GeneralSecurityException e) {
        throw new IllegalStateException("TLS: " + e.getMessage(), e);
      }
    }
    return current;
  }

  private void look() {
    String now = "";
    try {
      now = stamp();
      if (!now.equals(stamp)) {
        current = make();
        // Only now: what failed for another reason than the files is tried again at the next look.
        stamp = now;
        failed = "";
        LoggerFactory.getLogger(TlsContexts.class)
            .info("new connections use the certificates of {}", material.files());
      }
    } catch (Throwable t) {
      // Whatever it is: the next look must come.
      if (!now.equals(failed)) {
        failed = now;
        LoggerFactory.getLogger(TlsContexts.class)
            .warn(
                "{} cannot be used, new connections go on with what was read before: {}",
                material.files(),
                t.toString());
      }
    }
  }

  /** What shows whether a file was replaced or written to. */
  private String stamp() {
    StringBuilder stamp = new StringBuilder();
    for (Path file : material.files()) {
      try {
        BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
        stamp.append(is.lastModifiedTime()).append(' ').append(is.size()).append(' ');
        stamp.append(is.fileKey()).append(';');
      } catch (IOException e) {
        stamp.append("none;");
      }
    }
    return stamp.toString();
  }

  /** Looks at no file any more. */
  @Override
  public void close() {
    if (watch != null) {
      watch.shutdownNow();
    }
  }
}
