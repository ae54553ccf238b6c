package io.rpcstress.client.harness.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.OwnCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a file of samples has.
 *
 * @param all bodies, one or more: a line each where each line is JSON, else the whole file
 * @param type what they are; null where that is not known
 */
public record Samples(List<byte[]> all, @Nullable String type) {
  public static final Samples NONE = new Samples(List.of(), null);

  private static final String JSON = "application/json";
  private static final JsonMapper MAPPER = JsonMapper.shared();

  public static Samples read(String option, String file) {
    byte[] whole = content(option, file);
    if (whole.length == 0) {
      throw new Misuse("%s %s is empty".formatted(option, file));
    }
    List<String> lines = new String(whole, UTF_8).lines().filter(each -> !each.isBlank()).toList();
    if (lines.size() > 1 && lines.stream().allMatch(Samples::isJson)) {
      if (lines.size() > OwnCall.MAX_SAMPLES) {
        throw new Misuse(
            "%s %s has %,d samples: at most %,d expected"
                .formatted(option, file, lines.size(), OwnCall.MAX_SAMPLES));
      }
      return new Samples(lines.stream().map(each -> each.strip().getBytes(UTF_8)).toList(), JSON);
    }
    byte[] one = withoutLineBreak(whole);
    return new Samples(List.of(one), isJson(new String(one, UTF_8)) ? JSON : null);
  }

  /** A reply that is expected, as it stands in a file, with or without its last line break. */
  public static List<byte[]> replies(String option, String file) {
    byte[] whole = content(option, file);
    byte[] stripped = withoutLineBreak(whole);
    return stripped.length == whole.length ? List.of(whole) : List.of(stripped, whole);
  }

  private static boolean isJson(String text) {
    try {
      return MAPPER.readTree(text) != null;
    } catch (JacksonException e) {
      return false;
    }
  }

  private static byte[] withoutLineBreak(byte[] text) {
    int end = text.length;
    end -= end > 0 && text[end - 1] == '\n' ? 1 : 0;
    end -= end > 0 && text[end - 1] == '\r' ? 1 : 0;
    return Arrays.copyOf(text, end);
  }

  private static byte[] content(String option, String file) {
    try {
      Path path = Path.of(file);
      if (!Files.isRegularFile(path)) {
        throw new Misuse("%s %s is no file".formatted(option, file));
      }
      if (Files.size(path) > OwnCall.MAX_BYTES) {
        throw new Misuse(
            "%s %s has %,d bytes: at most %,d expected"
                .formatted(option, file, Files.size(path), OwnCall.MAX_BYTES));
      }
      return Files.readAllBytes(path);
    } catch (IOException | InvalidPathException e) {
      throw new Misuse("%s %s cannot be read (%s)".formatted(option, file, e));
    }
  }
}
