package io.rpcstress.rpcx.client;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Metadata;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.proto.RPCXRequest;
import io.rpcstress.rpcx.value.ValueCodec;
import io.rpcstress.rpcx.wire.Frames;
import io.rpcstress.rpcx.wire.Messages;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Has the generated code write the frames of one method's requests: those with metadata, and what
 * {@link RequestTemplate} is compared with. Thread-safe.
 */
final class RequestMessage {
  /** A request with the names alone. */
  private final RPCXRequest named;

  /** Parameters without values, which is what null is. */
  private final Parameter[] typed;

  private final ValueCodec[] codecs;

  /**
   * Prepares what is the same for every request.
   *
   * @param codecs one for each parameter
   */
  RequestMessage(String service, String method, ValueCodec[] codecs, boolean oneWay) {
    this.codecs = codecs;
    typed = new Parameter[codecs.length];
    for (int i = 0; i < codecs.length; i++) {
      typed[i] =
          Parameter.newBuilder().setTypeBytes(ByteString.copyFromUtf8(codecs[i].alias())).build();
    }
    named =
        RPCXRequest.newBuilder()
            .setServiceBytes(ByteString.copyFromUtf8(service))
            .setMethodBytes(ByteString.copyFromUtf8(method))
            .setOneWay(oneWay)
            .build();
  }

  /**
   * Writes a request's frame.
   *
   * @param id not 0, which Protobuf would leave out
   * @param deadlineMs what the request says, in ms; 0 for the connection's default
   * @throws IllegalArgumentException if an argument or the metadata cannot travel
   */
  byte[] frame(
      long id,
      @Nullable Object @Nullable [] arguments,
      Map<String, String> metadata,
      long deadlineMs) {
    RPCXRequest.Builder request = named.toBuilder().setId(id).setDeadlineMs((int) deadlineMs);
    for (int i = 0; i < codecs.length; i++) {
      Object argument = arguments == null ? null : arguments[i];
      if (argument == null) {
        request.addParameters(typed[i]);
      } else {
        request.addParameters(typed[i].toBuilder().setValue(codecs[i].encode(argument)).build());
      }
    }
    if (!metadata.isEmpty()) {
      metadata(request, metadata);
    }
    return Frames.of(Envelope.REQUEST_FIELD_NUMBER, request.build());
  }

  private static void metadata(RPCXRequest.Builder request, Map<String, String> metadata) {
    if (metadata.size() > Messages.MAX_METADATA) {
      throw new IllegalArgumentException(
          metadata.size() + " metadata entries, at most " + Messages.MAX_METADATA);
    }
    for (Map.Entry<String, String> entry : metadata.entrySet()) {
      request.addMetadata(
          Metadata.newBuilder()
              .setKey(bounded(entry.getKey()))
              .setValue(bounded(entry.getValue()))
              .build());
    }
  }

  private static String bounded(String part) {
    if (part.getBytes(StandardCharsets.UTF_8).length > Messages.MAX_METADATA_BYTES) {
      throw new IllegalArgumentException(
          "metadata with a part of more than " + Messages.MAX_METADATA_BYTES + " bytes");
    }
    return part;
  }
}
