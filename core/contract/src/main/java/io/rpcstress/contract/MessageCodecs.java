package io.rpcstress.contract;

import java.io.IOException;

/** What a pack offers to {@link MessagePack}: a service of the pack's own class loader. */
public interface MessageCodecs {

  /** The message in one encoding. */
  MessageCodec codec(Encoding encoding) throws IOException;
}
