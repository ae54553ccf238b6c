package io.rpcstress.rpcx.wire;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One RPCXRequest as it lies in the receive buffer: where its parts are, not copies of them.
 * Parsing is bounded by counts and lengths, so that a small frame never makes a large object.
 * Reused for every request of a connection, on its event loop alone; valid until the frame handler
 * returns.
 */
public final class RequestView {
  private final ProtoReader reader = new ProtoReader();
  private final ProtoReader inner = new ProtoReader();
  private final int maxNameBytes;
  private final int[] typeFrom;
  private final int[] typeTo;
  private final int[] valueFrom;
  private final int[] valueTo;
  private byte[] bytes = new byte[0];
  private int parameters;
  private int metadataEntries;
  private int metadataFrom;
  private int end;

  /** The caller's random id. */
  public long id;

  /** Where the service's name starts. */
  public int serviceFrom;

  /** Where the service's name ends. */
  public int serviceTo;

  /** Where the method's name starts. */
  public int methodFrom;

  /** Where the method's name ends. */
  public int methodTo;

  /** How long the caller still waits, in ms; 0: the connection's default. */
  public long deadlineMs;

  /** Whether the caller wants no reply. */
  public boolean oneWay;

  /**
   * Makes a view.
   *
   * @param maxParameters the most parameters that a request may have
   * @param maxNameBytes the longest name or type alias
   */
  public RequestView(int maxParameters, int maxNameBytes) {
    this.maxNameBytes = maxNameBytes;
    typeFrom = new int[maxParameters];
    typeTo = new int[maxParameters];
    valueFrom = new int[maxParameters];
    valueTo = new int[maxParameters];
  }

  /** Most metadata entries of a request. */
  public static final int MAX_METADATA = 32;

  /** Longest key or value in metadata, in bytes. */
  public static final int MAX_METADATA_BYTES = 4096;

  /** The array that all positions refer to. */
  public byte[] bytes() {
    return bytes;
  }

  /** How many parameters there are. */
  public int parameters() {
    return parameters;
  }

  /**
   * Reads a request.
   *
   * @param source the array
   * @param from the first byte's index
   * @param to the index after the last byte
   * @throws MalformedFrameException if this is no RPCXRequest, or one beyond the limits
   */
  public void parse(byte[] source, int from, int to) {
    bytes = source;
    id = 0;
    serviceFrom = serviceTo = methodFrom = methodTo = from;
    parameters = 0;
    deadlineMs = 0;
    oneWay = false;
    metadataEntries = 0;
    metadataFrom = from;
    end = to;
    reader.reset(source, from, to);
    while (reader.hasMore()) {
      int tag = reader.tag();
      switch (tag) {
        case Envelopes.ID << 3 | ProtoWriter.FIXED64 -> id = reader.fixed64();
        case Envelopes.SERVICE << 3 | ProtoWriter.LEN -> {
          serviceTo = name();
          serviceFrom = nameFrom;
        }
        case Envelopes.METHOD << 3 | ProtoWriter.LEN -> {
          methodTo = name();
          methodFrom = nameFrom;
        }
        case Envelopes.PARAMETERS << 3 | ProtoWriter.LEN -> parameter(reader.length());
        case Envelopes.DEADLINE_MS << 3 | ProtoWriter.VARINT ->
            deadlineMs = reader.varint() & 0xFFFFFFFFL;
        case Envelopes.ONE_WAY << 3 | ProtoWriter.VARINT -> oneWay = reader.varint() != 0;
        case Envelopes.METADATA << 3 | ProtoWriter.LEN -> {
          if (++metadataEntries > MAX_METADATA) {
            throw new MalformedFrameException("more than " + MAX_METADATA + " metadata entries");
          }
          reader.skip(reader.length());
        }
        default -> reader.skipField(tag);
      }
    }
  }

  private int nameFrom;

