package io.rpcstress.pack;

import com.google.protobuf.Descriptors.Descriptor;
import io.rpcstress.pack.Shape.Fields;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The request or the reply of a pack.
 *
 * @param shape what all its samples are
 * @param proto the same as a Protobuf message
 * @param samples one or more, as JSON
 * @param protobuf the same samples in Protobuf's encoding
 */
record Side(
    String role, Fields shape, Descriptor proto, List<JsonNode> samples, List<byte[]> protobuf) {

  Side {
    samples = List.copyOf(samples);
    protobuf = List.copyOf(protobuf);
  }
}
