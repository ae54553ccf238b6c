package io.rpcstress.rpcx.value;

import com.google.protobuf.ByteString;
import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Timestamp;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Times: Instant and Duration as google.protobuf.Timestamp and Duration, local dates and times and
 * those with an offset as ISO 8601 text.
 */
final class TimeCodec extends ValueCodec {
  private static final int NANOS_PER_SECOND = 1_000_000_000;

  /** Longest text, in bytes: the offset's is of 45, behind which a zone's name may stand. */
  private static final int MAX_BYTES = 96;

  private final Class<?> type;

  private TimeCodec(String alias, Class<?> type) {
    super(alias);
    this.type = type;
  }

  /** The codec of a class, or null if it is none of a time. */
  static @Nullable ValueCodec of(Class<?> type) {
    String alias = null;
    if (type == Instant.class) {
      alias = "instant";
    } else if (type == Duration.class) {
      alias = "duration";
    } else if (type == LocalDate.class) {
      alias = "date";
    } else if (type == LocalTime.class) {
      alias = "time";
    } else if (type == LocalDateTime.class) {
      alias = "datetime";
    } else if (type == OffsetDateTime.class) {
      alias = "datetimeoffset";
    } else if (type == ZonedDateTime.class) {
      alias = "datetimezone";
    }
    return alias == null ? null : new TimeCodec(alias, type);
  }

  @Override
  public ByteString encode(Object value) {
    if (value instanceof Instant instant) {
      return Timestamp.newBuilder()
          .setSeconds(instant.getEpochSecond())
          .setNanos(instant.getNano())
          .build()
          .toByteString();
    }
    if (value instanceof Duration duration) {
      long seconds = duration.getSeconds();
      int nanos = duration.getNano();
      if (seconds < 0 && nanos > 0) {
        // Protobuf wants both of one sign.
        seconds++;
        nanos -= NANOS_PER_SECOND;
      }
      return com.google.protobuf.Duration.newBuilder()
          .setSeconds(seconds)
          .setNanos(nanos)
          .build()
          .toByteString();
    }
    return ByteString.copyFromUtf8(value.toString());
  }

  @Override
  public Object decode(ByteString content, ObjectBudget budget) {
    try {
      if (type == Instant.class) {
        Timestamp time = DiscardUnknownFieldsParser.wrap(Timestamp.parser()).parseFrom(content);
        return Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
      }
      if (type == Duration.class) {
        com.google.protobuf.Duration time =
            DiscardUnknownFieldsParser.wrap(com.google.protobuf.Duration.parser())
                .parseFrom(content);
        return Duration.ofSeconds(time.getSeconds(), time.getNanos());
      }
      if (content.size() > MAX_BYTES) {
        throw new MalformedFrameException("not a " + alias());
      }
      String text = utf8(content);
      if (type == LocalDate.class) {
        return LocalDate.parse(text);
      }
      if (type == LocalTime.class) {
        return LocalTime.parse(text);
      }
      if (type == OffsetDateTime.class) {
        return OffsetDateTime.parse(text);
      }
      if (type == ZonedDateTime.class) {
        return ZonedDateTime.parse(text);
      }
      return LocalDateTime.parse(text);
    } catch (InvalidProtocolBufferException | DateTimeException | ArithmeticException e) {
      throw new MalformedFrameException("not a " + alias());
    }
  }

  @Override
  String protoType(ProtoFile file) {
    if (type == Instant.class) {
      return file.imported("google/protobuf/timestamp.proto", "google.protobuf.Timestamp");
    }
    return type == Duration.class
        ? file.imported("google/protobuf/duration.proto", "google.protobuf.Duration")
        : "string";
  }
}
