package io.rpcstress.message;

import io.rpcstress.contract.Encoding;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a pack says of itself: its entry {@value #ENTRY}. Immutable.
 *
 * @param format {@value #FORMAT}; another one is refused
 * @param name as in files and tables: lower-case letters, digits, dashes
 * @param requests names of the classes of the request, by the label of an encoding
 * @param replies the same of the reply; null where the request comes back
 */
public record PackDescription(
    int format, String name, Map<String, String> requests, @Nullable Map<String, String> replies) {

  public static final int FORMAT = 1;
  public static final String ENTRY = "message.json";

  /** Where the requests of an encoding are in the pack. */
  public static String requestsEntry(Encoding encoding) {
    return "samples/requests." + encoding.label();
  }

  /** Where the reply of an encoding is in the pack. */
  public static String replyEntry(Encoding encoding) {
    return "samples/reply." + encoding.label();
  }
}
