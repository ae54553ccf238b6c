package io.rpcstress.client.harness.process;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.util.StdConverter;

/** A histogram as one word of text: HdrHistogram's compressed bytes in Base64. Stateless. */
public final class HistogramText {

  /** Significant digits of a histogram: as many as a load records. */
  private static final int MAX_DIGITS = 3;

  /** Where compressed bytes begin in HdrHistogram's format, and the digits in what they were. */
  private static final int COMPRESSED_AT = 8;

  private static final int DIGITS_AT = 12;

  /** What a histogram of the format's second version begins with, beside the size of its words. */
  private static final int VERSION_2 = 0x1C849303;

  private static final int WORD_SIZE = 0xF0;

  private HistogramText() {}

  /** Has a mapper write and read histograms so. */
  @JsonSerialize(converter = ToText.class)
  @JsonDeserialize(converter = FromText.class)
  public interface MixIn {}

  static final class ToText extends StdConverter<Histogram, String> {
    @Override
    public String convert(Histogram histogram) {
      return of(histogram);
    }
  }

  static final class FromText extends StdConverter<String, Histogram> {
    @Override
    public Histogram convert(String text) {
      try {
        return read(text);
      } catch (DataFormatException e) {
        throw new IllegalArgumentException(e);
      }
    }
  }

  public static String of(Histogram histogram) {
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(bytes);
    byte[] exact = new byte[length];
    bytes.get(0, exact);
    return Base64.getEncoder().encodeToString(exact);
  }

  public static Histogram read(String base64) throws DataFormatException {
    byte[] bytes = Base64.getDecoder().decode(base64);
    checkDigits(bytes);
    try {
      return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
    } catch (RuntimeException e) { // of many kinds: the library trusts what it reads
      throw new DataFormatException("no histogram: " + e);
    }
  }

  /**
   * Sees that what becomes of a histogram's bytes takes no more memory than one of ours, of which
   * each further digit takes ten times as much: a hundred bytes may stand for fifty megabytes.
   */
  private static void checkDigits(byte[] bytes) throws DataFormatException {
    Inflater inflater = new Inflater();
    try {
      byte[] head = new byte[DIGITS_AT + Integer.BYTES];
      int from = Math.min(COMPRESSED_AT, bytes.length);
      inflater.setInput(bytes, from, bytes.length - from);
      boolean whole = inflater.inflate(head) == head.length;
      ByteBuffer fields = ByteBuffer.wrap(head);
      if (!whole
          || (fields.getInt(0) & ~WORD_SIZE) != VERSION_2
          || fields.getInt(DIGITS_AT) > MAX_DIGITS) {
        throw new DataFormatException("no histogram of %d digits at most".formatted(MAX_DIGITS));
      }
    } finally {
      inflater.end();
    }
  }
}
