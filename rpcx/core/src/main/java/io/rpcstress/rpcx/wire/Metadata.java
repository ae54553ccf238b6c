package io.rpcstress.rpcx.wire;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What goes beside arguments and results: texts by name, few and short. Thread-safe. */
public final class Metadata {
  /** Most entries of a request or a reply. */
  public static final int MAX_ENTRIES = 32;

  /** Longest key or value, in bytes. */
  public static final int MAX_BYTES = 4096;

  private static final String PART = "a key or value in metadata";
  private static final byte[] NONE = {};

  private Metadata() {}

  /**
   * Writes entries.
   *
   * @return the fields of a request or a reply
   * @throws IllegalArgumentException if an entry cannot travel, or they are too many
   */
  public static byte[] fields(Map<String, String> entries) {
    if (entries.isEmpty()) {
      return NONE;
    }
    checkSize(entries);
    FieldWriter fields = new FieldWriter();
    for (Map.Entry<String, String> entry : entries.entrySet()) {
      check(entry.getKey());
      check(entry.getValue());
      fields.content(
          Fields.METADATA_KEY,
          new FieldWriter()
              .text(Fields.TYPE_KEY, entry.getKey())
              .text(Fields.VALUE_KEY, entry.getValue())
              .bytes());
    }
    return fields.bytes();
  }

  /**
   * Looks whether entries are few enough to travel.
   *
   * @throws IllegalArgumentException if not
   */
  public static void checkSize(Map<String, String> entries) {
    if (entries.size() > MAX_ENTRIES) {
      throw new IllegalArgumentException(
          entries.size() + " metadata entries, at most " + MAX_ENTRIES);
    }
  }

  /**
   * Looks whether a key or a value may travel.
   *
   * @throws IllegalArgumentException if not
   */
  public static void check(String part) {
    FieldWriter.checkText(part);
    if (part.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "metadata with a part of more than " + MAX_BYTES + " bytes");
    }
  }

  /** Gathers the entries of one message; of one thread at a time. */
  public static final class Gathering {
    private final FieldReader entry = new FieldReader();
    private Map<String, String> entries = Map.of();
    private int count;

    /** Forgets what was gathered. */
    public void clear() {
      entries = Map.of();
      count = 0;
      entry.forget();
    }

    /**
     * Reads an entry.
     *
     * @param message where the key of the entry was just read
     * @throws MalformedFrameException if there are too many, or a part is too long
     */
    public void add(FieldReader message) {
      if (++count > MAX_ENTRIES) {
        throw new MalformedFrameException("more than " + MAX_ENTRIES + " metadata entries");
      }
      message.content();
      entry.within(message);
      String key = "";
      String value = "";
      for (int field = entry.next(); field != 0; field = entry.next()) {
        switch (field) {
          case Fields.TYPE_KEY -> key = entry.text(MAX_BYTES, PART);
          case Fields.VALUE_KEY -> value = entry.text(MAX_BYTES, PART);
          default -> entry.skip(field);
        }
      }
      if (entries.isEmpty()) {
        entries = new LinkedHashMap<>();
      }
      entries.put(key, value);
    }

    /** What was gathered, unmodifiable, in the order of the wire; of equal keys the last counts. */
    public Map<String, String> entries() {
      return count == 0 ? entries : Collections.unmodifiableMap(entries);
    }
  }
}
