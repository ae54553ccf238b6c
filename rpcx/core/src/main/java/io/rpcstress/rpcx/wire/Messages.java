package io.rpcstress.rpcx.wire;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import com.google.protobuf.WireFormat;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Metadata;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.proto.RPCXRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of an envelope out of part of an array, which may be reused afterwards. The
 * generated parsers would build whatever a frame holds before anybody could count, so requests are
 * passed over once before they are built, and unknown fields are dropped instead of kept: what a
 * message takes in memory is in proportion to its frame. Thread-safe, as it has no state.
 */
public final class Messages {
  /** Most metadata entries of a request or a reply. */
  public static final int MAX_METADATA = 32;

  /** Longest key or value in metadata, in bytes. */
  public static final int MAX_METADATA_BYTES = 4096;

  /** Deepest nesting of messages and unknown groups; the schema itself needs 1. */
  private static final int MAX_DEPTH = 8;

  private static final int REQUEST_TAG =
      Envelope.REQUEST_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

  private static final int REPLY_METADATA_TAG =
      RPCXReply.METADATA_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

  private Messages() {}

  /**
   * Reads a request.
   *
   * @param bytes the array
   * @param from the first byte's index
   * @param to the index after the last byte
   * @param maxParameters the most parameters that it may have
   * @param maxNameBytes the longest name of a service or method
   * @return the request
   * @throws MalformedFrameException if this is no RPCXRequest, or one beyond the limits
   */
  public static RPCXRequest request(
      byte[] bytes, int from, int to, int maxParameters, int maxNameBytes) {
    try {
      bound(input(bytes, from, to), maxParameters, maxNameBytes);
    } catch (IOException e) {
      throw noProtobuf(e);
    }
    return parse(RPCXRequest.parser(), bytes, from, to);
  }

