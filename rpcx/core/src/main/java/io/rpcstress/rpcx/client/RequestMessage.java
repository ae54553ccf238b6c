package io.rpcstress.rpcx.client;

import com.google.protobuf.CodedOutputStream;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.proto.RPCXRequest;
import io.rpcstress.rpcx.value.ValueCodec;
import io.rpcstress.rpcx.wire.Messages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Has the generated code write what follows the names in the requests of one method: in those with
 * metadata, and as what {@link RequestTemplate} is compared with. Parameters are without types,
 * too. Thread-safe.
 */
final class RequestMessage {
  /** A parameter without a value, which is what null is. */
  private static final Parameter NULL = Parameter.getDefaultInstance();

  private final int names;
  private final ValueCodec[] codecs;
  private final boolean oneWay;

  /**
   * Prepares what is the same for every request.
   *
   * @param names length of the fields with the method's names, in bytes
   * @param codecs one for each parameter
   */
  RequestMessage(int names, ValueCodec[] codecs, boolean oneWay) {
    this.names = names;
    this.codecs = codecs;
    this.oneWay = oneWay;
  }

  /**
   * Writes a request's frame but for its head.
   *
   * @param deadlineMs what the request says, in ms; 0 for the connection's default
   * @return the frame with room for its head, see {@link RequestHeads#room}
   * @throws IllegalArgumentException if an argument or the metadata cannot travel
   */
  byte[] frame(
      @Nullable Object @Nullable [] arguments, Map<String, String> metadata, long deadlineMs) {
    RPCXRequest.Builder request =
        RPCXRequest.newBuilder().setDeadlineMs((int) deadlineMs).setOneWay(oneWay);
    for (int i = 0; i < codecs.length; i++) {
      Object argument = arguments == null ? null : arguments[i];
      if (argument == null) {
        request.addParameters(NULL);
      } else {
        request.addParameters(Parameter.newBuilder().setValue(codecs[i].encode(argument)).build());
      }
    }
    if (!metadata.isEmpty()) {
      metadata(request, metadata);
    }
    RPCXRequest rest = request.build();
    int length = rest.getSerializedSize();
    byte[] frame = RequestHeads.room(names, length);
    try {
      rest.writeTo(CodedOutputStream.newInstance(frame, frame.length - length, length));
    } catch (IOException e) {
      // The array has the length that the message said it needs.
      throw new UncheckedIOException(e);
    }
    return frame;
  }

  private static void metadata(RPCXRequest.Builder request, Map<String, String> metadata) {
    if (metadata.size() > Messages.MAX_METADATA) {
      throw new IllegalArgumentException(
          metadata.size() + " metadata entries, at most " + Messages.MAX_METADATA);
    }
    for (Map.Entry<String, String> entry : metadata.entrySet()) {
      request.addMetadata(Messages.entry(entry.getKey(), entry.getValue()));
    }
  }
}
