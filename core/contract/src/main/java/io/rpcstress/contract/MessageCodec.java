package io.rpcstress.contract;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The requests and the reply of a pack in one encoding. Immutable; safe for many threads. */
public interface MessageCodec {

  /** One or more; each call takes the next. Unmodifiable. */
  List<Object> requests();

  /** What every request is answered by; null where the request itself comes back. */
  @Nullable Object reply();

  /** The mean size of the requests, bytes. */
  int requestBytes();

  /** The mean size of the replies, bytes. */
  int replyBytes();

  /** The size of the longest request or reply, bytes. */
  int longestBytes();

  byte[] encodeRequest(Object request) throws IOException;

  /** The request again. */
  Object decodeRequest(byte[] bytes) throws IOException;

  byte[] encodeReply(Object reply) throws IOException;

  /** The reply again. */
  Object decodeReply(byte[] bytes) throws IOException;
}
