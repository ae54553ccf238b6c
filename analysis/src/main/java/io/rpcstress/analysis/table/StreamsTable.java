package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.statistics.Interval;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Calls that are streams of messages: how many messages a second, and when they come. */
final class StreamsTable {
  private static final Pattern PAYLOAD =
      Pattern.compile(
          "(?:encoding=(?<encoding>[a-z]+),)?messages=(?<messages>[0-9]{1,9})"
              + "(?:,size=(?<size>[0-9]{1,9}))?(?:,window=(?<window>[0-9]{1,9}))?");
  private static final int DECIMALS = 1;
  private static final double MEDIAN = 50;
  private static final double P99 = 99;

  private StreamsTable() {}

  private record Line(
      Cell cell,
      @Nullable String encoding,
      int messages,
      @Nullable String given,
      @Nullable String window) {

    static Stream<Line> of(Cell cell) {
      Matcher payload = PAYLOAD.matcher(cell.point().dimensions().text(Dimension.PAYLOAD));
      return payload.matches()
          ? Stream.of(
              new Line(
                  cell,
                  payload.group("encoding"),
                  Integer.parseInt(payload.group("messages")),
                  payload.group("size"),
                  payload.group("window")))
          : Stream.empty();
    }

    String kind() {
      return cell.point().operation()
          + (encoding == null ? "" : ", " + encoding)
          + (window == null ? "" : ", window " + window);
    }

    /** Of a pack's messages the mean; what is no stream in the other direction is small. */
    @Nullable Long size() {
      if (given != null) {
        return Long.valueOf(given);
      }
      Long sent = cell.conditions().payloadBytes();
      Long received = cell.conditions().replyBytes();
      return sent == null || received == null ? null : Math.max(sent, received) / messages;
    }

    double messagesPerSecond() {
      return messages * Estimate.callsPerSecond(cell).value();
    }

    /** Unlike a histogram, percentiles cannot be added up: what the runs have is a range. */
    Interval firsts(Function<Run, @Nullable Double> percentile) {
      double[] known =
          cell.valid().stream()
              .flatMap(process -> process.counted().stream())
              .map(percentile)
              .filter(Objects::nonNull)
              .mapToDouble(Double::doubleValue)
              .sorted()
              .toArray();
      return known.length == 0
          ? Interval.unknown(Double.NaN)
          : new Interval(Double.NaN, known[0], known[known.length - 1]);
    }

    double allocatedPerMessage() {
      return cell.perCall(Run::clientAllocBytes) / messages;
    }
  }

  /** Empty for a sweep without streams. */
  static List<Table> of(SweepData data) {
    List<Line> lines =
        Stream.of(LoadShape.TIMED, LoadShape.COUNTED)
            .flatMap(shape -> data.of(shape).stream())
            .flatMap(Line::of)
            .toList();
    return new Columns<Line>()
        .add("technology", line -> line.cell().point().directoryName())
        .add("kind", Line::kind)
        .add("load", line -> line.cell().point().loadShape().label())
        .add("threads", line -> line.cell().point().threadNum())
        .add("messages", Line::messages)
        .add("message, bytes", Line::size)
        .add("messages/s", DECIMALS, Line::messagesPerSecond)
        .interval("first p50, us", DECIMALS, line -> line.firsts(Run::firstP50Us))
        .interval("first p99, us", DECIMALS, line -> line.firsts(Run::firstP99Us))
        .add("last p50, us", DECIMALS, line -> line.cell().latency().at(MEDIAN))
        .add("last p99, us", DECIMALS, line -> line.cell().latency().at(P99))
        .add("client allocation, bytes/message", DECIMALS, Line::allocatedPerMessage)
        .add("client RSS, KiB", line -> line.cell().rssKb(Run::clientRssBytes))
        .add("server RSS, KiB", line -> line.cell().rssKb(Run::serverRssBytes))
        .tableOfSome(Tables.words("streams"), lines);
  }
}
