package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.value.ValueCodec;
import io.rpcstress.rpcx.wire.FieldWriter;
import io.rpcstress.rpcx.wire.Fields;
import io.rpcstress.rpcx.wire.Frames;
import io.rpcstress.rpcx.wire.Varints;
import java.nio.charset.StandardCharsets;

/**
 * What a method's number stands for: its names, and the types of its parameters, as bytes of a
 * request. A request is written without types, since most leave that way; this puts them in where
 * they must be sent. Immutable and thread-safe.
 */
final class Signature {
  private final byte[] names;
  private final byte[][] types;
  private final String key;

  /**
   * Prepares what is the same for every request.
   *
   * @param service the published name of a service
   * @param method the published name of a method
   * @param parameters one codec for each parameter
   * @throws IllegalArgumentException if a name is empty or too long
   */
  Signature(String service, String method, ValueCodec[] parameters) {
    names = Frames.names(service, method);
    types = new byte[parameters.length][];
    StringBuilder all = new StringBuilder(new String(names, StandardCharsets.ISO_8859_1));
    for (int i = 0; i < parameters.length; i++) {
      types[i] = new FieldWriter().text(Fields.TYPE_KEY, parameters[i].alias()).bytes();
      all.append(new String(types[i], StandardCharsets.ISO_8859_1));
    }
    key = all.toString();
  }

  /** The fields of a request with the names; not to be changed. */
  byte[] names() {
    return names;
  }

  /** The bytes of names and types as a text: its lengths distinguish what is alike when joined. */
  String key() {
    return key;
  }

  /**
   * The most that a frame takes on any connection: with names, number and types.
   *
   * @param frame an array of {@link RequestHeads#room}, its parameters without types
   * @return its length, in bytes
   */
  int frameBytes(byte[] frame) {
    if (types.length == 0) {
      return frame.length;
    }
    long message = Frames.messageLength(frame.length) + typesBytes(frame);
    return (int) Math.min(Integer.MAX_VALUE, Integer.BYTES + Fields.size(message));
  }

  /**
   * A frame with the types of its parameters.
   *
   * @param frame an array of {@link RequestHeads#room}, its parameters without types; it stays as
   *     it is
   * @return another one, or the same if there are no parameters
   */
  byte[] withTypes(byte[] frame) {
    if (types.length == 0) {
      return frame;
    }
    int at = parametersAt(frame);
    long rest = frame.length - at + typesBytes(frame);
    byte[] typed = RequestHeads.room(names.length, rest);
    int to = typed.length - (int) rest;
    for (byte[] type : types) {
      int content = (int) Varints.read(frame, at + 1);
      int from = at + 1 + Varints.size(content);
      to = Fields.begin(typed, to, Fields.PARAMETER_KEY, type.length + content);
      System.arraycopy(type, 0, typed, to, type.length);
      to += type.length;
      System.arraycopy(frame, from, typed, to, content);
      to += content;
      at = from + content;
    }
    System.arraycopy(frame, at, typed, to, frame.length - at);
    return typed;
  }

  /** The index of the first parameter: all others are behind it. */
  private int parametersAt(byte[] frame) {
    return frame.length - RequestHeads.rest(frame, names.length);
  }

  /** What the types add: themselves, and what becomes of the lengths in front of them. */
  private long typesBytes(byte[] frame) {
    int at = parametersAt(frame);
    long bytes = 0;
    for (byte[] type : types) {
      long content = Varints.read(frame, at + 1);
      long size = Fields.size(content);
      bytes += Fields.size(type.length + content) - size;
      at += (int) size;
    }
    return bytes;
  }
}
