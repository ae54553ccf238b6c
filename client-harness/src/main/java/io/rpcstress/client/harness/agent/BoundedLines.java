package io.rpcstress.client.harness.agent;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Lines of a stream whose other end decides how long they are, but not beyond a limit. */
final class BoundedLines {

  private static final int BUFFER_BYTES = 8192;

  private final InputStream in;
  private final int maxBytes;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int at;
  private int end;

  BoundedLines(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
  }

  /**
   * The next line without its end; null where there is none any more. A last line that nothing ends
   * is none: whoever wrote it died within it.
   */
  @Nullable String next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (true) {
      int from = at;
      while (at < end && buffer[at] != '\n') {
        at++;
      }
      if (line.size() + at - from > maxBytes) {
        throw new IOException("a line of more than %d bytes".formatted(maxBytes));
      }
      line.write(buffer, from, at - from);
      if (at < end) {
        at++;
        return line.toString(StandardCharsets.UTF_8);
      }
      at = 0;
      end = in.read(buffer);
      if (end < 0) {
        end = 0;
        return null;
      }
    }
  }
}