  /**
   * Reads a reply.
   *
   * @param bytes the array
   * @param from the first byte's index
   * @param to the index after the last byte
   * @return the reply
   * @throws MalformedFrameException if this is no RPCXReply, or one with metadata beyond the limits
   */
  public static RPCXReply reply(byte[] bytes, int from, int to) {
    CodedInputStream in = input(bytes, from, to);
    try {
      int metadata = 0;
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        if (tag == REPLY_METADATA_TAG) {
          metadata = counted(metadata);
          entry(in);
        } else {
          skip(in, tag);
        }
      }
    } catch (IOException e) {
      throw noProtobuf(e);
    }
    return parse(RPCXReply.parser(), bytes, from, to);
  }

  /**
   * Reads a message that holds no more objects than it has fields.
   *
   * @param <T> the message's type
   * @param parser the message's generated parser
   * @param bytes the array
   * @param from the first byte's index
   * @param to the index after the last byte
   * @return the message, without fields that the schema does not know
   * @throws MalformedFrameException if the bytes are no such message
   */
  public static <T extends Message> T parse(Parser<T> parser, byte[] bytes, int from, int to) {
    CodedInputStream in = input(bytes, from, to);
    try {
      T message = DiscardUnknownFieldsParser.wrap(parser).parseFrom(in);
      in.checkLastTagWas(0);
      return message;
    } catch (IOException e) {
      throw noProtobuf(e);
    }
  }

  /**
   * The id of a request whose frame is refused, if it stands where every known client writes it: as
   * the first field of the first message of the envelope.
   *
   * @param bytes the array
   * @param from the first index of the frame's body
   * @param to the index after the last byte that is there, which may be before the body's end
   * @param ids how ids are written
   * @return the id, or null if this is no request or its id has not come
   */
  static @Nullable Long requestId(byte[] bytes, int from, int to, CallIds ids) {
    CodedInputStream in = input(bytes, from, to);
    try {
      if (in.readTag() != REQUEST_TAG) {
        return null;
      }
      int unusedLength = in.readRawVarint32();
      int tag = in.readTag();
      if (tag == Fields.ID_KEY) {
        return in.readFixed64();
      }
      return tag == Fields.OFFSET_KEY && ids.agreed()
          ? (Long) ids.of(0, in.readRawVarint64())
          : null;
    } catch (IOException e) {
      return null;
    }
  }

  /**
   * The metadata of a request or a reply.
   *
   * @param metadata its entries
   * @return an unmodifiable map in the order of the wire; of equal keys the last one counts
   */
  public static Map<String, String> metadata(List<Metadata> metadata) {
    int count = metadata.size();
    if (count == 0) {
      return Map.of();
    }
    Map<String, String> entries = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      Metadata entry = metadata.get(i);
      entries.put(entry.getKey(), entry.getValue());
    }
    return Collections.unmodifiableMap(entries);
  }

  /**
   * A metadata entry that may travel.
   *
   * @param key at most {@link #MAX_METADATA_BYTES}
   * @param value at most {@link #MAX_METADATA_BYTES}
   * @return the entry
   * @throws IllegalArgumentException if either is longer
   */
  public static Metadata entry(String key, String value) {
    return Metadata.newBuilder().setKey(bounded(key)).setValue(bounded(value)).build();
  }

  private static String bounded(String part) {
    if (part.getBytes(StandardCharsets.UTF_8).length > MAX_METADATA_BYTES) {
      throw new IllegalArgumentException(
          "metadata with a part of more than " + MAX_METADATA_BYTES + " bytes");
    }
    return part;
  }

  /** A stream over part of an array, with the limits that all of the wire has. */
  static CodedInputStream input(byte[] bytes, int from, int to) {
    CodedInputStream in = CodedInputStream.newInstance(bytes, from, to - from);
    int unusedDepth = in.setRecursionLimit(MAX_DEPTH);
    int unusedSize = in.setSizeLimit(to - from);
    return in;
  }

  static MalformedFrameException noProtobuf(IOException problem) {
    return new MalformedFrameException("no Protobuf message: " + problem.getMessage());
  }

  /**
   * Passes over a field that is of no interest.
   *
   * @param in where the field's key was just read
   * @param tag the key
   * @throws IOException if the field is cut off or is no field
   */
  public static void skip(CodedInputStream in, int tag) throws IOException {
    if (!in.skipField(tag)) {
      throw new MalformedFrameException("the end of a group that did not begin");
    }
  }

  /** Counts and measures what the parser would turn into objects. */
  private static void bound(CodedInputStream in, int maxParameters, int maxNameBytes)
      throws IOException {
    int parameters = 0;
    int metadata = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
        skip(in, tag);
        continue;
      }
      switch (WireFormat.getTagFieldNumber(tag)) {
        case RPCXRequest.SERVICE_FIELD_NUMBER, RPCXRequest.METHOD_FIELD_NUMBER ->
            part(in, maxNameBytes, "a name");
        case RPCXRequest.PARAMETERS_FIELD_NUMBER -> {
          if (++parameters > maxParameters) {
            throw new MalformedFrameException("more than " + maxParameters + " parameters");
          }
          skip(in, tag);
        }
        case RPCXRequest.METADATA_FIELD_NUMBER -> {
          metadata = counted(metadata);
          entry(in);
        }
        default -> skip(in, tag);
      }
    }
  }

  private static int counted(int entries) {
    if (entries == MAX_METADATA) {
      throw new MalformedFrameException("more than " + MAX_METADATA + " metadata entries");
    }
    return entries + 1;
  }

  private static void entry(CodedInputStream in) throws IOException {
    int outer = in.pushLimit(in.readRawVarint32());
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
        part(in, MAX_METADATA_BYTES, "a key or value in metadata");
      } else {
        skip(in, tag);
      }
    }
    in.popLimit(outer);
  }

  private static void part(CodedInputStream in, int maxBytes, String what) throws IOException {
    int length = in.readRawVarint32();
    if (length > maxBytes) {
      throw new MalformedFrameException(what + " of more than " + maxBytes + " bytes");
    }
    in.skipRawBytes(length);
  }
}