  /** Reads a name's bounds: sets nameFrom, returns the end. */
  private int name() {
    int length = reader.length();
    if (length > maxNameBytes) {
      throw new MalformedFrameException("a name of more than " + maxNameBytes + " bytes");
    }
    nameFrom = reader.position();
    reader.skip(length);
    return nameFrom + length;
  }

  private void parameter(int length) {
    int i = parameters;
    if (i == typeFrom.length) {
      throw new MalformedFrameException("more than " + typeFrom.length + " parameters");
    }
    int from = reader.position();
    inner.reset(bytes, from, from + length);
    reader.skip(length);
    typeFrom[i] = typeTo[i] = from;
    valueFrom[i] = -1;
    while (inner.hasMore()) {
      int tag = inner.tag();
      if (tag == (Envelopes.PARAMETER_TYPE << 3 | ProtoWriter.LEN)) {
        int bytesOfType = inner.length();
        typeFrom[i] = inner.position();
        inner.skip(bytesOfType);
        typeTo[i] = inner.position();
      } else if (tag == (Envelopes.PARAMETER_VALUE << 3 | ProtoWriter.LEN)) {
        int bytesOfValue = inner.length();
        valueFrom[i] = inner.position();
        inner.skip(bytesOfValue);
        valueTo[i] = inner.position();
      } else {
        inner.skipField(tag);
      }
    }
    parameters = i + 1;
  }

  /**
   * Whether a parameter's type alias is the expected one, byte for byte.
   *
   * @param i the parameter's index
   * @param alias the expected alias
   * @return whether they are equal
   */
  public boolean typeIs(int i, byte[] alias) {
    return equal(typeFrom[i], typeTo[i], alias);
  }

  /**
   * Whether a part of the request equals other bytes.
   *
   * @param from the part's first index
   * @param to the index after its last byte
   * @param other the other bytes
   * @return whether they are equal
   */
  public boolean equal(int from, int to, byte[] other) {
    return Arrays.equals(bytes, from, to, other, 0, other.length);
  }

  /**
   * Whether a parameter is null.
   *
   * @param i the parameter's index
   * @return whether it has no value
   */
  public boolean isNull(int i) {
    return valueFrom[i] < 0;
  }

  /**
   * Where a parameter's value starts.
   *
   * @param i the parameter's index
   * @return the first byte's index
   */
  public int valueFrom(int i) {
    return valueFrom[i];
  }

  /**
   * Where a parameter's value ends.
   *
   * @param i the parameter's index
   * @return the index after its last byte
   */
  public int valueTo(int i) {
    return valueTo[i];
  }

  /**
   * The request's metadata; reads the request a second time, since most have none.
   *
   * @return an unmodifiable map in the order of the wire, the last of equal keys
   * @throws MalformedFrameException if an entry is out of shape or too long
   */
  public Map<String, String> metadata() {
    if (metadataEntries == 0) {
      return Map.of();
    }
    Map<String, String> entries = new LinkedHashMap<>();
    reader.reset(bytes, metadataFrom, end);
    while (reader.hasMore()) {
      int tag = reader.tag();
      if (tag == (Envelopes.METADATA << 3 | ProtoWriter.LEN)) {
        int length = reader.length();
        inner.reset(bytes, reader.position(), reader.position() + length);
        reader.skip(length);
        entry(entries);
      } else {
        reader.skipField(tag);
      }
    }
    return Collections.unmodifiableMap(entries);
  }

  private void entry(Map<String, String> entries) {
    String key = "";
    String value = "";
    while (inner.hasMore()) {
      int tag = inner.tag();
      if (tag == (1 << 3 | ProtoWriter.LEN)) {
        key = inner.string(MAX_METADATA_BYTES);
      } else if (tag == (2 << 3 | ProtoWriter.LEN)) {
        value = inner.string(MAX_METADATA_BYTES);
      } else {
        inner.skipField(tag);
      }
    }
    entries.put(key, value);
  }
}
