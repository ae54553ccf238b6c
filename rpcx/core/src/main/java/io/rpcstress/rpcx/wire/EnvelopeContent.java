package io.rpcstress.rpcx.wire;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.rpcstress.rpcx.proto.Envelope;
import java.io.IOException;

/**
 * Where an envelope's content stands that is not written in the usual way. Immutable.
 *
 * @param kind a field number of Envelope; 0 if none of a known kind is there
 * @param from the content's first index
 * @param to the index after its last byte
 */
record EnvelopeContent(int kind, int from, int to) {
  /**
   * Passes over an envelope.
   *
   * @throws MalformedFrameException if it is no Protobuf message
   */
  static EnvelopeContent of(byte[] bytes, int from, int to) {
    int kind = 0;
    int start = to;
    int end = to;
    try {
      CodedInputStream in = Messages.input(bytes, from, to);
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        int field = WireFormat.getTagFieldNumber(tag);
        if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED
            && field <= Envelope.CANCEL_FIELD_NUMBER) {
          // As in any Protobuf oneof, the last one counts.
          int length = in.readRawVarint32();
          kind = field;
          start = from + in.getTotalBytesRead();
          end = start + length;
          in.skipRawBytes(length);
        } else {
          Messages.skip(in, tag);
        }
      }
    } catch (IOException e) {
      throw Messages.noProtobuf(e);
    }
    return new EnvelopeContent(kind, start, end);
  }
}
