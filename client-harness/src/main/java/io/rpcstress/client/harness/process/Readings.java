package io.rpcstress.client.harness.process;

import io.rpcstress.measure.Flag;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Run;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * When a sweep's files were read on this host, as {@code deploy/collect.sh} notes it beside them:
 * in {@code .readings} a line {@code begin ID MS} and, when it is over, {@code end ID MS}, ms since
 * 1970 by this host's clock. A run that was measured meanwhile is flagged. Immutable.
 */
final class Readings {

  /** The file, in the sweep's folder. */
  static final String FILE = ".readings";

  /** What is looked at: the file's end, some thousand lines. */
  static final int MAX_BYTES = 1 << 16;

  private static final Pattern LINE = Pattern.compile("(begin|end) ([0-9]{1,10}) ([0-9]{13})");

  /** Of one reading, ms since 1970. */
  private record Span(long from, long to) {}

  private final List<Span> spans;

  private Readings(List<Span> spans) {
    this.spans = List.copyOf(spans);
  }

  /** Those of a sweep's folder so far; none where nothing was noted, or the file cannot be read. */
  static Readings of(Path sweep) {
    Path file = sweep.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      return new Readings(List.of());
    }
    try {
      return of(end(file));
    } catch (IOException e) {
      return new Readings(List.of()); // no result is lost for a remark
    }
  }

  private static String end(Path file) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      channel.position(Math.max(0, channel.size() - MAX_BYTES));
      ByteBuffer bytes = ByteBuffer.allocate(MAX_BYTES);
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // to the file's end
      }
      return new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
    }
  }

  /** Whose beginning has no end goes on. */
  private static Readings of(String lines) {
    List<Span> ended = new ArrayList<>();
    Map<String, Long> begun = new HashMap<>();
    for (String line : lines.split("\n", -1)) {
      Matcher matcher = LINE.matcher(line);
      if (matcher.matches()) {
        String id = matcher.group(2);
        long at = Long.parseLong(matcher.group(3));
        if (matcher.group(1).equals("begin")) {
          begun.put(id, at);
        } else {
          Long from = begun.remove(id);
          ended.add(new Span(from == null ? at : from, at));
        }
      }
    }
    begun.values().forEach(from -> ended.add(new Span(from, Long.MAX_VALUE)));
    return new Readings(ended);
  }

  /** The run, with {@link Flag#READ_MEANWHILE} where files were read while it went. */
  Run flagged(Run run) {
    long from = run.startedAt().toEpochMilli();
    long to = from + (long) Math.ceil(run.timeTotalMs());
    boolean meanwhile = spans.stream().anyMatch(span -> span.from <= to && span.to >= from);
    return meanwhile ? run.flagged(Flag.READ_MEANWHILE.label()) : run;
  }

  OpenRun flagged(OpenRun open) {
    return open.with(flagged(open.run()));
  }

  List<Run> flagged(List<Run> runs) {
    return runs.stream().map(this::flagged).toList();
  }
}
