package io.rpcstress.pack.codec;

import io.rpcstress.contract.Encoding;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which generated classes a pack has: its entry {@value #ENTRY}. Immutable.
 *
 * @param requests names of the classes of the request, by the label of an encoding
 * @param replies the same of the reply; null where the request comes back
 */
public record PackDescription(Map<String, String> requests, @Nullable Map<String, String> replies) {

  public static final String ENTRY = "message.json";

  public static String requestsEntry(Encoding encoding) {
    return "samples/requests." + encoding.label();
  }

  public static String replyEntry(Encoding encoding) {
    return "samples/reply." + encoding.label();
  }
}
