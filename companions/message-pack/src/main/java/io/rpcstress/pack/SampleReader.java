package io.rpcstress.pack;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads samples: one JSON object, or several, one after the other. */
final class SampleReader {
  static final int MAX_DEPTH = 30; // protoc takes few more messages within messages
  static final int MAX_KEY_CHARS = 200;
  static final int MAX_SAMPLES = 10_000;
  static final long MAX_FILE_BYTES = 64L << 20;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxNameLength(MAX_KEY_CHARS)
                          .maxStringLength(Math.toIntExact(MAX_FILE_BYTES))
                          .build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .build();

  private SampleReader() {}

  /**
   * The samples of a file, one or more, every one an object whose numbers and texts each encoding
   * can carry.
   */
  static List<JsonNode> read(Path file) throws UnusableInputException {
    List<JsonNode> samples = new ArrayList<>();
    try (JsonParser parser = MAPPER.createParser(text(file))) {
      while (parser.nextToken() != null) {
        JsonNode sample = MAPPER.readTree(parser);
        if (!sample.isObject()) {
          throw new UnusableInputException(
              "%s: %s at the top; an object expected, such as {\"items\": [...]}"
                  .formatted(file, ShapeInference.words(sample)));
        }
        if (samples.size() == MAX_SAMPLES) {
          throw new UnusableInputException(
              "%s: more than %,d samples".formatted(file, MAX_SAMPLES));
        }
        check(sample, file.getFileName().toString());
        samples.add(sample);
      }
    } catch (StreamReadException e) {
      TokenStreamLocation at = e.getLocation();
      throw new UnusableInputException(
          "%s:%d:%d: %s"
              .formatted(file, at.getLineNr(), at.getColumnNr(), firstLine(e.getOriginalMessage())),
          e);
    } catch (JacksonException e) {
      throw new UnusableInputException(file + ": " + firstLine(e.getOriginalMessage()), e);
    }
    if (samples.isEmpty()) {
      throw new UnusableInputException(file + " is empty: a JSON object expected");
    }
    return samples;
  }

  private static String text(Path file) throws UnusableInputException {
    try {
      if (Files.size(file) > MAX_FILE_BYTES) {
        throw new UnusableInputException(
            "%s is larger than %d MB".formatted(file, MAX_FILE_BYTES >> 20));
      }
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
          .toString();
    } catch (CharacterCodingException e) {
      throw new UnusableInputException(file + " is not UTF-8", e);
    } catch (IOException e) {
      throw new UnusableInputException("cannot read " + file + ": " + reason(e), e);
    }
  }

  private static String reason(IOException e) {
    return e instanceof java.nio.file.NoSuchFileException
        ? "no such file"
        : String.valueOf(e.getMessage());
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse(text);
  }

  private static void check(JsonNode value, String path) throws UnusableInputException {
    if (value.isObject()) {
      for (Map.Entry<String, JsonNode> each : value.properties()) {
        if (each.getKey().isEmpty()) {
          throw new UnusableInputException(path + ": a field without a name");
        }
        checkText(each.getKey(), path);
        check(each.getValue(), path + "." + each.getKey());
      }
    } else if (value.isArray()) {
      int i = 0;
      for (JsonNode each : value) {
        check(each, "%s[%d]".formatted(path, i));
        i++;
      }
    } else if (value.isString()) {
      checkText(value.stringValue(), path);
    } else if (value.isIntegralNumber() && !value.canConvertToLong()) {
      throw new UnusableInputException(
          path + ": the whole number does not fit 64 bits; write it as text");
    } else if (value.isNumber() && !value.isIntegralNumber()) {
      checkDecimal(value.decimalValue(), path);
    }
  }

  private static void checkDecimal(BigDecimal value, String path) throws UnusableInputException {
    double nearest = value.doubleValue();
    if (Double.isInfinite(nearest)
        || new BigDecimal(Double.toString(nearest)).compareTo(value) != 0) {
      throw new UnusableInputException(
          path + ": the decimal number has more digits than 64 bits hold; write it as text");
    }
  }

  private static void checkText(String text, String path) throws UnusableInputException {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new UnusableInputException(path + ": half of a surrogate pair, which is no text");
    }
  }
}
