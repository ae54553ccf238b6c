package io.rpcstress.pack.codec;

import java.io.IOException;

/** Objects of one class as bytes. Stateless; safe for many threads. */
public interface ObjectCodec {

  /** The object's bytes, in an array of their own. */
  byte[] encode(Object object) throws IOException;

  /** The object again. */
  Object decode(byte[] bytes) throws IOException;
}
