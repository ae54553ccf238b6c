package io.rpcstress.measure;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * HdrHistogram's log, version 1.3, which many tools read: a line an interval, with its tag, its
 * times in seconds, its maximum, and the compressed histogram in Base64. Stateless.
 *
 * <p>It is read here and not by the library's reader, which finds each word of each line by a
 * regular expression: of a large sweep's import that took a good part.
 */
final class HistogramLog {

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double MILLIS_PER_SECOND = 1e3;

  private static final String TAG = "Tag=";

  /** Start, length, maximum, histogram. */
  private static final int FIELDS = 4;

  private HistogramLog() {}

  static byte[] text(List<Run> runs, List<Histogram> histograms) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream stream = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
      HistogramLogWriter log = new HistogramLogWriter(stream);
      long base = runs.get(0).startedAt().toEpochMilli();
      log.outputLogFormatVersion();
      log.outputComment("[" + runs.get(0).point() + ", latencies in ns, maxima below in us]");
      log.outputBaseTime(base);
      log.setBaseTime(base);
      log.outputStartTime(base);
      log.outputLegend();
      for (int i = 0; i < runs.size(); i++) {
        Run run = runs.get(i);
        Histogram histogram = histograms.get(i);
        double start = (run.startedAt().toEpochMilli() - base) / MILLIS_PER_SECOND;
        double end = start + run.timeTotalMs() / MILLIS_PER_SECOND;
        log.outputIntervalHistogram(start, end, histogram, NANOS_PER_MICRO);
      }
    }
    return bytes.toByteArray();
  }

  /** The histograms of a file with their tags, in its order. */
  static List<Histogram> read(Path file) throws IOException {
    List<Histogram> histograms = new ArrayList<>();
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      int number = 0;
      for (String line; (line = lines.readLine()) != null; ) {
        number++;
        if (!line.isEmpty() && line.charAt(0) != '#' && line.charAt(0) != '"') {
          histograms.add(interval(line, number));
        }
      }
    } catch (CharacterCodingException e) {
      // Its own message is a count of bytes.
      throw new IllegalArgumentException("not UTF-8 text", e);
    }
    return List.copyOf(histograms);
  }

  private static Histogram interval(String line, int number) {
    String[] fields = line.split(",", -1);
    boolean tagged = fields[0].startsWith(TAG);
    if (fields.length != (tagged ? FIELDS + 1 : FIELDS)) {
      throw new IllegalArgumentException(
          "line %d: %d fields after a tag expected".formatted(number, FIELDS));
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(fields[fields.length - 1]);
      Histogram histogram = Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
      histogram.setTag(tagged ? fields[0].substring(TAG.length()) : null);
      return histogram;
    } catch (DataFormatException | RuntimeException e) {
      // The decoder throws whatever its inflater or its buffer stumbles over.
      throw new IllegalArgumentException(
          "line %d: %s".formatted(number, e.getMessage() == null ? "cut off" : e.getMessage()), e);
    }
  }
}
