package io.rpcstress.rpcx.value;

import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.ProtoReader;
import io.rpcstress.rpcx.wire.ProtoWriter;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/**
 * Times: Instant and Duration as google.protobuf.Timestamp and Duration, local dates and times as
 * ISO 8601 text.
 */
final class TimeCodec extends ValueCodec {
  private static final int SECONDS = 1;
  private static final int NANOS = 2;
  private static final int NANOS_PER_SECOND = 1_000_000_000;

  private final Class<?> type;

  TimeCodec(String alias, Class<?> type) {
    super(alias, ProtoWriter.LEN);
    this.type = type;
  }

  @Override
  public void write(ProtoWriter out, Object value) {
    if (value instanceof Instant instant) {
      out.varintField(SECONDS, instant.getEpochSecond());
      out.varintField(NANOS, instant.getNano());
    } else if (value instanceof Duration duration) {
      long seconds = duration.getSeconds();
      int nanos = duration.getNano();
      if (seconds < 0 && nanos > 0) {
        // Protobuf wants both of one sign.
        seconds++;
        nanos -= NANOS_PER_SECOND;
      }
      out.varintField(SECONDS, seconds);
      out.varintField(NANOS, nanos);
    } else {
      out.utf8(value.toString());
    }
  }

  @Override
  public Object read(byte[] bytes, int from, int to) {
    try {
      if (type == Instant.class || type == Duration.class) {
        return secondsAndNanos(bytes, from, to);
      }
      String text = ProtoReader.utf8(bytes, from, to);
      if (type == LocalDate.class) {
        return LocalDate.parse(text);
      }
      if (type == LocalTime.class) {
        return LocalTime.parse(text);
      }
      return LocalDateTime.parse(text);
    } catch (DateTimeException | ArithmeticException e) {
      throw new MalformedFrameException("not a " + alias());
    }
  }

  private Object secondsAndNanos(byte[] bytes, int from, int to) {
    ProtoReader in = new ProtoReader().reset(bytes, from, to);
    long seconds = 0;
    long nanos = 0;
    while (in.hasMore()) {
      int tag = in.tag();
      if (tag == (SECONDS << 3 | ProtoWriter.VARINT)) {
        seconds = in.varint();
      } else if (tag == (NANOS << 3 | ProtoWriter.VARINT)) {
        nanos = in.varint();
      } else {
        in.skipField(tag);
      }
    }
    return type == Instant.class
        ? Instant.ofEpochSecond(seconds, nanos)
        : Duration.ofSeconds(seconds, nanos);
  }
}
