package io.rpcstress.server.socket;

import java.io.BufferedInputStream;
import java.io.InputStream;

/** What arrives on a connection, read as far as it is there. */
final class ReadAhead extends BufferedInputStream {

  ReadAhead(InputStream in, int bytes) {
    super(in, bytes);
  }

  /** Whether the next read does not wait for the peer. */
  boolean isAhead() {
    return pos < count;
  }
}
